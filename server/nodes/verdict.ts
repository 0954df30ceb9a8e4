/** What a try has come to, from what Redis has of it. */

import type { LaneJob } from './lane.ts'
import type { NodeOutcome, NodeResult } from './protocol.ts'
import type { Run } from './run.ts'
import { unseal } from './sealed.ts'

/** What was signed as the result of this try; `undefined`: nobody who has the secret made it for this one. */
export function signedOutcome(run: Run, content: unknown, secret: string): NodeOutcome | undefined {
  const result = unseal(secret, 'outcome', content) as NodeResult | undefined
  if (result?.attempt !== run.attempt || result.simulationId !== run.job.id) return undefined
  const { node, outcome } = result
  // A node stops nothing that it was not asked to: somebody else asked it, or it lost Redis.
  if (outcome.kind === 'cancelled' && !run.isCancelled) return { kind: 'handed_back' }
  if (outcome.kind !== 'completed') return outcome
  return { kind: 'completed', result: { ...outcome.result, attempt: run.attempt, node: { name: node } } }
}

export interface Surroundings {
  secret: string
  nowMs: number
  /** A node takes jobs of its queue. */
  isServed: boolean
  /** Of workers, as jobs name them, those that are connected. */
  isConnected(worker: string): boolean
  /** So long a job may have waited without a node, or run without a sign of its node. */
  unservedMs: number
  deadMs: number
}

export type Verdict =
  /** It goes on. */
  | { kind: 'alive' }
  /** It may be lost: the time runs. */
  | { kind: 'doubtful' }
  /** It is over; `detail` is for the log. */
  | { kind: 'over'; outcome: NodeOutcome; isLost?: boolean; detail?: string }
  /** It is over, if it can be taken from the queue. */
  | { kind: 'given_up'; outcome: NodeOutcome; isLost?: boolean; detail?: undefined }

/** @param found what the queue has of the try */
export function verdictOf(run: Run, found: LaneJob, around: Surroundings): Verdict {
  if (found.kind === 'missing') return { kind: 'over', outcome: { kind: 'handed_back' } }
  if (found.kind === 'returned') {
    const outcome = signedOutcome(run, found.content, around.secret)
    if (outcome) return { kind: 'over', outcome }
    const detail = 'a result was refused: it was not signed with QUEUE_SECRET'
    return { kind: 'over', outcome: { kind: 'handed_back' }, detail }
  }
  if (found.kind === 'failed') {
    const { reason, worker } = found
    // A node that is there lost its lock as Redis stood still; one that died is tried elsewhere, and counted.
    const isGone = worker !== undefined && !around.isConnected(worker)
    if (!isGone) return { kind: 'over', outcome: { kind: 'handed_back' }, isLost: true, detail: reason }
    const detail = `The compute node did not finish the job: ${reason}`
    return { kind: 'over', outcome: { kind: 'died', detail }, isLost: true }
  }
  if (found.kind === 'active' ? found.isLocked : around.isServed) return { kind: 'alive' }
  const doubtMs = around.nowMs - (run.deadSinceMs ?? around.nowMs)
  if (found.kind === 'waiting') {
    // It is lost to nobody.
    return doubtMs < around.unservedMs
      ? { kind: 'doubtful' }
      : { kind: 'given_up', outcome: { kind: 'handed_back' } }
  }
  // It may only be cut off.
  if (doubtMs < around.deadMs) return { kind: 'doubtful' }
  const isThere = found.worker !== undefined && around.isConnected(found.worker)
  // It could not say that it lives, as Redis was full, or stands still itself.
  if (isThere) return { kind: 'given_up', outcome: { kind: 'handed_back' }, isLost: true }
  const detail = `The compute node ${found.worker ?? ''} disappeared.`
  return { kind: 'given_up', outcome: { kind: 'died', detail }, isLost: true }
}
