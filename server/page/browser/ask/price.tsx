import type { ComponentChildren } from 'preact'
import { isUnmetered } from '../state/view.ts'
import { say, sayCredits } from '../words/words.ts'

interface Props {
  /** `undefined` until known. */
  credits: number | undefined
  /** Text for size and computing time. */
  work: string
  /** True if errors are shown, as `children`, in place of a price that is still to come. */
  isWrong: boolean
  children: ComponentChildren
}

/** Price and computing time, or the reason why unknown; announced to screen readers on change. */
export function Price({ credits, work, isWrong, children }: Props) {
  return (
    <div class="price" aria-live="polite">
      {children}
      {credits !== undefined && (
        <p data-is="price">
          {!isUnmetered.value && <strong>{sayCredits(credits)}</strong>}
          {isUnmetered.value ? work : ` · ${work}`}
        </p>
      )}
      {credits === undefined && !isWrong && (
        <p class="hint">{say(isUnmetered.value ? 'timeLater' : 'priceLater')}</p>
      )}
    </div>
  )
}
