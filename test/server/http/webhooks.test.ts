import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import t from 'tap'
import { ContractChecker } from '../../helpers/client.ts'
import { certificateOf, Inbox, type ShownDelivery } from '../../helpers/inbox.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const inbox = new Inbox()
const { cert, key } = await certificateOf('hooks.example')
const secure = createServer({ cert, key }, inbox.take)
const plain = createHttpServer(inbox.take)
const forbidden = createServer({ cert, key }, inbox.take)
secure.listen(0, '127.0.0.1')
plain.listen(0, '127.0.0.1')
await Promise.all([once(secure, 'listening'), once(plain, 'listening')])
const { port } = secure.address() as AddressInfo
// The same port of an address that nobody allowed.
forbidden.listen(port, '127.0.0.2')
await once(forbidden, 'listening')
const refused = new Inbox()
forbidden.removeAllListeners('request').on('request', refused.take)
for (const server of [secure, plain, forbidden]) t.teardown(() => server.close())

/** What hooks.example stands for, from question to question. */
const names: string[] = []
let asked = 0
const clock = { offsetMs: 0 }
const server = await startTestServer(t, {
  env: { WEBHOOK_ALLOW: '127.0.0.1' },
  now: () => Date.now() + clock.offsetMs,
  recordsNow: () => new Date(Date.now() + clock.offsetMs),
  webhookNetwork: {
    ca: cert,
    random: () => 0,
    resolve: async () => {
      asked++
      return [{ address: names.shift() ?? '127.0.0.1', family: 4 }]
    },
  },
})
const base = '/api/v1/webhooks'
const { client, account } = await server.account('enterprise')
const { records } = server.services

async function make(path: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const answer = await client.post(base, { url: `https://hooks.example:${port}${path}`, ...more })
  if (answer.status !== 201) throw new Error(`Expected 201, got ${answer.status}.`)
  return answer.json()
}

const remove = (id: string) => client.delete(`${base}/${id}`)

async function deliveries(id: string): Promise<ShownDelivery[]> {
  const answer = await client.get(`${base}/${id}/deliveries`)
  return answer.json<{ deliveries: ShownDelivery[] }>().deliveries
}

