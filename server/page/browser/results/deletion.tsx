import { useSignal } from '@preact/signals'
import { explain } from '../service/failures.ts'
import { say } from '../words/words.ts'

/** Asked once more before it is done. */
export function Deletion({ question, remove }: { question: string; remove: () => Promise<void> }) {
  const isAsked = useSignal(false)
  const fault = useSignal<string | undefined>(undefined)
  if (!isAsked.value) {
    return (
      <button
        type="button"
        class="danger"
        onClick={() => {
          isAsked.value = true
        }}
      >
        {say('delete')}
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
        onClick={() => {
          remove().catch((error: unknown) => {
            fault.value = explain(error)
          })
        }}
      >
        {say('yesDelete')}
      </button>
      <button
        type="button"
        onClick={() => {
          isAsked.value = false
        }}
      >
        {say('no')}
      </button>
      {fault.value && <p class="fault">{fault}</p>}
    </fieldset>
  )
}
