import { isChanging, refusal } from '../state/network.ts'
import { sayNetwork } from '../words/network.ts'

export function Refusal() {
  if (refusal.value === undefined) return null
  const { text, alignNearest } = refusal.value
  return (
    <div role="alert">
      <p class="fault">{text}</p>
      {alignNearest && (
        <button type="button" disabled={isChanging.value} onClick={() => void alignNearest()}>
          {sayNetwork('alignNearest')}
        </button>
      )}
    </div>
  )
}
