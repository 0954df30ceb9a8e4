import type { CreditRecords, CreditSession, Protection } from '../../storage/records/types.ts'
import { maximumCheckouts } from '../config/limits.ts'
import type { PaymentSettings } from '../config/payments.ts'
import { Problem } from '../http/errors.ts'

export type Pack = ReturnType<typeof packsOf>[number]

export interface Checkout {
  session: CreditSession
  url: string
}

export type OpenCheckout = (accountId: string, pack: Pack, protect: Protect) => Promise<Checkout>

export type Protect = (urlOf: (session: CreditSession) => string) => {
  idempotency?: Protection<CreditSession>
}

/**
 * Refuses a checkout above the limit. Callers must not `await` between this call and creating the checkout,
 * so that the limit holds for concurrent requests.
 * @throws {Problem} `too_many_checkouts`
 */
export function refuseMoreCheckouts(records: CreditRecords, accountId: string): void {
  if (records.openCreditSessions(accountId) >= maximumCheckouts) throw new Problem('too_many_checkouts')
}

/** Packs for sale: the name is the number of credits, the price a decimal string such as "5.00". */
export function packsOf({ currency, packPrices }: PaymentSettings) {
  return Object.entries(packPrices).map(([pack, price]) => ({ pack, credits: Number(pack), price, currency }))
}

/** Price in minor units, such as cents; all configurable currencies have two decimals. */
export function minorUnits({ price }: Pack): number {
  return Number(price.replace('.', ''))
}
