import { isChanging, refusal } from '../state/network.ts'
import { isUnmetered } from '../state/view.ts'
import { sayNetwork } from '../words/network.ts'
import { sayCredits } from '../words/words.ts'

export function Refusal() {
  if (refusal.value === undefined) return null
  const { text, alignNearest, computeAgain } = refusal.value
  return (
    <div role="alert">
      <p class="fault">{text}</p>
      <div class="chips">
        {computeAgain && (
          <button type="button" disabled={isChanging.value} onClick={() => void computeAgain.run()}>
            {isUnmetered.value
              ? sayNetwork('computeAgain')
              : sayNetwork('computeAgainFor', { credits: sayCredits(computeAgain.credits) })}
          </button>
        )}
        {alignNearest && (
          <button type="button" disabled={isChanging.value} onClick={() => void alignNearest()}>
            {sayNetwork('alignNearest')}
          </button>
        )}
      </div>
    </div>
  )
}
