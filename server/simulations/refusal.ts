import { Problem, retryLater } from '../http/errors.ts'
import type { Refusal } from '../jobs/types.ts'
import { creditProblem } from '../requests/price.ts'

export const admissionProblems = [
  'too_many_cells',
  'too_many_posts',
  'tx_below_ground',
  'terrain_unavailable',
  'starting',
] as const
export const refusalProblems = [
  'insufficient_credits',
  'credit_limit_reached',
  'storage_quota_exceeded',
  'concurrency_limit_exceeded',
  'overloaded',
  'storage_unavailable',
  'shutting_down',
] as const

export function refusal(outcome: Refusal, what: 'simulation' | 'batch' = 'simulation'): Problem {
  switch (outcome.outcome) {
    case 'concurrency_limit_exceeded': {
      const { limit, running, retryAfterS } = outcome
      return new Problem(
        outcome.outcome,
        `${running} simulations are running or waiting; the plan allows ${limit}. Nothing was charged.`,
        { headers: { 'retry-after': retryAfterS }, members: { limit, running } },
      )
    }
    case 'insufficient_credits':
    case 'credit_limit_reached':
      return creditProblem(outcome, what)
    case 'storage_quota_exceeded': {
      const { used_bytes, quota_bytes } = outcome
      return new Problem(
        outcome.outcome,
        `The stored results of the account use ${used_bytes} bytes; the plan allows ${quota_bytes}: delete simulations first. Nothing was charged.`,
        { members: { used_bytes, quota_bytes } },
      )
    }
    case 'overloaded':
    case 'storage_unavailable':
      return retryLater(outcome.outcome, outcome.retryAfterS, outcome.detail)
    case 'shutting_down':
      return retryLater(outcome.outcome, 10)
  }
}
