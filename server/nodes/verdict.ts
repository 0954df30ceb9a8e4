/** Judges the state of an attempt from data in Redis. */

import type { NodeQueueJob } from './node-queue.ts'
import type { NodeOutcome, NodeResult } from './protocol.ts'
import type { Run } from './run.ts'
import { unseal } from './sealed.ts'

/** Outcome in a signed result of this attempt; `undefined` if the signature is not valid. */
export function signedOutcome(run: Run, content: unknown, secret: string): NodeOutcome | undefined {
  const result = unseal(secret, 'outcome', content) as NodeResult | undefined
  if (result?.attempt !== run.attempt || result.simulationId !== run.job.id) return undefined
  const { node, outcome } = result
  // The job was canceled, but not by this process: by another process, or because the node lost Redis.
  if (outcome.kind === 'cancelled' && !run.isCancelled) return { kind: 'handed_back' }
  if (outcome.kind !== 'completed') return outcome
  return { kind: 'completed', result: { ...outcome.result, attempt: run.attempt, node: { name: node } } }
}

export interface Surroundings {
  secret: string
  nowMs: number
  /** True if a node takes jobs from the queue. */
  isServed: boolean
  isConnected(worker: string): boolean
  /** Maximum time in ms that a job may wait without a node, or run on a node that seems dead. */
  unservedMs: number
  deadMs: number
}

export type Verdict =
  /** The attempt continues. */
  | { kind: 'alive' }
  /** The attempt may be lost; the time limit starts with the first doubtful verdict. */
  | { kind: 'doubtful' }
  /** The attempt has ended; `detail` is logged. */
  | { kind: 'over'; outcome: NodeOutcome; isLost?: boolean; detail?: string }
  /** The attempt has ended if the job can be removed from the queue. */
  | { kind: 'given_up'; outcome: NodeOutcome; isLost?: boolean; detail?: undefined }

/** @param found state of the job in the queue */
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
    // A connected node lost the lock while Redis paused; for any other node, the job counts as a death.
    const isGone = worker !== undefined && !around.isConnected(worker)
    if (!isGone) return { kind: 'over', outcome: { kind: 'handed_back' }, isLost: true, detail: reason }
    const detail = `The compute node did not finish the job: ${reason}`
    return { kind: 'over', outcome: { kind: 'died', detail }, isLost: true }
  }
  if (found.kind === 'active' ? found.isLocked : around.isServed) return { kind: 'alive' }
  const doubtMs = around.nowMs - (run.deadSinceMs ?? around.nowMs)
  if (found.kind === 'waiting') {
    // The job was not started, so no node can be at fault.
    return doubtMs < around.unservedMs
      ? { kind: 'doubtful' }
      : { kind: 'given_up', outcome: { kind: 'handed_back' } }
  }
  // The node may only be disconnected for a while, so the job is not given up yet.
  if (doubtMs < around.deadMs) return { kind: 'doubtful' }
  const isThere = found.worker !== undefined && around.isConnected(found.worker)
  // The connected node hangs, or could not renew the lock because Redis was full.
  if (isThere) return { kind: 'given_up', outcome: { kind: 'handed_back' }, isLost: true }
  const detail = `The compute node ${found.worker ?? ''} disappeared.`
  return { kind: 'given_up', outcome: { kind: 'died', detail }, isLost: true }
}
