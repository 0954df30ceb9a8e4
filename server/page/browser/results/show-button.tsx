import { draw, hide, type SimulationRecord, shownId } from '../state/results.ts'
import { say } from '../words/words.ts'

/** Shows a result on the map, or hides it. */
export function ShowButton({ record, ...button }: { record: SimulationRecord; class?: string }) {
  const isShown = shownId.value === record.id
  return (
    <button
      type="button"
      {...button}
      aria-pressed={isShown}
      onClick={() => (isShown ? hide() : draw(record))}
    >
      {say(isShown ? 'hide' : 'show')}
    </button>
  )
}
