import { useSignal } from '@preact/signals'
import { setTo, useAttempt } from '../controls/controls.tsx'
import { say } from '../words/words.ts'

interface Props {
  question: string
  remove: () => Promise<void>
  label?: string
}

export function Deletion({ question, remove, label }: Props) {
  const isConfirming = useSignal(false)
  const { fault, isBusy, attempt } = useAttempt()
  if (!isConfirming.value) {
    return (
      <button type="button" class="danger" onClick={setTo(isConfirming, true)}>
        {label ?? say('delete')}
      </button>
    )
  }
  return (
    <fieldset class="confirm">
      <legend class="unseen">{question}</legend>
      <span aria-hidden="true">{question}</span>
      <button
        type="button"
        class="danger"
        disabled={isBusy.value}
        aria-busy={isBusy.value}
        onClick={() => attempt(remove)}
      >
        {say('yesDelete')}
      </button>
      <button type="button" onClick={setTo(isConfirming, false)}>
        {say('no')}
      </button>
      {fault.value && <p class="fault">{fault}</p>}
    </fieldset>
  )
}
