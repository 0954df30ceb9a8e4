import { once } from 'node:events'
import { connect } from 'node:tls'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { makeLinks } from '../../../server/links/make.ts'
import { priceOfPaths } from '../../../server/requests/price.ts'
import type { LedgerEntry } from '../../../storage/records/types.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { mast, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Paths that are computed for a request cost credits: when they are charged, when they are refused, and who never pays.

const server = await startOnHills(t, { PLAN_PRO: 'requests=10000', PLAN_ENTERPRISE: 'requests=10000' })
const { records } = server.services
const { tx_lat: lat, tx_lon: lon } = mast
const links = '/api/v1/link/batch?tx_height=30&frequency=600'

const posted = (client: Client, path: string, text: string, accept = 'application/json') =>
  client.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', accept },
    body: Buffer.from(text),
  })
const pairs = (count: number, place: readonly [number, number] = [lat + 0.001, lon + 0.001]) =>
  `tx_lat,tx_lon,rx_lat,rx_lon\n${`${lat},${lon},${place.join()}\n`.repeat(count)}`
const points = (count: number, heightM: number, place: readonly [number, number] = [lat + 0.001, lon]) =>
  `lat,lon,rx_height\n${`${place.join()},${heightM}\n`.repeat(count)}`

interface Money {
  balance: number
  used_this_month: number
}
const moneyOf = async (client: Client) => (await client.get('/api/v1/credits')).json<Money>()
const lastOf = async (client: Client) =>
  (await client.get('/api/v1/credits/ledger?limit=1')).json<{ entries: LedgerEntry[]; total: number }>()
/** Holds that a request moves no credits, whatever it is answered. */
async function free(t: Test, client: Client, ask: () => Promise<Answer>): Promise<Answer> {
  const before = await lastOf(client)
  const answer = await ask()
  t.same(await lastOf(client), before, 'nothing moved')
  return answer
}

t.test('a credit for each thousand begun', (t) => {
  t.same([0, 1, 1000, 1001, 10_000].map(priceOfPaths), [0, 1, 1, 2, 10])
  t.end()
})

t.test('pairs of a batch are charged once it is answered, and count in the month', async (t) => {
  const { client } = await server.account('pro', 100)
  for (const [count, accept, credits, balance] of [
    [1, 'application/json', 1, 99],
    [1001, 'text/csv', 2, 97],
  ] as const) {
    const answer = await posted(client, links, pairs(count), accept)
    t.equal(answer.status, 200, answer.text.slice(0, 300))
    t.equal(answer.headers['x-credits-charged'], String(credits))
    t.match(await lastOf(client), {
      entries: [{ type: 'adjust', amount: -credits, balance, reason: `links: ${count}` }],
    })
  }
  t.match(await moneyOf(client), { balance: 97, used_this_month: 3 })
  const one = { tx_lat: lat, tx_lon: lon, tx_height: 30, rx_lat: lat, rx_lon: lon + 0.01, frequency: 600 }
  const link = await free(t, client, () => client.post('/api/v1/link', one))
  t.match(link, { status: 200, headers: { 'x-credits-charged': undefined } })
})

t.test('points with paths of their own are charged, no others', async (t) => {
  const { client } = await server.account('enterprise', 100)
  const { id } = await finished(client, viewedRequest)
  const path = `/results/${id}/features`
  const before = await moneyOf(client)
  for (const prefix of ['', '/api/v1']) {
    const answer = await posted(client, prefix + path, points(2, 9))
    t.match(answer, { status: 200, headers: { 'x-credits-charged': '1' } })
  }
  t.match(await lastOf(client), {
    entries: [{ type: 'adjust', amount: -1, reason: `paths to points of ${id}: 2` }],
  })
  t.same((await moneyOf(client)).balance, before.balance - 2)
  // As high as the result has them; out of range; without a height.
  for (const text of [points(2, 2), points(2, 9, [lat + 0.5, lon]), `lat,lon\n${lat},${lon}\n`]) {
    const answer = await free(t, client, () => posted(client, path, text))
    t.match(answer, { status: 200, headers: { 'x-credits-charged': '0' } })
  }

  const made = await records.createShare(id, { days: 1, maximum: 100 })
  const visitor = server.client(made?.token ?? '')
  const refused = await free(t, client, () => posted(visitor, path, points(1, 9)))
  t.match(refused.json(), {
    status: 400,
    code: 'invalid_parameters',
    errors: [
      {
        row: 2,
        detail: /^row 2: an rx_height that differs .* costs credits: .* not a share or a signed URL/,
      },
    ],
  })
  t.equal((await free(t, client, () => posted(visitor, path, points(1, 2)))).status, 200)
})

t.test('what the balance or the month does not have is refused, by what was asked for', async (t) => {
  const { client } = await server.account('pro', 4)
  const { id } = await finished(client, viewedRequest)
  const path = `/results/${id}/features`
  t.equal((await moneyOf(client)).balance, 2)
  for (const [address, text] of [
    [links, pairs(2001)],
    [path, points(2001, 9)],
  ] as const) {
    t.match((await free(t, client, () => posted(client, address, text))).json(), {
      ...{ status: 403, code: 'insufficient_credits', balance: 2, required: 3 },
      detail: 'The request costs 3 credits, the balance is 2. Nothing was charged.',
    })
  }
  const account = await records.createAccount({ name: 'a', plan: 'pro', credits: 100, limit: 1 })
  const limited = server.client((await records.createKey(account.id))?.api_key ?? '')
  t.match((await free(t, limited, () => posted(limited, links, pairs(1001)))).json(), {
    ...{ status: 403, code: 'credit_limit_reached', limit: 1, used_this_month: 0, required: 2 },
  })
  t.equal((await posted(limited, links, pairs(1))).status, 200)
  t.match((await posted(limited, links, pairs(1))).json(), { used_this_month: 1, required: 1 })
})

