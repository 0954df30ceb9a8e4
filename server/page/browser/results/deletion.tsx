import { useSignal } from '@preact/signals'
import { setTo } from '../controls/controls.tsx'
import { explain } from '../service/failures.ts'
import { say } from '../words/words.ts'

interface Props {
  question: string
  remove: () => Promise<void>
  label?: string
}

export function Deletion({ question, remove, label }: Props) {
  const isConfirming = useSignal(false)
  const isDeleting = useSignal(false)
  const fault = useSignal<string | undefined>(undefined)
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
        disabled={isDeleting.value}
        aria-busy={isDeleting.value}
        onClick={() => {
          isDeleting.value = true
          remove().catch((error: unknown) => {
            isDeleting.value = false
            fault.value = explain(error)
          })
        }}
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
