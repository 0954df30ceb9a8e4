import type { SimulationRecord } from '../state/results.ts'
import { say, sayIfKnown } from '../words/words.ts'

export function Progress({ record: { stage, progress } }: { record: SimulationRecord }) {
  const words = sayIfKnown(`stage: ${stage}`) ?? say('pending')
  return (
    <div class="progress">
      <progress value={progress} max={1} aria-label={say('progress')} />
      <span class="hint" role="status">
        {words}
      </span>
    </div>
  )
}
