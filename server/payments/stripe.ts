import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type Stripe from 'stripe'
import type { Config } from '../config/config.ts'
import type { Logger } from '../config/logger.ts'
import type { StripeSettings } from '../config/payments.ts'
import { Problem, retryLater } from '../http/errors.ts'
import type { OpenCheckout } from './checkouts.ts'
import { openStripeCheckout } from './stripe-checkout.ts'
import { type PaymentRecords, takeEvent } from './stripe-events.ts'

/** Time limit in ms per attempt: with one retry, clients get a response within half a minute. */
const requestTimeoutMs = 10_000
/** Maximum age of a webhook delivery in seconds; older deliveries may be replays. */
const toleranceS = 300

export interface StripeParts {
  /** Configuration; `publicUrl` is read when needed, because a free port is assigned late. */
  config: Pick<Config, 'publicUrl'>
  records: PaymentRecords
  logger: Logger
  /** Current time in milliseconds since 1970. */
  now(): number
  requestTimeoutMs?: number
}

export type StripePayments = Awaited<ReturnType<typeof openStripe>>

export async function openStripe(settings: StripeSettings, parts: StripeParts) {
  const { config, logger, now, records } = parts
  const { api, agent } = await connect(settings, parts.requestTimeoutMs ?? requestTimeoutMs)
  const refuse = (error: unknown): never => {
    throw unavailable(error, logger)
  }

  return {
    /** @throws {Problem} `payments_unavailable` if Stripe does not open a checkout; `too_many_checkouts` */
    open: (...order: Parameters<OpenCheckout>) =>
      openStripeCheckout({ api, publicUrl: config.publicUrl, records, now }, ...order).catch(refuse),
    /**
     * Handles a Stripe event; resolves when the change is stored durably.
     * @throws {Problem} `signature_invalid` if not signed by Stripe, or too old; `malformed_json` or
     * `invalid_parameters` if not an event; `payments_unavailable` if another request to Stripe fails
     */
    async receive(payload: Buffer, signature: string): Promise<void> {
      const event = readEvent(api, { payload, signature, secret: settings.webhookSecret, nowMs: now() })
      await takeEvent({ api, records, logger }, event).catch(refuse)
    },
    close: () => agent.destroy(),
  }
}

async function connect({ apiBase, secretKey }: StripeSettings, timeout: number) {
  // Stripe's client is loaded only if payments are configured.
  const { default: Stripe } = await import('#stripe')
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  const agent = new (isPlain ? HttpAgent : HttpsAgent)({ keepAlive: true })
  const api = new Stripe(secretKey, {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpAgent: agent,
    timeout,
    maxNetworkRetries: 1,
    // Telemetry would write an identifier to the user's home folder.
    telemetry: false,
  })
  return { api, agent }
}

function readEvent(
  { webhooks }: Stripe,
  delivery: { payload: Buffer; signature: string; secret: string; nowMs: number },
): Stripe.Event {
  const { payload, signature, secret, nowMs } = delivery
  let event: unknown
  try {
    event = webhooks.constructEvent(payload, signature, secret, toleranceS, undefined, nowMs)
  } catch (error) {
    if (typeOf(error) === 'StripeSignatureVerificationError') throw new Problem('signature_invalid')
    if (error instanceof SyntaxError) throw new Problem('malformed_json')
    throw notAnEvent()
  }
  if (!isEvent(event)) throw notAnEvent()
  return event
}

function isEvent(value: unknown): value is Stripe.Event {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: { object?: unknown } }
  return typeof type === 'string' && typeof data?.object === 'object' && data.object !== null
}

function notAnEvent(): Problem {
  return new Problem(
    'invalid_parameters',
    'The body must be a snapshot event of Stripe, with type and data.object.',
  )
}

function typeOf(error: unknown): string | undefined {
  const { type } = (error ?? {}) as { type?: unknown }
  return typeof type === 'string' && type.startsWith('Stripe') ? type : undefined
}

/** Problem for a failed call to Stripe, which is logged and may be retried. */
function unavailable(error: unknown, logger: Logger): unknown {
  const type = typeOf(error)
  if (type === undefined) return error
  const { param, requestId, statusCode: status } = error as Stripe.errors.StripeError
  // The original message is not logged, because messages about invalid keys contain part of the key.
  const err = type === 'StripeAuthenticationError' ? new Error('the key is refused') : error
  logger.error({ err, type, param, status, stripe_request: requestId }, 'Stripe request failed')
  // After a refusal by Stripe, the operator must act, so clients retry after 600 s in place of 30 s.
  const isRefusal = status !== undefined && status >= 400 && status < 500 && status !== 429
  return retryLater(
    'payments_unavailable',
    isRefusal ? 600 : 30,
    'A request to the payment provider failed; try again later.',
  )
}
