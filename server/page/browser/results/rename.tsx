import { useSignal } from '@preact/signals'
import { explain } from '../service/failures.ts'
import { rename, type SimulationRecord } from '../state/results.ts'
import { say } from '../words/words.ts'

/** Another name for a result. */
export function Rename({ record: { id, params } }: { record: SimulationRecord }) {
  const name = useSignal(params.name ?? '')
  const fault = useSignal<string | undefined>(undefined)

  function submit(event: Event): void {
    event.preventDefault()
    fault.value = undefined
    rename(id, name.value.trim()).catch((error: unknown) => {
      fault.value = explain(error)
    })
  }

  return (
    <form class="beside" onSubmit={submit}>
      <input
        class="grow"
        aria-label={say('newName')}
        autocomplete="off"
        maxLength={200}
        value={name.value}
        onInput={({ currentTarget }) => {
          name.value = currentTarget.value
        }}
      />
      <button type="submit" disabled={name.value.trim() === (params.name ?? '')}>
        {say('rename')}
      </button>
      {fault.value && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  )
}
