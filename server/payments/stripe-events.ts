import type Stripe from 'stripe'
import type { AccountRecords, CreditRecords, CreditSession } from '../../storage/records/types.ts'
import type { Logger } from '../config/logger.ts'
import { sessionOf } from './checkout-metadata.ts'

export type PaymentRecords = CreditRecords & Pick<AccountRecords, 'account'>

export interface EventContext {
  api: Stripe
  records: PaymentRecords
  logger: Logger
}

/**
 * Applies a Stripe event; resolves when the change is stored durably. Events may arrive repeatedly,
 * concurrently and in any order. Events about payments of other services are ignored.
 * @throws {Stripe.errors.StripeError} if another request to Stripe fails
 */
export async function takeEvent(context: EventContext, event: Stripe.Event): Promise<void> {
  const eventFields = { event: event.id, type: event.type }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return settle(context, event.data.object, eventFields)
    case 'charge.refunded':
      return refund(context, event.data.object, eventFields)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return dispute(context, event.data.object, eventFields)
    default:
      context.logger.info(eventFields, 'Stripe event ignored: nothing to change')
  }
}

async function settle(
  { logger, records }: EventContext,
  checkout: Stripe.Checkout.Session,
  eventFields: object,
): Promise<void> {
  const session =
    records.creditSessionBy({ provider_session_id: checkout.id }) ?? ours(records, checkout.metadata)
  if (session === undefined || (session.provider_session_id ?? checkout.id) !== checkout.id) {
    logger.info(eventFields, 'checkout ignored: payment belongs to another service')
    return
  }
  const known = { ...eventFields, payment: session.id }
  // A delayed payment triggers another event when it completes.
  if (checkout.payment_status === 'unpaid') {
    logger.info(known, 'payment pending')
    return
  }
  const { price } = session
  const { amount_total, currency, payment_status } = checkout
  const isAsAsked =
    payment_status === 'paid' &&
    amount_total === price?.amount_minor &&
    currency === price.currency.toLowerCase() &&
    checkout.metadata?.account_id === session.account_id
  if (!isAsAsked) {
    const paid = { payment_status, amount_total, currency }
    logger.error({ ...known, asked: price, paid }, 'payment mismatch: no credits granted')
    return
  }
  const payment_intent_id = idOf(checkout.payment_intent)
  const { outcome } = await records.payCreditSession(session, {
    // The record may lack the id if the process ended right after opening the checkout.
    provider_session_id: checkout.id,
    ...(payment_intent_id !== undefined && { payment_intent_id }),
  })
  logger.info({ ...known, outcome }, 'payment completed')
}

async function refund(
  { logger, records }: EventContext,
  charge: Stripe.Charge,
  eventFields: object,
): Promise<void> {
  const session = byPayment(records, idOf(charge.payment_intent)) ?? ours(records, charge.metadata)
  if (session === undefined) {
    logger.info(eventFields, 'refund ignored: payment belongs to another service')
    return
  }
  const credits = Math.round(session.credits * fraction(charge.amount_refunded, charge.amount))
  await records.refundCreditSession(session, credits)
  logger.info({ ...eventFields, payment: session.id, credits }, 'payment refunded')
}

/** Dispute states in which the customer's bank holds the money; a lost dispute may still be won on appeal. */
const withheld = new Set<string>([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
])

async function dispute(context: EventContext, about: Stripe.Dispute, eventFields: object): Promise<void> {
  const { logger, records } = context
  // Inquiries move no money, and prevented disputes arrive as refunds.
  const state = about.status === 'won' ? 'won' : withheld.has(about.status) ? 'open' : undefined
  if (state === undefined) {
    logger.info({ ...eventFields, status: about.status }, 'dispute ignored: nothing to change')
    return
  }
  const session = await disputed(context, idOf(about.payment_intent))
  if (session === undefined) {
    logger.info(eventFields, 'dispute ignored: payment belongs to another service')
    return
  }
  const { price } = session
  // In another currency, the disputed share of the price is unknown, so all credits are withheld.
  const part =
    about.currency === price?.currency.toLowerCase() ? fraction(about.amount, price.amount_minor) : 1
  const credits = Math.round(session.credits * part)
  await records.disputeCreditSession(session, { id: about.id, credits, state })
  logger.info({ ...eventFields, payment: session.id, credits, status: about.status }, 'payment disputed')
}

/** Checkout of a disputed payment; disputes have no metadata, so an unknown payment is fetched from Stripe. */
async function disputed(
  { api, records }: EventContext,
  paymentIntentId: string | undefined,
): Promise<CreditSession | undefined> {
  if (paymentIntentId === undefined) return undefined
  const known = byPayment(records, paymentIntentId)
  if (known) return known
  try {
    const { metadata } = await api.paymentIntents.retrieve(paymentIntentId)
    return ours(records, metadata)
  } catch (error) {
    if ((error as Stripe.errors.StripeError).code === 'resource_missing') return undefined
    throw error
  }
}

function byPayment(
  records: PaymentRecords,
  payment_intent_id: string | undefined,
): CreditSession | undefined {
  return payment_intent_id === undefined ? undefined : records.creditSessionBy({ payment_intent_id })
}

/** Checkout named by the metadata; a checkout that was deleted after expiry is restored from the metadata. */
function ours(records: PaymentRecords, metadata: Stripe.Metadata | null): CreditSession | undefined {
  const session = records.creditSession(metadata?.credit_session_id ?? '') ?? sessionOf(metadata)
  const isOurs = session?.provider === 'stripe' && session.account_id === metadata?.account_id
  return isOurs && records.account(session.account_id) ? session : undefined
}

function fraction(part: number, whole: number): number {
  return part >= whole ? 1 : part / whole
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}
