import t from 'tap'
import { canonicalJson } from '../../../server/http/validation/canonical-json.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

let now = Date.now()
const server = await startTestServer(t, { now: () => now })
const { records } = server.services

/** A fresh window of the rate limit for each test. */
t.beforeEach(() => {
  now += 60_000
})

function post(client: Client, key: string, body: unknown, path = '/simulate'): Promise<Answer> {
  return client.ask(`/api/v1${path}`, { method: 'POST', headers: { 'idempotency-key': key }, body })
}

const balance = async (client: Client) => (await client.get('/api/v1/credits')).json().balance
const total = async (client: Client) => (await client.get('/api/v1/simulations')).json().total

t.test('a repeated request gets the first answer and is charged once', async (t) => {
  const { client } = await server.account('pro', 10)
  const first = await post(client, 'a', validRequest)
  t.equal(first.status, 201)
  t.equal(first.headers['idempotency-replayed'], undefined)
  const shuffled = Object.fromEntries(Object.entries(validRequest).reverse())
  const written = JSON.stringify(shuffled, null, 3).replace('868', '8.68e2')
  for (const body of [validRequest, shuffled, written]) {
    const again = await post(client, 'a', body)
    t.equal(again.status, 201)
    t.equal(again.headers['idempotency-replayed'], 'true')
    t.same(again.json(), first.json())
    t.equal(again.headers.location, first.headers.location)
    t.match(again.headers['retry-after'], /^\d+$/)
    t.equal(again.headers['content-type'], first.headers['content-type'])
  }
  t.equal(await total(client), 1)
  t.equal(await balance(client), 9)
  t.equal((await post(client, 'b', validRequest)).headers['idempotency-replayed'], undefined, 'another key')
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 201, 'no key')
  t.equal(await total(client), 3)
})

t.test('a key belongs to one body, one account and one path', async (t) => {
  const { client } = await server.account()
  const other = await server.account()
  await post(client, 'k', validRequest)
  for (const body of [{ ...validRequest, erp: 1 }, {}, [], null, { ...validRequest, tx_lat: 'x' }]) {
    const answer = await post(client, 'k', body)
    t.equal(answer.status, 422)
    t.equal(answer.json().code, 'idempotency_mismatch')
  }
  t.equal((await post(other.client, 'k', { ...validRequest, erp: 2 })).status, 201)
  t.equal((await post(client, 'k', { pack: '100' }, '/credits/purchase')).status, 201)
  t.equal(await total(client), 1)
})

t.test('a purchase is opened once', async (t) => {
  const { client } = await server.account()
  const first = await post(client, 'p', { pack: '100' }, '/credits/purchase')
  const again = await post(client, 'p', { pack: '100' }, '/credits/purchase')
  t.equal(again.status, 201)
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.same(again.json(), first.json())
  t.equal((await post(client, 'p', { pack: '500' }, '/credits/purchase')).status, 422)
})

t.test('only successful answers are stored', async (t) => {
  const { account, client } = await server.account('pro', 0)
  t.equal((await post(client, 'k', { ...validRequest, tx_lat: 99 })).status, 400)
  t.equal((await post(client, 'k', validRequest)).json().code, 'insufficient_credits')
  await records.grant(account.id, 5, 'test')
  const done = await post(client, 'k', validRequest)
  t.equal(done.status, 201)
  t.equal(done.headers['idempotency-replayed'], undefined)
  t.equal((await post(client, 'k', { ...validRequest, tx_lat: 99 })).status, 422)
})

t.test('the key is checked before the body, and after its type and size', async (t) => {
  const { client } = await server.account()
  const long = await post(client, 'x'.repeat(256), {})
  t.equal(long.status, 400)
  t.match(long.json().errors, [{ parameter: 'Idempotency-Key', detail: /1 to 255/ }])
  t.equal((await post(client, '', validRequest)).status, 400)
  t.equal((await post(client, 'x'.repeat(255), validRequest)).status, 201)
  const headers = { 'idempotency-key': 'x'.repeat(256), 'content-type': 'text/plain' }
  t.equal((await client.ask('/api/v1/simulate', { method: 'POST', headers, body: 'x' })).status, 415)
  const big = JSON.stringify({ name: 'x'.repeat(70_000) })
  t.equal((await post(client, 'x'.repeat(256), big)).status, 413)
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  t.equal((await post(client, 'deep', deep)).status, 400)
  t.equal((await post(client, 'x'.repeat(255), deep)).status, 422)
  const estimate = await post(client, 'x'.repeat(300), validRequest, '/simulate/estimate')
  t.equal(estimate.status, 200, 'what costs nothing needs no key')
})

