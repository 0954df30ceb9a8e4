import type Stripe from 'stripe'
import type { CreditRecords, CreditSession } from '../../storage/records/types.ts'
import { Problem, retryLater } from '../http/errors.ts'
import { metadataOf } from './checkout-metadata.ts'
import { type Checkout, minorUnits, type OpenCheckout, refuseMoreCheckouts } from './checkouts.ts'

/** Paths of the pages to which Stripe returns customers, at the root of the origin. */
export const returnPaths = { success: '/payments/thanks', cancel: '/payments/cancelled' } as const

export interface CheckoutContext {
  api: Stripe
  publicUrl: string
  records: CreditRecords
  /** Current time in milliseconds since 1970. */
  now(): number
}

/**
 * Opens a Stripe Checkout session for one pack. The checkout is recorded before Stripe is called, and Stripe
 * stores the metadata, so every payment can be matched to a record.
 * @throws {Stripe.errors.StripeError} if Stripe cannot or will not open the session
 * @throws {Problem} `too_many_checkouts`
 */
export async function openStripeCheckout(
  context: CheckoutContext,
  ...[accountId, pack, protect]: Parameters<OpenCheckout>
): Promise<Checkout> {
  const { now, records } = context
  const price = { amount_minor: minorUnits(pack), currency: pack.currency }
  refuseMoreCheckouts(records, accountId)
  const created = await records.createCreditSession(accountId, pack.pack, pack.credits, {
    provider: 'stripe',
    price,
  })
  try {
    const { url, ...known } = await open(context, created, price)
    const session = await records.updateCreditSession(created.id, known, protect(() => url).idempotency)
    // The account was deleted in the meantime.
    if (session === undefined) throw new Problem('key_invalid')
    return { session, url }
  } catch (error) {
    // The client never received the URL, so the checkout must not count as open.
    const expires_at = new Date(now()).toISOString()
    await records.updateCreditSession(created.id, { expires_at }).catch(() => {})
    throw error
  }
}

async function open(
  { api, publicUrl }: CheckoutContext,
  created: CreditSession,
  { amount_minor, currency }: NonNullable<CreditSession['price']>,
): Promise<{ url: string; provider_session_id: string; expires_at: string }> {
  const { credits, id } = created
  const metadata = metadataOf(created, { amount_minor, currency })
  const opened = await api.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: amount_minor,
            product_data: { name: `${credits} credits` },
          },
        },
      ],
      // A payment in another currency would have an amount that cannot be compared with the price.
      adaptive_pricing: { enabled: false },
      client_reference_id: id,
      metadata,
      // Refund events refer to the payment, not to the checkout.
      payment_intent_data: { metadata, description: `${credits} credits` },
      success_url: `${publicUrl}${returnPaths.success}`,
      cancel_url: `${publicUrl}${returnPaths.cancel}`,
    },
    { idempotencyKey: id },
  )
  const { expires_at, id: provider_session_id, url } = opened
  if (url === null) throw retryLater('payments_unavailable', 600)
  return { url, provider_session_id, expires_at: new Date(1000 * expires_at).toISOString() }
}
