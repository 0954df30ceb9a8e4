import { useSignal } from '@preact/signals'
import { seeProfile } from '../profile/see.ts'
import { readPosition } from '../request/coordinates.ts'
import { explainPlace, path, pathFault } from '../state/path.ts'
import type { SimulationRecord } from '../state/results.ts'
import { hasMap } from '../state/view.ts'
import { say } from '../words/words.ts'

/** The path to a place of the result: by a click on the map, or by its coordinates. */
export function Why({ record }: { record: SimulationRecord }) {
  const text = useSignal('')
  const isUnread = useSignal(false)

  function submit(event: Event): void {
    event.preventDefault()
    const to = readPosition(text.value)
    isUnread.value = to === undefined
    if (to !== undefined) void explainPlace(record, to).then(seeProfile)
  }

  const fault = isUnread.value ? say('placeUnread') : pathFault.value
  return (
    <section aria-label={say('why')}>
      <h3>{say('why')}</h3>
      <form class="beside" onSubmit={submit}>
        <input
          class="grow"
          aria-label={say('whyTo')}
          aria-invalid={fault !== undefined}
          placeholder="47.6333, 8.925"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
        <button type="submit">{say('whyShow')}</button>
      </form>
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {path.value === undefined && fault === undefined && (
        <p class="hint">{say(hasMap ? 'whyHow' : 'whyHowTyped')}</p>
      )}
    </section>
  )
}
