import { useEffect, useRef } from 'preact/hooks'
import { isDark } from '../state/view.ts'
import { isImperial } from '../words/units.ts'
import { language } from '../words/words.ts'

/**
 * Element for a chart, which is drawn again if `of`, the colors, the units or the language change. `load` loads
 * the code of the chart; the function that it resolves to draws into the element and returns a function to stop.
 */
export function useChart(load: () => Promise<(element: HTMLElement) => () => void>, of: unknown) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    void load().then((draw) => {
      if (!isGone && element.current !== null) stop = draw(element.current)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [of, isDark.value, language.value, isImperial.value])
  return element
}
