import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { readFile } from '../service/files.ts'

/** Decorative thumbnail, loaded when scrolled into view. */
export function Preview({ path }: { path: string }) {
  const place = useRef<HTMLDivElement>(null)
  const address = useSignal<string | undefined>(undefined)

  useEffect(() => {
    let made: string | undefined
    let isGone = false
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      readFile(path).then(
        (picture) => {
          if (isGone) return
          made = URL.createObjectURL(picture)
          address.value = made
        },
        // A failed request is ignored, because the list works without pictures.
        () => {},
      )
    })
    if (place.current) watcher.observe(place.current)
    return () => {
      isGone = true
      watcher.disconnect()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [path])

  return (
    <div ref={place} class="preview">
      {address.value && <img src={address.value} alt="" />}
    </div>
  )
}
