import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import type { Answer, Client } from './client.ts'

export const secretKey = 'sk_test_hush4eC39HqLyjWDarjtT1zdp7dc'
export const webhookSecret = 'whsec_hushmP0gYk2aJXn'

/** What was asked for, flat as it came: `line_items[0][price_data][currency]`. */
type Form = Record<string, string>

export interface CheckoutSession {
  id: string
  object: 'checkout.session'
  url: string
  mode: string
  expires_at: number
  amount_total: number
  currency: string
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  metadata: Record<string, string>
  client_reference_id: string
}

interface PaymentIntent {
  id: string
  object: 'payment_intent'
  metadata: Record<string, string>
}

/** As much of Stripe as a shop with one-time payments sees, with its signatures; it keeps everything in memory. */
export class FakeStripe {
  readonly sessions: CheckoutSession[] = []
  readonly payments = new Map<string, PaymentIntent>()
  readonly requests: { path: string; form: Form; headers: IncomingMessage['headers'] }[] = []
  /** What becomes of the next requests: an error of that status, a closed connection, or no answer at all. */
  trouble: number | 'reset' | 'silence' | undefined
  /** Called when a Checkout session is made, before it is answered. */
  onSession: (session: CheckoutSession) => Promise<void> = async () => {}
  url = ''
  readonly #byIdempotencyKey = new Map<string, string>()
  readonly #server = createServer((incoming, outgoing) => {
    this.#answer(incoming).then(
      (answer) => {
        if (answer === 'reset') incoming.socket.destroy()
        if (typeof answer === 'string') return
        const headers = { 'content-type': 'application/json', 'request-id': 'req_fake' }
        outgoing.writeHead(answer.status, headers).end(answer.body)
      },
      () => incoming.socket.destroy(),
    )
  })
  #events = 0

  async start(t: Test): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    t.teardown(() => this.stop())
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** The environment of a service that sells through this. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: this.url,
      PUBLIC_URL: 'https://coverage.example',
    }
  }

  /** The customer pays; `later` by a method that takes days. */
  pay(session: CheckoutSession, later = false): CheckoutSession {
    const { metadata } = session
    const payment_intent = `pi_${session.id.slice(8)}`
    this.payments.set(payment_intent, { id: payment_intent, object: 'payment_intent', metadata })
    Object.assign(session, { payment_intent, payment_status: later ? 'unpaid' : 'paid' })
    return { ...session }
  }

  /** An event as Stripe sends it. */
  event(type: string, object: object): string {
    this.#events++
    const created = Math.floor(Date.now() / 1000)
    const id = `evt_${this.#events}`
    return JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } }, null, 2)
  }

  completed(session: CheckoutSession): string {
    return this.event('checkout.session.completed', session)
  }

  refunded(session: CheckoutSession, amount_refunded: number): string {
    const { amount_total: amount, currency, metadata, payment_intent } = session
    const refunded = amount_refunded === amount
    const charge = { object: 'charge', id: 'ch_1', amount, amount_refunded, refunded, currency }
    return this.event('charge.refunded', { ...charge, metadata, payment_intent })
  }

  disputed(session: CheckoutSession, type: string, status: string, change: object = {}): string {
    const { amount_total: amount, currency, payment_intent } = session
    const dispute = { object: 'dispute', id: `du_${payment_intent}`, charge: 'ch_1', metadata: {}, amount }
    return this.event(`charge.dispute.${type}`, { ...dispute, currency, payment_intent, status, ...change })
  }

  async #answer(incoming: IncomingMessage): Promise<{ status: number; body: string } | 'reset' | 'silence'> {
    const form = Object.fromEntries(new URLSearchParams(await text(incoming)))
    const path = `${incoming.method} ${incoming.url}`
    this.requests.push({ path, form, headers: incoming.headers })
    if (typeof this.trouble === 'string') return this.trouble
    if (this.trouble !== undefined)
      return failure(this.trouble, { type: 'api_error', message: 'Out of order' })
    if (incoming.headers.authorization !== `Bearer ${secretKey}`) {
      return failure(401, { message: 'Invalid API Key provided: sk_test_*********zdp7dc' })
    }
    const payment = /^GET \/v1\/payment_intents\/(\w+)$/.exec(path)?.[1]
    if (payment !== undefined) {
      const found = this.payments.get(payment)
      if (found) return { status: 200, body: JSON.stringify(found) }
      return failure(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such payment',
      })
    }
    if (path !== 'POST /v1/checkout/sessions') return failure(404, { message: `Unrecognized request URL` })

    const key = String(incoming.headers['idempotency-key'])
    let body = this.#byIdempotencyKey.get(key)
    if (body === undefined) {
      const session = this.#open(form)
      body = JSON.stringify(session)
      this.#byIdempotencyKey.set(key, body)
      await this.onSession(session)
    }
    return { status: 200, body }
  }

  #open(form: Form): CheckoutSession {
    const number = this.sessions.length + 1
    const id = `cs_test_${process.pid}${number}`
    const price = (name: string) => form[`line_items[0][price_data][${name}]`]
    const metadata = Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    })
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      mode: form.mode ?? '',
      expires_at: Math.floor(Date.now() / 1000) + 86_400,
      amount_total: Number(form['line_items[0][quantity]']) * Number(price('unit_amount')),
      currency: price('currency') ?? '',
      payment_status: 'unpaid',
      payment_intent: null,
      metadata: Object.fromEntries(metadata),
      client_reference_id: form.client_reference_id ?? '',
    }
    this.sessions.push(session)
    return session
  }
}

function failure(status: number, error: object): { status: number; body: string } {
  return { status, body: JSON.stringify({ error }) }
}

/** Stripe's signature of a body: HMAC-SHA-256 over its time and the body. */
export function sign(body: string, atMs = Date.now(), secret = webhookSecret): string {
  const time = Math.floor(atMs / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/** Delivers an event as Stripe does. */
export function deliver(client: Client, body: string, signature = sign(body)): Promise<Answer> {
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' }
  return client.ask('/payments/stripe', { method: 'POST', headers, body })
}
