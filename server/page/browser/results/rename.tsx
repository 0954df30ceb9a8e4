import { useSignal } from '@preact/signals'
import { explain } from '../service/failures.ts'
import { say } from '../words/words.ts'

interface Props {
  name: string | undefined
  rename(name: string): Promise<void>
}

export function Rename({ name: known = '', rename }: Props) {
  const name = useSignal(known)
  const fault = useSignal<string | undefined>(undefined)

  function submit(event: Event): void {
    event.preventDefault()
    fault.value = undefined
    rename(name.value.trim()).catch((error: unknown) => {
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
      <button type="submit" disabled={name.value.trim() === known}>
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
