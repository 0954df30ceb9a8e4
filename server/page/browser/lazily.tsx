import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { say } from './words/words.ts'

/** Component whose script is loaded when first rendered. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<{ Loaded: ComponentType<Props> } | undefined>(undefined)
  const fault = signal(false)
  return function Lazy(props: Props) {
    useEffect(() => {
      if (loaded.value !== undefined) return
      load().then(
        (Loaded) => {
          loaded.value = { Loaded }
        },
        () => {
          fault.value = true
        },
      )
    }, [])
    if (loaded.value === undefined) return <p class="hint">{say(fault.value ? 'unreachable' : 'loading')}</p>
    const { Loaded } = loaded.value
    return <Loaded {...props} />
  }
}
