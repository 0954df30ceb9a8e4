import type { Simulation } from '../../storage/records/types.ts'
import type { ExpectedGround } from '../compute/posts.ts'
import type { Batches, Queueing } from './batches.ts'

/**
 * Queues what waited when the process ended, all at once when its ground is known; some are deleted until then. Of a batch the
 * ground is looked at in its turn.
 */
export async function resume(
  waiting: readonly Simulation[],
  { records, survey, enqueue, isStopping }: Queueing,
  batches: Batches,
): Promise<void> {
  const grounds = new Map<string, ExpectedGround | undefined>()
  for (const { batch_id, id, params } of waiting) {
    records.progress(id, { stage: 'queued' })
    if (batch_id === undefined) grounds.set(id, await survey(params).catch(() => undefined))
  }
  if (isStopping()) return
  const pending = waiting.filter(({ id }) => records.simulation(id)?.status === 'pending')
  for (const simulation of pending) {
    if (simulation.batch_id === undefined) enqueue(simulation, grounds.get(simulation.id))
  }
  batches.add(pending)
}