t.test('of two simultaneous requests one is asked to wait', async (t) => {
  const { client } = await server.account()
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(client, 'k', validRequest)))
  const statuses = answers.map(({ status }) => status)
  t.ok(statuses.includes(201))
  for (const answer of answers) {
    if (answer.status === 201) t.equal(answer.json().id, (await post(client, 'k', validRequest)).json().id)
    else t.equal(answer.json().code, 'idempotency_in_flight')
  }
  t.equal(await total(client), 1)
})

t.test('a second request is refused while the first is being stored', async (t) => {
  const { client } = await server.account()
  const { accept } = records
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  records.accept = async (input) => {
    arrive()
    await gate
    return accept(input)
  }
  t.teardown(() => Object.assign(records, { accept }))
  const first = post(client, 'k', validRequest)
  await arrived
  const second = await post(client, 'k', validRequest)
  t.equal(second.status, 409)
  t.equal(second.json().code, 'idempotency_in_flight')
  go()
  t.equal((await first).status, 201)
  t.equal((await post(client, 'k', validRequest)).headers['idempotency-replayed'], 'true')
})

t.test('repetitions count against the rate, not against concurrency', async (t) => {
  const { client } = await server.account()
  server.compute.held = true
  for (const key of ['a', 'b', 'c']) await post(client, key, validRequest)
  t.equal((await post(client, 'd', validRequest)).json().code, 'concurrency_limit_exceeded')
  let last = await post(client, 'a', validRequest)
  t.equal(last.status, 201)
  t.equal(last.headers['x-ratelimit-remaining'], '55')
  for (let count = 5; count < 61; count++) last = await post(client, 'a', validRequest)
  t.equal(last.status, 429)
  t.equal(last.json().code, 'rate_limited')
  server.compute.release()
})

t.test('the stored answer outlives the simulation', async (t) => {
  const { client } = await server.account()
  const first = await post(client, 'k', validRequest)
  t.equal((await client.delete(`/api/v1/simulations/${first.json().id}`)).status, 204)
  const again = await post(client, 'k', validRequest)
  t.same([again.status, again.json()], [201, first.json()])
  t.equal(await total(client), 0)
})

t.test('a failure to store is reported, and no answer is kept', async (t) => {
  const { client } = await server.account('pro', 10)
  const { accept, removeSimulation } = records
  const started = await post(client, 'z', validRequest)
  const full = async (): Promise<never> => {
    throw Object.assign(new Error('no space'), { code: 'records_unwritable' })
  }
  Object.assign(records, { accept: full, removeSimulation: full })
  t.teardown(() => Object.assign(records, { accept, removeSimulation }))
  const refused = await post(client, 'k', validRequest)
  t.equal(refused.status, 503)
  t.match(refused.json(), { code: 'overloaded', detail: /Storage is not available/ })
  t.equal((await client.delete(`/api/v1/simulations/${started.json().id}`)).status, 503)
  Object.assign(records, { accept, removeSimulation })
  t.equal((await post(client, 'k', validRequest)).headers['idempotency-replayed'], undefined)
})

t.test('equal JSON values have one canonical text', (t) => {
  const same = (one: string, other: string) =>
    canonicalJson(JSON.parse(one)) === canonicalJson(JSON.parse(other))
  t.ok(same('{"a":1,"b":[{"c":2,"d":null}]}', ' {"b": [ {"d":null,"c":2.0} ], "a": 1e0}'))
  t.ok(same('{"\\u0061":"\\u00e9"}', '{"a":"é"}'))
  t.notOk(same('[1,2]', '[2,1]'))
  t.notOk(same('{"a":1}', '{"a":"1"}'))
  t.notOk(same('{"a":[]}', '{"a":{}}'))
  t.notOk(same('{"a":null}', '{}'))
  t.end()
})
