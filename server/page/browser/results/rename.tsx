import { useSignal } from '@preact/signals'
import { Fault, useAttempt, valueTo } from '../controls/controls.tsx'
import { say } from '../words/words.ts'

interface Props {
  name: string | undefined
  rename(name: string): Promise<void>
}

export function Rename({ name: known = '', rename }: Props) {
  const name = useSignal(known)
  const { fault, attempt } = useAttempt()

  function submit(event: Event): void {
    event.preventDefault()
    void attempt(() => rename(name.value.trim()))
  }

  return (
    <form class="beside" onSubmit={submit}>
      <input
        class="grow"
        aria-label={say('newName')}
        autocomplete="off"
        maxLength={200}
        value={name.value}
        onInput={valueTo(name)}
      />
      <button type="submit" disabled={name.value.trim() === known}>
        {say('rename')}
      </button>
      <Fault text={fault.value} />
    </form>
  )
}
