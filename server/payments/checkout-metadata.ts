import type { CreditSession } from '../../storage/records/types.ts'

/**
 * Metadata that Stripe stores with a checkout and with the payment: account and price, in case the record is
 * lost. Only this service sets the metadata, and Stripe signs the events that return it.
 */
export function metadataOf(session: CreditSession, price: NonNullable<CreditSession['price']>) {
  const { account_id, created_at, credits, expires_at, id, pack } = session
  return {
    credit_session_id: id,
    account_id,
    pack,
    credits: String(credits),
    amount_minor: String(price.amount_minor),
    currency: price.currency,
    created_at,
    expires_at,
  }
}

/** Restores a checkout from metadata; `undefined` for metadata of another service. */
export function sessionOf(
  metadata: Readonly<Record<string, string | undefined>> | null,
): CreditSession | undefined {
  const { credit_session_id, account_id, pack, credits, amount_minor, currency, created_at, expires_at } =
    metadata ?? {}
  if (!credit_session_id || !account_id || !pack || !currency || !created_at || !expires_at) return undefined
  const price = { amount_minor: Number(amount_minor), currency }
  if (!isPositive(Number(credits)) || !isPositive(price.amount_minor)) return undefined
  return {
    id: credit_session_id,
    account_id,
    pack,
    credits: Number(credits),
    created_at,
    expires_at,
    paid_at: null,
    provider: 'stripe',
    price,
    provider_session_id: null,
    payment_intent_id: null,
    refunded: 0,
    disputes: {},
  }
}

function isPositive(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