/** The newest delivery, once it was tried so often. */
async function tried(id: string, attempts = 1): Promise<ShownDelivery> {
  for (;;) {
    const [first] = records.deliveries(id)
    if (first && first.attempts >= attempts) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [delivery] = await deliveries(id)
  if (delivery === undefined) throw new Error('Expected a delivery.')
  return delivery
}

t.test('a webhook is made, listed, read and deleted; its secret is shown once', async (t) => {
  const answer = await client.post(base, { url: 'https://HOOKS.example/a?token=1' })
  t.equal(answer.status, 201)
  t.match(answer.json(), { warnings: [{ code: 'address_is_local' }] })
  const made = answer.json<Record<string, unknown> & { id: string; secret: string }>()
  const { secret, warnings: _warnings, ...rest } = made
  t.equal(answer.headers.location, `${base}/${made.id}`)
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.match(rest, {
    id: /^whk_[0-9A-Za-z]{20}$/,
    url: 'https://hooks.example/a?token=1',
    events: [
      'simulation.completed',
      'simulation.failed',
      'simulation.deleted',
      'credits.granted',
      'credits.low',
    ],
    credits_low_below: 100,
    rotated_at: null,
    previous_secret_until: null,
    owed: 0,
    disabled: null,
  })
  t.same((await client.get(base)).json(), { webhooks: [rest] })
  t.same((await client.get(`${base}/${made.id}`)).json(), rest)
  t.same(await deliveries(made.id), [])
  t.equal((await remove(made.id)).status, 204)
  t.equal((await remove(made.id)).json().code, 'webhook_not_found')
  t.same((await client.get(base)).json(), { webhooks: [] })
  t.notMatch(server.log.join(), /token=1|whsec_/)
})

t.test('what is wrong is refused, field by field', async (t) => {
  const refusals: [object, string][] = [
    [{}, '#/url'],
    [{ url: 'https://10.0.0.1/' }, '#/url'],
    [{ url: 'http://hooks.example/' }, '#/url'],
    [{ url: 'https://127.0.0.2/' }, '#/url'],
    [{ url: 1 }, '#/url'],
    [{ url: `https://hooks.example/${'x'.repeat(2000)}` }, '#/url'],
    [{ url: 'https://hooks.example/', events: [] }, '#/events'],
    [{ url: 'https://hooks.example/', events: ['webhook.test'] }, '#/events/0'],
    [{ url: 'https://hooks.example/', events: ['credits.low', 'credits.low'] }, '#/events'],
    [{ url: 'https://hooks.example/', credits_low_below: 0 }, '#/credits_low_below'],
    [{ url: 'https://hooks.example/', name: 'x' }, '#/name'],
  ]
  for (const [body, pointer] of refusals) {
    const answer = await client.post(base, body)
    t.equal(answer.status, 400)
    t.match(answer.json(), { code: 'invalid_parameters', errors: [{ pointer }] }, JSON.stringify(body))
  }
  t.same((await client.get(base)).json(), { webhooks: [] })
})

t.test('at most ten', async (t) => {
  const ids: string[] = []
  for (let count = 0; count < 10; count++) ids.push((await make('/many')).id)
  const answer = await client.post(base, { url: 'https://hooks.example/' })
  t.equal(answer.status, 409)
  t.equal(answer.json().code, 'too_many_webhooks')
  for (const id of ids) await remove(id)
})

t.test('events are posted, signed as Standard Webhooks has it', async (t) => {
  const { id, secret } = await make('/events')
  const simulation = await simulateToEnd(client)
  await client.delete(`/api/v1/simulations/${simulation}`)
  await records.grant(account.id, 7, 'a present')
  const [completed, deleted, granted] = await inbox.at('/events', 3)
  const verifier = new Verifier(secret)
  for (const post of [completed, deleted, granted]) {
    if (post === undefined) throw new Error('Expected three posts.')
    t.same(verifier.verify(post.body, post.headers), post.json)
    t.throws(() => verifier.verify(`${post.body} `, post.headers), 'an altered one is not verified')
    t.throws(() => new Verifier(`whsec_${'A'.repeat(43)}=`).verify(post.body, post.headers))
    t.match(post.headers, {
      'content-type': 'application/json',
      'user-agent': /^radio-coverage-service\/\d/,
      'webhook-id': /^evt_/,
    })
  }
  t.match(completed?.json, {
    type: 'simulation.completed',
    data: {
      id: simulation,
      status: 'completed',
      credits_charged: 1,
      completed_at: completed?.json.timestamp,
      result_url: `/results/${simulation}.tif`,
    },
  })
  t.match(deleted?.json, { type: 'simulation.deleted', data: { id: simulation, deleted_at: /^\d/ } })
  t.notOk('result_url' in (deleted?.json.data ?? {}))
  t.match(granted?.json, { type: 'credits.granted', data: { amount: 7, reason: 'a present' } })
  await tried(id)
  const log = await deliveries(id)
  t.match(log, [
    { type: 'credits.granted', simulation_id: null, status: 'delivered' },
    { type: 'simulation.deleted', simulation_id: simulation },
    {
      type: 'simulation.completed',
      event_id: completed?.headers['webhook-id'],
      attempts: 1,
      next_try_at: null,
    },
  ])
  const page = await client.get(`${base}/${id}/deliveries?limit=1&offset=1`)
  t.match(page.json(), { deliveries: [{ type: 'simulation.deleted' }], total: 3 })
  t.match(page.headers.link, /offset=2>; rel="next".*offset=0>; rel="prev"/)
  const last = await client.get(`${base}/${id}/deliveries?limit=2&offset=1`)
  t.notMatch(last.headers.link, /rel="next"/, 'the last page')
  t.equal((await client.get(`${base}/${id}/deliveries?limit=0`)).status, 400)
  await remove(id)
})

t.test('only what was asked for comes, and a failed simulation is told', async (t) => {
  const { id } = await make('/failed', { events: ['simulation.failed'] })
  await simulateToEnd(client)
  server.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'x' }
  const failed = await simulateToEnd(client)
  server.compute.failure = undefined
  const [post] = await inbox.at('/failed')
  t.match(post?.json, {
    type: 'simulation.failed',
    data: { id: failed, credits_charged: 0, failed_at: /^\d/ },
  })
  await tried(id)
  t.equal((await deliveries(id)).length, 1)
  await remove(id)
})

