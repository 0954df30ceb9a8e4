import type Stripe from 'stripe'
import type { CreditRecords } from '../../storage/records/types.ts'
import { Problem } from '../plugins/problems.ts'
import { type Checkout, minorUnits, type OpenCheckout } from './checkouts.ts'

/** Where Stripe sends its customers back to, at the origin's root. */
export const returnPaths = { success: '/payments/thanks', cancel: '/payments/cancelled' } as const

/** What Stripe keeps with a checkout and its payment: to whom they belong, whatever happens to us meanwhile. */
export interface CheckoutMetadata {
  credit_session_id: string
  account_id: string
}

/**
 * Opens a Checkout session for one pack. It is on stable storage before Stripe hears of it, so no payment comes that
 * the records know nothing of.
 *
 * @throws {Stripe.errors.StripeError} when Stripe can't or won't open it
 */
export async function openStripeCheckout(
  { api, publicUrl, records }: { api: Stripe; publicUrl: string; records: CreditRecords },
  ...[accountId, pack, protect]: Parameters<OpenCheckout>
): Promise<Checkout> {
  const amount_minor = minorUnits(pack)
  const created = await records.createCreditSession(accountId, pack.pack, pack.credits, {
    provider: 'stripe',
    price: { amount_minor, currency: pack.currency },
  })
  const metadata = { credit_session_id: created.id, account_id: accountId } satisfies CheckoutMetadata
  const opened = await api.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: pack.currency.toLowerCase(),
            unit_amount: amount_minor,
            product_data: { name: `${pack.credits} credits` },
          },
        },
      ],
      // In another currency, what is paid could not be compared with what was asked.
      adaptive_pricing: { enabled: false },
      client_reference_id: created.id,
      metadata,
      // Refunds tell of the payment, not of the checkout.
      payment_intent_data: { metadata, description: `${pack.credits} credits` },
      success_url: `${publicUrl}${returnPaths.success}`,
      cancel_url: `${publicUrl}${returnPaths.cancel}`,
    },
    { idempotencyKey: created.id },
  )
  const { expires_at, id: provider_session_id, url } = opened
  if (url === null) throw new Problem('payments_unavailable', undefined, { headers: { 'retry-after': 600 } })
  const known = { provider_session_id, expires_at: new Date(1000 * expires_at).toISOString() }
  const session = await records.updateCreditSession(created.id, known, protect(() => url).idempotency)
  // The account was deleted meanwhile.
  if (session === undefined) throw new Problem('key_invalid')
  return { session, url }
}
