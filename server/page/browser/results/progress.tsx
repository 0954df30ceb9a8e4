import { ProgressBar } from '../controls/controls.tsx'
import { isWithoutNodes, useNodes } from '../state/nodes.ts'
import type { SimulationRecord } from '../state/results.ts'
import { say, sayIfKnown } from '../words/words.ts'

/** Progress of a simulation or a search. */
export function Progress({
  record: { stage, progress },
}: {
  record: Pick<SimulationRecord, 'stage' | 'progress'>
}) {
  const isQueued = stage === 'queued'
  useNodes(isQueued)
  const stageWords = sayIfKnown(`stage: ${stage}`) ?? say('pending')
  return (
    <ProgressBar share={progress} text={isQueued && isWithoutNodes.value ? say('noNodes') : stageWords} />
  )
}