t.test('after a rotation both secrets sign for a day', async (t) => {
  const { id, secret } = await make('/rotated')
  const rotated = await client.post(`${base}/${id}/rotate`)
  t.equal(rotated.status, 200)
  const { secret: next, previous_secret_until } = rotated.json<{
    secret: string
    previous_secret_until: string
  }>()
  t.not(next, secret)
  t.equal(
    Date.parse(previous_secret_until),
    Date.parse(rotated.json<{ rotated_at: string }>().rotated_at) + 86_400_000,
  )
  await client.post(`${base}/${id}/test`)
  const [both] = await inbox.at('/rotated')
  if (both === undefined) throw new Error('Expected a post.')
  t.equal(both.headers['webhook-signature']?.split(' ').length, 2)
  for (const one of [secret, next]) t.ok(new Verifier(one).verify(both.body, both.headers))
  await tried(id)

  clock.offsetMs += 86_400_000
  await client.post(`${base}/${id}/test`)
  const [, later] = await inbox.at('/rotated', 2)
  if (later === undefined) throw new Error('Expected a post.')
  t.equal(later.headers['webhook-signature']?.split(' ').length, 1)
  t.equal((await client.get(`${base}/${id}`)).json().previous_secret_until, null)
  // The library judges the time too, which is tomorrow's here.
  const headers = { ...later.headers }
  const signer = (one: string) =>
    new Verifier(one).sign(
      String(headers['webhook-id']),
      new Date(1000 * Number(headers['webhook-timestamp'])),
      later.body,
    )
  t.equal(headers['webhook-signature'], signer(next))
  t.not(headers['webhook-signature'], signer(secret))
  clock.offsetMs = 0
  await remove(id)
})

t.test('a test is sent once, and its delivery tells what came of it', async (t) => {
  const { id } = await make('/test')
  inbox.answer = (_path, response) => response.writeHead(500).end('x'.repeat(1_000_000))
  const test = await client.post(`${base}/${id}/test`)
  t.equal(test.status, 202)
  t.match(test.json(), { type: 'webhook.test', status: 'pending', simulation_id: null, attempts: 0 })
  const delivery = await tried(id)
  t.match(delivery, {
    status: 'failed',
    attempts: 1,
    last_try: { status: 500, error: null },
    next_try_at: null,
  })
  t.same(Object.keys(delivery.last_try ?? {}).sort(), ['at', 'duration_ms', 'error', 'status'])
  t.equal((await client.get(`${base}/${id}`)).json().disabled, null)
  inbox.answer = (_path, response) => response.writeHead(204).end()
  await remove(id)
})

t.test('a disabled account gets nothing until it is enabled again', async (t) => {
  const { id } = await make('/disabled')
  await records.updateAccount(account.id, { disabled: true })
  await records.grant(account.id, 1, 'while disabled')
  await new Promise((resolve) => setTimeout(resolve, 200))
  t.match([...records.deliveries(id)], [{ status: 'pending', attempts: 0 }])
  await records.updateAccount(account.id, { disabled: false })
  await records.grant(account.id, 1, 'when enabled')
  t.match(await tried(id), { status: 'delivered' })
  await remove(id)
})

t.test('redirects are not followed, and a replay brings the same event', async (t) => {
  const { id } = await make('/moved')
  inbox.answer = (path, response) => {
    const location = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/elsewhere`
    if (path === '/moved') response.writeHead(307, { location }).end()
    else response.writeHead(204).end()
  }
  await simulateToEnd(client)
  const failed = await tried(id)
  t.match(failed, { status: 'pending', last_try: { status: 307 }, attempts: 1 })
  t.ok(failed.next_try_at)
  inbox.answer = (_path, response) => response.writeHead(204).end()
  const replay = await client.post(`${base}/${id}/deliveries/${failed.delivery_id}/replay`)
  t.equal(replay.status, 202)
  const posts = await inbox.at('/moved', 2)
  t.equal(new Set(posts.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.same(posts[0]?.body, posts[1]?.body)
  t.match(await tried(id), { status: 'delivered', attempts: 1 })
  t.same(
    inbox.received.filter(({ path }) => path === '/elsewhere'),
    [],
  )
  const missing = await client.post(`${base}/${id}/deliveries/dlv_none/replay`)
  t.match([missing.status, missing.json().code], [404, 'delivery_not_found'])
  await remove(id)
})

t.test('the address that was judged is the one that is connected to, at every try', async (t) => {
  const { id } = await make('/rebound')
  const before = asked
  names.push('127.0.0.1', '127.0.0.2', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '127.0.0.1')
  for (const [index, expected] of [
    null,
    'address_refused',
    'address_refused',
    'address_refused',
    null,
  ].entries()) {
    await client.post(`${base}/${id}/test`)
    const delivery = await tried(id)
    t.equal(delivery.last_try?.error, expected)
    t.equal(asked, before + index + 1, 'one question for each try')
  }
  t.equal((await inbox.at('/rebound')).length, 2)
  t.same(refused.received, [], 'nobody connected to what was not allowed')
  await remove(id)
})

t.test('what is allowed is reached without TLS too; who shows another certificate is not', async (t) => {
  const { port: plainPort } = plain.address() as AddressInfo
  const open = (await client.post(base, { url: `http://127.0.0.1:${plainPort}/plain` })).json<{
    id: string
  }>()
  await client.post(`${base}/${open.id}/test`)
  t.equal((await inbox.at('/plain')).length, 1)
  const other = (await client.post(base, { url: `https://other.example:${port}/other` })).json<{
    id: string
  }>()
  await client.post(`${base}/${other.id}/test`)
  t.match((await tried(other.id)).last_try, { status: null, error: 'tls_failed' })
  const closed = (await client.post(base, { url: 'https://127.0.0.1:1/' })).json<{ id: string }>()
  await client.post(`${base}/${closed.id}/test`)
  t.match((await tried(closed.id)).last_try, { status: null, error: 'connection_failed' })
  for (const { id } of [open, other, closed]) await remove(id)
})

