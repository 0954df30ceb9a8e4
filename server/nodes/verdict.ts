/** Determines the state of an attempt from its data in Redis. */

import type { NodeQueueJob } from './lane.ts'
import type { NodeOutcome, NodeResult } from './protocol.ts'
import type { Run } from './run.ts'
import { unseal } from './sealed.ts'

/** The signed result of this attempt; `undefined`: no valid signature. */
export function signedOutcome(run: Run, content: unknown, secret: string): NodeOutcome | undefined {
  const result = unseal(secret, 'outcome', content) as NodeResult | undefined
  if (result?.attempt !== run.attempt || result.simulationId !== run.job.id) return undefined
  const { node, outcome } = result
  // A node stops only on request: another process requested it, or it lost Redis.
  if (outcome.kind === 'cancelled' && !run.isCancelled) return { kind: 'handed_back' }
  if (outcome.kind !== 'completed') return outcome
  return { kind: 'completed', result: { ...outcome.result, attempt: run.attempt, node: { name: node } } }
}

export interface Surroundings {
  secret: string
  nowMs: number
  /** A node takes jobs from its queue. */
  isServed: boolean
  isConnected(worker: string): boolean
  /** Maximum time that a job may wait without a node, or run without an event of its node. */
  unservedMs: number
  deadMs: number
}

export type Verdict =
  /** The attempt continues. */
  | { kind: 'alive' }
  /** Possibly lost: time is counted. */
  | { kind: 'doubtful' }
  /** Ended; `detail` is for the log. */
  | { kind: 'over'; outcome: NodeOutcome; isLost?: boolean; detail?: string }
  /** Ended if it can be removed from the queue. */
  | { kind: 'given_up'; outcome: NodeOutcome; isLost?: boolean; detail?: undefined }

/** @param found the queue's data about the attempt */
export function verdictOf(run: Run, found: NodeQueueJob, around: Surroundings): Verdict {
  if (found.kind === 'missing') return { kind: 'over', outcome: { kind: 'handed_back' } }
  if (found.kind === 'returned') {
    const outcome = signedOutcome(run, found.content, around.secret)
    if (outcome) return { kind: 'over', outcome }
    const detail = 'a result was refused: it was not signed with QUEUE_SECRET'
    return { kind: 'over', outcome: { kind: 'handed_back' }, detail }
  }
  if (found.kind === 'failed') {
    const { reason, worker } = found
    // A connected node lost its lock because Redis paused; the attempt of a dead one is repeated elsewhere, and
    // counted.
    const isGone = worker !== undefined && !around.isConnected(worker)
    if (!isGone) return { kind: 'over', outcome: { kind: 'handed_back' }, isLost: true, detail: reason }
    const detail = `The compute node did not finish the job: ${reason}`
    return { kind: 'over', outcome: { kind: 'died', detail }, isLost: true }
  }
  if (found.kind === 'active' ? found.isLocked : around.isServed) return { kind: 'alive' }
  const doubtMs = around.nowMs - (run.deadSinceMs ?? around.nowMs)
  if (found.kind === 'waiting') {
    // No node to lose it.
    return doubtMs < around.unservedMs
      ? { kind: 'doubtful' }
      : { kind: 'given_up', outcome: { kind: 'handed_back' } }
  }
  // It may only be disconnected.
  if (doubtMs < around.deadMs) return { kind: 'doubtful' }
  const isThere = found.worker !== undefined && around.isConnected(found.worker)
  // It could not renew its lock, as Redis was full, or hangs itself.
  if (isThere) return { kind: 'given_up', outcome: { kind: 'handed_back' }, isLost: true }
  const detail = `The compute node ${found.worker ?? ''} disappeared.`
  return { kind: 'given_up', outcome: { kind: 'died', detail }, isLost: true }
}
