import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { openStripe } from '../../../server/payments/stripe.ts'
import { startTestServer } from '../../helpers/server.ts'
import { type CheckoutSession, deliver, secretKey, sign, webhookSecret } from '../../helpers/stripe.ts'
import { openShop } from '../../helpers/stripe-shop.ts'

const { buyer, caller, entries, purchase, records, server, stripe, tell } = await openShop(t)

t.test('a purchase repeated with its key opens one session', async (t) => {
  const { client } = await server.account()
  const ask = () => {
    const headers = { 'idempotency-key': 'once' }
    return client.ask('/api/v1/credits/purchase', { method: 'POST', headers, body: { pack: '100' } })
  }
  stripe.trouble = 500
  t.equal((await ask()).status, 503)
  stripe.trouble = undefined
  const first = await ask()
  t.equal(first.status, 201)
  const count = stripe.sessions.length
  const again = await ask()
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal(again.text, first.text)
  t.equal(stripe.sessions.length, count)
})

t.test('a purchase opens a Checkout session', async (t) => {
  const { account, client } = await server.account()
  const session = await purchase(client)
  const { form, headers, path } = stripe.requests.at(-1) ?? {}
  t.equal(path, 'POST /v1/checkout/sessions')
  const id = session.metadata.credit_session_id ?? ''
  t.equal(headers?.['idempotency-key'], id, 'a repetition of the call opens no second one')
  t.match(form, {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '2000',
    'metadata[account_id]': account.id,
    'payment_intent_data[metadata][credit_session_id]': id,
    success_url: 'https://coverage.example/payments/thanks',
    cancel_url: 'https://coverage.example/payments/cancelled',
  })
  t.match(records.creditSession(id), {
    account_id: account.id,
    credits: 500,
    provider: 'stripe',
    provider_session_id: session.id,
    price: { amount_minor: 2000, currency: 'EUR' },
    paid_at: null,
  })
  const opened = await client.post('/api/v1/credits/purchase', { pack: '100' })
  t.equal(
    Date.parse(opened.json<{ expires_at: string }>().expires_at) / 1000,
    stripe.sessions.at(-1)?.expires_at,
  )
  t.equal(records.credits(account.id).balance, 1000, 'which grants nothing')
  t.equal((await caller.post(`/sandbox/checkout/${id}`)).status, 404, 'and there is no sandbox')
})

