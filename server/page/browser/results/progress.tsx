import { isWithoutNodes, useNodes } from '../state/nodes.ts'
import type { SimulationRecord } from '../state/results.ts'
import { say, sayIfKnown } from '../words/words.ts'

export function Progress({ record: { stage, progress } }: { record: SimulationRecord }) {
  const isQueued = stage === 'queued'
  useNodes(isQueued)
  const stageWords = sayIfKnown(`stage: ${stage}`) ?? say('pending')
  const words = isQueued && isWithoutNodes.value ? say('noNodes') : stageWords
  return (
    <div class="progress">
      <progress value={progress} max={1} aria-label={say('progress')} />
      <span class="hint" role="status">
        {words}
      </span>
    </div>
  )
}