t.test('410 switches off, which the list tells; a test switches on again', async (t) => {
  const { id } = await make('/gone')
  inbox.answer = (_path, response) => response.writeHead(410).end()
  await simulateToEnd(client)
  const failed = await tried(id)
  t.match(failed, { status: 'failed', last_try: { status: 410 }, next_try_at: null })
  const { webhooks } = (await client.get(base)).json<{ webhooks: { disabled: object }[] }>()
  t.match(webhooks, [{ id, disabled: { reason: 'gone', at: /^\d/ } }])
  await simulateToEnd(client)
  t.equal((await deliveries(id)).length, 1)
  inbox.answer = (_path, response) => response.writeHead(204).end()
  await client.post(`${base}/${id}/test`)
  await tried(id)
  t.equal((await client.get(`${base}/${id}`)).json().disabled, null)
  await remove(id)
})

t.test('one account sees nothing of another', async (t) => {
  const { id } = await make('/own')
  await simulateToEnd(client)
  const delivery = await tried(id)
  const stranger = await server.account('enterprise')
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/${delivery.delivery_id}/replay`],
  ] as const) {
    const answers = await Promise.all(
      [id, 'whk_none'].map((one) => stranger.client.ask(`${base}/${one}${path}`, { method })),
    )
    for (const answer of answers)
      t.match([answer.status, answer.json().code], [404, 'webhook_not_found'], path)
  }
  t.same((await stranger.client.get(base)).json(), { webhooks: [] })
  await simulateToEnd(stranger.client, validRequest)
  t.equal((await deliveries(id)).length, 1)
  await records.deleteAccount(stranger.account.id)
  await remove(id)
})

t.test('an account whose access is taken gets nothing, until it is given back', async (t) => {
  const { account: closed, client: owner } = await server.account('pro')
  const made = (await owner.post(base, { url: `https://hooks.example:${port}/closed` })).json<{
    id: string
  }>()
  await records.updateAccount(closed.id, { plan: 'free' })
  await records.grant(closed.id, 1, 'x')
  t.equal(records.owedCount(made.id), 1)
  t.equal((await owner.get(base)).json().code, 'plan_not_allowed')
  await records.updateAccount(closed.id, { plan: 'pro' })
  t.match((await inbox.at('/closed'))[0]?.json, { type: 'credits.granted' })
})

t.test('what was posted is what the document says', async (t) => {
  const checker = ContractChecker.of(server.document)
  t.ok(inbox.received.length > 15)
  for (const { json } of inbox.received) t.same(checker.postFaults(json.type, json), [], json.type)
  t.ok(checker.postFaults('credits.low', { type: 'credits.low', timestamp: '', data: {} }).length > 0)
})

t.test('a stop leaves what is under way to the next start', async (t) => {
  const { id } = await make('/slow')
  inbox.answer = () => {}
  await client.post(`${base}/${id}/test`)
  await inbox.at('/slow')
  await server.stopServer()
  t.equal(records.owedCount(id), 1)
  t.notOk(records.deliveries(id)[0]?.last_try, 'whether it was accepted is not known')
})
