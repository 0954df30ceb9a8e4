import type { Simulation } from '../../storage/records/types.ts'
import type { Batches, Queueing } from './batches.ts'
import type { QuotedJob } from './queued-job.ts'

/** Queues the simulations that were pending at the last stop, together, once their terrain is surveyed. */
export async function resume(
  waiting: readonly Simulation[],
  { records, quote, enqueue, isStopping }: Queueing,
  batches: Batches,
): Promise<void> {
  const quotes = new Map<string, QuotedJob>()
  for (const simulation of waiting) {
    const { batch_id, id } = simulation
    records.progress(id, { stage: 'queued' })
    if (batch_id === undefined) quotes.set(id, await quote(simulation))
  }
  if (isStopping()) return
  const pending = waiting.filter(({ id }) => records.simulation(id)?.status === 'pending')
  for (const simulation of pending) {
    const quoted = quotes.get(simulation.id)
    if (quoted) enqueue(simulation, quoted)
  }
  batches.add(pending)
}
