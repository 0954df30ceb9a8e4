/** Price of paths computed for a request, each with a separate terrain profile. */

import { holdRefusal } from '../../storage/records/ledger.ts'
import type { CreditState, HoldRefusal } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'

export const PATHS_PER_CREDIT = 1000

/** Credits available to a request. */
export interface Purse {
  state: CreditState
  monthlyLimit: number
}

/** Price in credits: one credit per thousand paths, rounded up. */
export function priceOfPaths(paths: number): number {
  return Math.ceil(paths / PATHS_PER_CREDIT)
}

/** @throws {Problem} if the account cannot pay for the paths */
export function refuseTooDear(paths: number, { state, monthlyLimit }: Purse): void {
  const refusal = holdRefusal(state, priceOfPaths(paths), monthlyLimit)
  if (refusal) throw creditProblem(refusal, 'request')
}

export function creditProblem(refusal: HoldRefusal, what: 'simulation' | 'batch' | 'request'): Problem {
  const { outcome, ...members } = refusal
  const price = `The ${what} costs ${members.required} credits`
  const left =
    'balance' in members
      ? `the balance is ${members.balance}`
      : `and ${members.used_this_month} of this month's ${members.limit} are used`
  return new Problem(outcome, `${price}, ${left}. Nothing was charged.`, { members })
}
