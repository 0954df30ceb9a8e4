import { effect, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { explain } from '../service/failures.ts'
import { readFile } from '../service/files.ts'
import { layer, shown } from '../state/results.ts'
import { say } from '../words/words.ts'

/** Without WebGL 2: the finished picture of the result, made by the service. */
export function Picture() {
  const address = useSignal<string | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)

  useEffect(
    () =>
      effect(() => {
        const map = shown.value?.links?.map
        const query = layer.value === undefined ? '' : `&layer=${layer.value}`
        address.value = undefined
        fault.value = undefined
        if (map === undefined) return
        let made: string | undefined
        let isGone = false
        readFile(`${map}${query}`).then(
          (picture) => {
            if (isGone) return
            made = URL.createObjectURL(picture)
            address.value = made
          },
          (error: unknown) => {
            if (!isGone) fault.value = explain(error)
          },
        )
        return () => {
          isGone = true
          if (made !== undefined) URL.revokeObjectURL(made)
        }
      }),
    [],
  )

  const name = shown.value?.params.name
  return (
    <section class="map map-without" aria-label={say('map')}>
      {fault.value && <p class="fault">{fault}</p>}
      {address.value ? (
        <img src={address.value} alt={say('pictureOf', { name: name || shown.value?.id || '' })} />
      ) : (
        <p class="hint">{say(shown.value ? 'drawing' : 'noWebGl')}</p>
      )}
    </section>
  )
}
