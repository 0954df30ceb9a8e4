import t from 'tap'
import type { Answer } from '../../helpers/client.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)

interface Page {
  entries: { id: string; type: string; amount: number; balance: number; simulation_id?: string }[]
  total: number
}

const path = '/api/v1/credits/ledger'

/** The address of a relation in `Link`, as a path. */
function linked(answer: Answer, rel: string): string | undefined {
  const address = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(answer.headers.link))?.[1]
  return address === undefined ? undefined : address.slice(new URL(address).origin.length)
}

const { account, client } = await server.account('pro', 100)
const stranger = await server.account('pro', 5)
const done = await simulateToEnd(client)
server.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'x' }
const failed = await simulateToEnd(client)
server.compute.failure = undefined
server.compute.held = true
const { id: deleted } = (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>()
await client.delete(`/api/v1/simulations/${deleted}`)
server.compute.release()
await server.services.records.adjust(account.id, -20, 'payment refunded', 'cs_1')

t.test('every movement is listed, newest first, with what it belongs to', async (t) => {
  const answer = await client.get(path)
  const { entries, total } = answer.json<Page>()
  t.equal(total, 8)
  t.equal(answer.headers.link, undefined)
  t.match(entries, [
    { type: 'adjust', amount: -20, balance: 79, payment_id: 'cs_1', reason: 'payment refunded' },
    { type: 'release', amount: 1, balance: 99, simulation_id: deleted, reason: 'simulation deleted' },
    { type: 'hold', amount: -1, balance: 98, simulation_id: deleted },
    { type: 'release', amount: 1, balance: 99, simulation_id: failed, reason: 'simulation failed' },
    { type: 'hold', amount: -1, balance: 98, simulation_id: failed },
    { type: 'capture', amount: 0, balance: 99, simulation_id: done },
    { type: 'hold', amount: -1, balance: 99, simulation_id: done },
    { type: 'grant', amount: 100, balance: 100, reason: 'opening credits' },
  ])
  t.same(Object.keys(entries[5] ?? {}).sort(), [
    'amount',
    'at',
    'balance',
    'id',
    'reason',
    'simulation_id',
    'type',
  ])
  t.equal((await client.get('/api/v1/credits')).json().balance, 79)
  t.equal((await stranger.client.get(path)).json<Page>().total, 1)
})

t.test('pages link to the next and the previous one', async (t) => {
  const all = (await client.get(path)).json<Page>().entries.map(({ id }) => id)
  const idsOf = (answer: Answer) => answer.json<Page>().entries.map(({ id }) => id)
  const first = await client.get(`${path}?limit=3`)
  t.same(idsOf(first), all.slice(0, 3))
  t.equal(first.json<Page>().total, 8)
  t.equal(linked(first, 'prev'), undefined)
  const second = await client.get(linked(first, 'next') ?? '')
  t.same(idsOf(second), all.slice(3, 6))
  const third = await client.get(linked(second, 'next') ?? '')
  t.same(idsOf(third), all.slice(6))
  t.equal(linked(third, 'next'), undefined)
  t.same(idsOf(await client.get(linked(third, 'prev') ?? '')), all.slice(3, 6))
  const full = await client.get(`${path}?limit=4&offset=4`)
  t.same(idsOf(full), all.slice(4))
  t.equal(linked(full, 'next'), undefined, 'a full last page')
  const beyond = await client.get(`${path}?offset=100`)
  t.same(beyond.json<Page>(), { entries: [], total: 8 })
  t.equal(linked(beyond, 'next'), undefined)
})

t.test('invalid queries are refused', async (t) => {
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'offset=-1', 'offset=1.5', 'after=x', 'limit=']) {
    const answer = await client.get(`${path}?${query}`)
    t.equal(answer.status, 400, query)
    t.equal(answer.json().code, 'invalid_parameters')
    t.match(answer.json().errors, [{ parameter: query.split('=')[0] }])
  }
  const free = await server.account('free')
  t.equal((await free.client.get(path)).status, 403)
  t.equal((await server.client().get(path)).status, 401)
})