t.test('nothing is computed before the price is known to be there', async (t) => {
  const state = { balance: 1, held: 0, used_this_month: 0 }
  const task = {
    ...{ bytes: Buffer.from(pairs(1001)), mediaType: 'text/csv', asTable: false },
    ...{ query: { tx_height: 30, frequency: 600 }, antennas: new Map() },
  }
  const ground = {
    terrain: () => Promise.reject(new Error('read')),
    layers: () => Promise.reject(new Error('read')),
  }
  const purse = { state, monthlyLimit: 10 }
  const refusal = await makeLinks({ ...task, purse }, ground).catch((error: unknown) => error)
  t.match(refusal, { code: 'insufficient_credits', extra: { members: { balance: 1, required: 2 } } })
  const rich = { state: { ...state, balance: 2 }, monthlyLimit: 10 }
  for (const able of [rich, undefined, { state: { ...state, unmetered: true as const }, monthlyLimit: 0 }]) {
    await t.rejects(makeLinks({ ...task, purse: able }, ground), { message: 'read' })
  }
})

t.test('an unmetered account is charged and never refused', async (t) => {
  const account = await records.createAccount({ name: 'me', unmetered: true })
  const client = server.client((await records.createKey(account.id))?.api_key ?? '')
  await records.adjust(account.id, -1_000_000_000, 'spent')
  const answer = await posted(client, links, pairs(1001))
  t.match(answer, { status: 200, headers: { 'x-credits-charged': '2' } })
  t.equal((await moneyOf(client)).balance, 1_000_000_000 - 2 + 2)
})

t.test('what fails costs nothing', async (t) => {
  const { client } = await server.account('pro', 5)
  const { id } = await finished(client, viewedRequest)
  for (const [address, text] of [
    [links, `tx_lat,tx_lon,rx_lat,rx_lon\n${lat},${lon},${lat},x\n`],
    [links, pairs(10_001)],
    [`/results/${id}/features`, points(1, -1)],
    [`/results/${id}/features`, points(10_001, 9)],
  ] as const) {
    t.equal((await free(t, client, () => posted(client, address, text))).status, 400)
  }
})

/** Has a call made before a thread gets a task whose body has the word. */
function before(t: Test, word: string, call: () => unknown) {
  const { postMessage } = Worker.prototype
  const restore = () => Object.assign(Worker.prototype, { postMessage })
  t.teardown(restore)
  Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
    const [{ task }] = message as [{ task: { bytes?: Uint8Array; options?: { bytes?: Uint8Array } } }]
    const bytes = task.bytes ?? task.options?.bytes
    const send = () => postMessage.apply(this, message as Parameters<typeof postMessage>)
    if (!bytes || !Buffer.from(bytes).includes(word)) return send()
    restore()
    void Promise.resolve(call()).then(send)
  }
}

t.test('credits that are spent while it is computed: refused, and not charged', async (t) => {
  const { client, account } = await server.account('pro', 2)
  before(t, 'rx_lat', () => records.adjust(account.id, -1, 'spent elsewhere'))
  t.match((await posted(client, links, pairs(1001))).json(), {
    ...{ status: 403, code: 'insufficient_credits', balance: 1, required: 2 },
  })
  t.equal((await moneyOf(client)).balance, 1)
})

t.test('a price is refused before paths are computed, whatever comes in the meantime', async (t) => {
  const { client, account } = await server.account('pro', 3)
  const { id } = await finished(client, viewedRequest)
  for (const [path, text] of [
    [links, pairs(1001)],
    [`/results/${id}/features`, points(1001, 9)],
  ] as const) {
    before(t, text, () => records.grant(account.id, 1, 'came late'))
    t.match((await posted(client, path, text)).json(), { status: 403, required: 2 }, path)
    await records.adjust(account.id, -1, 'taken back')
  }
})

t.test('nothing is charged for an answer that nobody waits for', async (t) => {
  const { client, account } = await server.account('enterprise', 100)
  const { id } = await finished(client, viewedRequest)
  const key = (await records.createKey(account.id))?.api_key
  const start = await lastOf(client)
  for (const [path, text, nothing] of [
    [links, pairs(5), `${pairs(0)}x,x,x,x`],
    [`/results/${id}/features`, points(5, 9), points(1, 2)],
  ] as const) {
    const { port } = new URL(server.origin)
    const socket = connect({ port: Number(port), host: 'localhost', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const left = new Promise<void>((resolve) => {
      // It is computed when the service knows that the client has gone.
      before(t, text, () => {
        const { abort } = AbortController.prototype
        return new Promise<void>((noticed) => {
          AbortController.prototype.abort = function (...reason) {
            abort.apply(this, reason)
            AbortController.prototype.abort = abort
            noticed()
          }
          socket.destroy()
        }).then(resolve)
      })
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    await left
    // An account has one place: this is answered after the other one was.
    t.match((await posted(client, path, nothing)).status, path === links ? 400 : 200)
  }
  t.same(await lastOf(client), start)
})
