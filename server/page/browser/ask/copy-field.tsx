import { useSignal } from '@preact/signals'
import { setTo } from '../controls/controls.tsx'
import { say } from '../words/words.ts'

export function CopyField({
  label,
  text,
  isLabelled = false,
}: {
  label: string
  text: string
  isLabelled?: boolean
}) {
  const copied = useSignal<string | undefined>(undefined)
  return (
    <div class={isLabelled ? 'beside labelled' : 'beside'}>
      {isLabelled && (
        <span class="hint" aria-hidden="true">
          {label}
        </span>
      )}
      <input
        class="grow"
        aria-label={label}
        readOnly
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button
        type="button"
        onClick={() => {
          // A refused write to the clipboard is ignored, because users can still select the text.
          void navigator.clipboard.writeText(text).then(setTo(copied, text), () => {})
        }}
      >
        {say(copied.value === text ? 'copied' : 'copy')}
      </button>
    </div>
  )
}
