import type { CreditRecords, CreditSession, Protection } from '../../storage/records/types.ts'
import { maximumCheckouts } from '../config/limits.ts'
import type { PaymentSettings } from '../config/payments.ts'
import { Problem } from '../http/errors.ts'

export interface Pack {
  /** Its name: the number of credits. */
  pack: string
  credits: number
  /** Decimal, such as "5.00". */
  price: string
  /** ISO 4217, upper case. */
  currency: string
}

export interface Checkout {
  session: CreditSession
  url: string
}

export type OpenCheckout = (accountId: string, pack: Pack, protect: Protect) => Promise<Checkout>

export type Protect = (urlOf: (session: CreditSession) => string) => {
  idempotency?: Protection<CreditSession>
}

/**
 * Must be called right before the checkout is made, without `await` in between, so that the limit holds under
 * concurrent requests.
 * @throws {Problem} `too_many_checkouts`
 */
export function refuseMoreCheckouts(records: CreditRecords, accountId: string): void {
  if (records.openCreditSessions(accountId) >= maximumCheckouts) throw new Problem('too_many_checkouts')
}

export function packsOf({ currency, packPrices }: PaymentSettings): Pack[] {
  return Object.entries(packPrices).map(([pack, price]) => ({ pack, credits: Number(pack), price, currency }))
}

/** Price in the smallest unit of its currency; all configurable currencies have two decimals. */
export function minorUnits({ price }: Pack): number {
  return Number(price.replace('.', ''))
}