t.test('the return pages are served', async (t) => {
  for (const [path, text] of [
    ['/payments/thanks', /granted as soon as the payment is confirmed/],
    ['/payments/cancelled', /Nothing was paid/],
  ] as const) {
    const page = await caller.get(path)
    t.equal(page.status, 200)
    t.match(page.text, text)
    t.match(page.headers, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  }
})

t.test('a payment grants once, however often it is reported at once', async (t) => {
  const { account, session } = await buyer()
  const completed = stripe.completed(stripe.pay(session))
  const succeeded = stripe.event('checkout.session.async_payment_succeeded', { ...session })
  await Promise.all([completed, succeeded, completed, completed, succeeded].map(tell))
  await tell(completed)
  t.match(await entries(account.id), [
    { type: 'grant', amount: 500, reason: 'pack 500', payment_id: session.metadata.credit_session_id },
  ])
})

t.test("an event's signature is checked over its exact bytes", async (t) => {
  const { account, session } = await buyer()
  const event = stripe.completed(stripe.pay(session))
  await tell(`{"object":"event","x":{"a":1,"a":2},${event.slice(1)}`)
  t.match(await entries(account.id), [{ type: 'grant', amount: 500 }])
})

t.test('a delayed payment grants when it succeeds', async (t) => {
  const { account, session } = await buyer()
  const completed = stripe.completed(stripe.pay(session, true))
  await tell(completed)
  await tell(stripe.event('checkout.session.async_payment_failed', session))
  t.same(await entries(account.id), [])
  await tell(stripe.event('checkout.session.async_payment_succeeded', stripe.pay(session)))
  await tell(completed)
  t.match(await entries(account.id), [{ type: 'grant', amount: 500 }])
})

t.test('a payment counts even after the checkout has expired', async (t) => {
  const late = await startTestServer(t, { env: stripe.env, now: () => Date.now() + 240_000 })
  const { account, client } = await late.account('pro', 0)
  const session = await purchase(client)
  const id = session.metadata.credit_session_id ?? ''
  await late.services.records.updateCreditSession(id, { expires_at: '2020-01-01T00:00:00.000Z' })
  t.equal((await deliver(late.client(), stripe.completed(stripe.pay(session)))).status, 200)
  t.equal(late.services.records.credits(account.id).balance, 500)
})

t.test('only unchanged, recent events signed by Stripe are accepted', async (t) => {
  const { account, session } = await buyer()
  const body = stripe.completed(stripe.pay(session))
  const now = Date.now()
  const refused: [string, string, string][] = [
    ['none', body, ''],
    ['not one', body, 'nonsense'],
    ['of another secret', body, sign(body, now, 'whsec_another')],
    ['of another body', `${body} `, sign(body)],
    ['of the same value, written differently', JSON.stringify(JSON.parse(body)), sign(body)],
    ['of an hour ago', body, sign(body, now - 3_600_000)],
    ['of 301 seconds ago', body, sign(body, now - 301_000)],
    [
      'with the time changed',
      body,
      sign(body, now - 3_600_000).replace(/t=\d+/, `t=${Math.floor(now / 1000)}`),
    ],
    ['of an older scheme', body, sign(body).replace('v1=', 'v0=')],
    ['without a body', '', sign(body)],
  ]
  for (const [name, sent, signature] of refused) {
    const answer = await deliver(caller, sent, signature)
    t.equal(answer.status, 400, name)
    t.equal(answer.headers['content-type'], 'application/problem+json')
    t.equal(answer.json().code, 'signature_invalid', name)
  }
  t.same(await entries(account.id), [])
  const rolled = `${sign(body, now, 'whsec_before')},${sign(body, now).split(',')[1]}`
  t.equal((await deliver(caller, body, rolled)).status, 200, 'while the secret is changed there are two')
  t.match(await entries(account.id), [{ type: 'grant', amount: 500 }])
})

t.test('the webhook refuses invalid bodies and other requests', async (t) => {
  for (const [body, code] of [
    ['{', 'malformed_json'],
    ['null', 'invalid_parameters'],
    ['[]', 'invalid_parameters'],
    ['{"type":"charge.refunded"}', 'invalid_parameters'],
    ['{"type":"charge.refunded","data":{"object":null}}', 'invalid_parameters'],
    ['{"object":"v2.core.event","type":"v1.billing.meter"}', 'invalid_parameters'],
  ] as const) {
    const answer = await deliver(caller, body)
    t.equal(answer.status, 400, body)
    t.equal(answer.json().code, code, body)
  }
  const large = stripe.event('charge.refunded', { text: 'x'.repeat(70_000) })
  t.equal((await deliver(caller, large)).json().code, 'payload_too_large')
  const asText = { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }
  t.equal((await caller.ask('/payments/stripe', asText)).json().code, 'unsupported_media_type')
  const read = await caller.get('/payments/stripe')
  t.equal(read.status, 405)
  t.equal(read.headers.allow, 'POST')
})

t.test('deliveries are not rate limited', async (t) => {
  const { account, session } = await buyer()
  const body = stripe.completed(stripe.pay(session))
  for (let count = 0; count < 70; count++) {
    const answer = await deliver(caller, body, count === 69 ? sign(body) : 'nonsense')
    t.equal(answer.status, count === 69 ? 200 : 400)
    t.equal(answer.headers['x-ratelimit-limit'], undefined)
  }
  t.equal(records.credits(account.id).balance, 500)
})

t.test('other events and sessions are ignored', async (t) => {
  const { account, session } = await buyer()
  const paid = stripe.pay(session)
  const stranger = { ...paid, id: 'cs_test_other', payment_intent: 'pi_other' }
  const { credit_session_id: id = '' } = paid.metadata
  // A payment link lets its user choose the reference.
  await tell(stripe.completed({ ...stranger, metadata: {}, client_reference_id: id }))
  await tell(stripe.completed(stranger))
  await tell(
    stripe.completed({ ...stranger, metadata: { credit_session_id: 'cs_none', account_id: account.id } }),
  )
  await tell(stripe.refunded({ ...stranger, metadata: {} }, 2000))
  await tell(stripe.disputed(stranger, 'created', 'needs_response'))
  await tell(
    stripe.event('charge.dispute.created', { object: 'dispute', status: 'lost', payment_intent: null }),
  )
  await tell(stripe.event('customer.created', { object: 'customer' }))
  const sandbox = await records.createCreditSession(account.id, '500', 500)
  const metadata = { credit_session_id: sandbox.id, account_id: account.id }
  await tell(stripe.completed({ ...stranger, metadata }))
  t.same(await entries(account.id), [])
})

t.test('a payment of another amount or currency, or for someone else, grants nothing', async (t) => {
  const { account, session } = await buyer()
  const other = await server.account('pro', 0)
  const paid = stripe.pay(session)
  for (const change of [
    { amount_total: 1999 },
    { amount_total: 200 },
    { currency: 'usd' },
    { payment_status: 'no_payment_required', amount_total: 0 },
    { metadata: { ...paid.metadata, account_id: other.account.id } },
    { metadata: {} },
  ]) {
    await tell(stripe.completed({ ...paid, ...change } as CheckoutSession))
    t.match(server.log.at(-2), /payment mismatch/)
  }
  t.same(await entries(account.id), [])
  t.same(await entries(other.account.id), [])
  await tell(stripe.completed(paid))
  t.equal(records.credits(account.id).balance, 500)
})

t.test('a payment for a deleted account grants nothing', async (t) => {
  const { account, session } = await buyer()
  await records.deleteAccount(account.id)
  await tell(stripe.completed(stripe.pay(session)))
  t.equal((await records.ledger(account.id)).total, 0)
})

t.test('a crash between grant and answer grants once', async (t) => {
  const { account, session } = await buyer()
  const body = stripe.completed(stripe.pay(session))
  const { payCreditSession } = records
  const copy = await mkdtemp(join(tmpdir(), 'coverage-crash-'))
  t.teardown(() => rm(copy, { recursive: true, force: true }))
  records.payCreditSession = async (...payment) => {
    const outcome = await payCreditSession(...payment)
    await cp(server.services.config.recordsDir, join(copy, 'records'), { recursive: true })
    await rm(join(copy, 'records', 'records.lock'), { force: true })
    throw new Error(`killed after ${outcome.outcome}`)
  }
  t.equal((await deliver(caller, body)).status, 500)
  records.payCreditSession = payCreditSession

  const again = await startTestServer(t, { env: { ...stripe.env, DATA_DIR: copy } })
  t.equal((await deliver(again.client(), body)).status, 200)
  const { entries } = await again.services.records.ledger(account.id)
  t.match(entries, [{ type: 'grant', amount: 500 }])
})

t.test('a crash after Stripe opened the session loses no payment', async (t) => {
  const { account, client } = await server.account('pro', 0)
  const copy = await mkdtemp(join(tmpdir(), 'coverage-crash-'))
  t.teardown(() => rm(copy, { recursive: true, force: true }))
  stripe.onSession = async () => {
    await cp(server.services.config.recordsDir, join(copy, 'records'), { recursive: true })
    await rm(join(copy, 'records', 'records.lock'), { force: true })
  }
  const session = await purchase(client)
  stripe.onSession = async () => {}

  const again = await startTestServer(t, { env: { ...stripe.env, DATA_DIR: copy } })
  const found = again.services.records
  const id = session.metadata.credit_session_id ?? ''
  t.equal(found.creditSession(id)?.provider_session_id, null)
  const body = stripe.completed(stripe.pay(session))
  const answers = await Promise.all([1, 2, 3].map(() => deliver(again.client(), body)))
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  t.match((await found.ledger(account.id)).entries, [{ type: 'grant', amount: 500 }])
  t.equal(found.creditSession(id)?.provider_session_id, session.id)
})

t.test('an event that could not be stored is delivered again', async (t) => {
  const { account, session } = await buyer()
  const body = stripe.completed(stripe.pay(session))
  const { payCreditSession } = records
  records.payCreditSession = async () => {
    throw new Error('ENOSPC')
  }
  t.ok((await deliver(caller, body)).status >= 500)
  records.payCreditSession = payCreditSession
  await tell(body)
  t.equal(records.credits(account.id).balance, 500)
})

t.test('without Stripe there is no checkout', async (t) => {
  const { account, client } = await server.account()
  const refused = async () => {
    const answer = await client.post('/api/v1/credits/purchase', { pack: '100' })
    t.equal(answer.status, 503)
    t.equal(answer.json().code, 'payments_unavailable')
    return Number(answer.headers['retry-after'])
  }
  const before = stripe.requests.length
  stripe.trouble = 'reset'
  t.equal(await refused(), 30)
  const tries = stripe.requests.slice(before).map(({ headers }) => headers['idempotency-key'])
  t.equal(tries.length, 2)
  t.equal(tries[0], tries[1], 'both tries ask for the same session')
  stripe.trouble = 503
  t.equal(await refused(), 30)
  stripe.trouble = 400
  t.equal(await refused(), 600)
  t.match(server.log.at(-2), /Out of order/)
  stripe.trouble = undefined
  t.equal(records.credits(account.id).balance, 1000)
  await purchase(client)

  const wrong = await startTestServer(t, { env: { ...stripe.env, STRIPE_SECRET_KEY: 'sk_test_wrong' } })
  const guest = await wrong.account()
  const answer = await guest.client.post('/api/v1/credits/purchase', { pack: '100' })
  t.equal(answer.json().code, 'payments_unavailable')
  t.match(wrong.log.join(''), /the key is refused/)
  t.notMatch(wrong.log.join('') + answer.text, /sk_test/)
})

t.test('a request to Stripe times out', async (t) => {
  const { config, logger, now } = server.services
  if (config.stripe === null) throw new Error('Expected the settings of Stripe.')
  const hasty = await openStripe(config.stripe, { config, logger, now, records, requestTimeoutMs: 100 })
  t.teardown(hasty.close)
  const { account } = await server.account()
  stripe.trouble = 'silence'
  const pack = { pack: '100', credits: 100, price: '5.00', currency: 'EUR' }
  await t.rejects(
    hasty.open(account.id, pack, () => ({})),
    { code: 'payments_unavailable' },
  )
  stripe.trouble = undefined
  await hasty.open(account.id, pack, () => ({}))
  t.match(stripe.sessions.at(-1), { amount_total: 500, metadata: { account_id: account.id } })
})

t.test('the document has the webhook, which needs no key', async (t) => {
  const webhook = server.document.paths['/payments/stripe']?.post as {
    security?: object
    parameters: object
    responses: object
  }
  t.same(webhook.security, [], 'none, whatever the default is')
  t.match(webhook.parameters, [{ in: 'header', name: 'stripe-signature', required: true }])
  t.same(Object.keys(webhook.responses), [
    '200',
    '400',
    '405',
    '408',
    '413',
    '414',
    '415',
    '431',
    '500',
    '503',
  ])
  const sandbox = await startTestServer(t)
  t.notOk('/payments/stripe' in sandbox.document.paths, 'without Stripe it is not documented')
  t.equal((await deliver(sandbox.client(), '{}')).status, 404)
})

t.test('neither secrets nor signatures are logged or answered', async (t) => {
  const log = server.log.join('')
  t.match(log, /payment completed/)
  t.notMatch(log, /hush|v1=|checkout\.stripe\.com/)
  t.notMatch(JSON.stringify(server.document), /hush/)
  t.ok(secretKey.includes('hush') && webhookSecret.includes('hush'))
})
