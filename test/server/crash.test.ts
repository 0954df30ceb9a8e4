import t from 'tap'
import type { LedgerEntry } from '../../storage/records/types.ts'
import { until } from '../helpers/compute.ts'
import { dataAfterCrash } from '../helpers/data-after-crash.ts'
import { EventStream } from '../helpers/event-stream.ts'
import { simulateToEnd, startTestServer, storedNames, untilFinal, validRequest } from '../helpers/server.ts'

// One crash at a known point; crash.slow.test.ts kills real processes at random ones.

interface Started {
  id: string
}

t.test('nothing that was answered is lost by a crash, and each simulation is charged once', async (t) => {
  const first = await startTestServer(t)
  const { apiKey, client } = await first.account('enterprise', 100)
  const completed = await simulateToEnd(client)
  first.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'Asked to fail.' }
  const failed = await simulateToEnd(client)
  first.compute.failure = undefined
  const stream = await EventStream.open(first.origin, '/api/v1/events', apiKey)
  const seen = await simulateToEnd(client)
  t.match(await stream.next(['progress']), { event: 'completed', data: { id: seen } })
  stream.close()

  first.compute.held = true
  const post = (of: typeof client, path: string, body: object) =>
    of.ask(path, { method: 'POST', headers: { 'idempotency-key': path }, body })
  const one = '/api/v1/simulate'
  const { id: running } = (await post(client, one, validRequest)).json<Started>()
  await until(() => first.services.dispatcher.running === 1, 'it to run')
  const many = '/api/v1/simulations/batch'
  const rows = { simulations: Array.from({ length: 3 }, (_, n) => ({ ...validRequest, name: `row ${n}` })) }
  const batch = (await post(client, many, rows)).json<{ simulations: Started[] }>()
  const { id: deleted } = (await client.post(one, validRequest)).json<Started>()
  await client.delete(`/api/v1/simulations/${deleted}`)
  const dataDir = await dataAfterCrash(t, first)

  const second = await startTestServer(t, { env: { DATA_DIR: dataDir } })
  const after = second.client(apiKey)
  t.equal((await post(after, one, validRequest)).json<Started>().id, running, 'the same simulation')
  t.same((await post(after, many, rows)).json(), batch, 'the same batch')
  const pending = [running, ...batch.simulations.map(({ id }) => id)]
  for (const id of pending) await untilFinal(after, id)
  const { simulations } = (await after.get('/api/v1/simulations')).json<{
    simulations: { id: string; status: string }[]
  }>()
  const expected = new Map([
    [failed, 'failed'],
    ...[completed, seen, ...pending].map((id) => [id, 'completed'] as const),
  ])
  t.same(new Map(simulations.map(({ id, status }) => [id, status])), expected)
  t.equal(simulations.length, expected.size)
  t.equal((await after.get(`/api/v1/status/${deleted}`)).status, 404)
  const charged = simulations.filter(({ status }) => status === 'completed').map(({ id }) => id)
  t.same(await storedNames(second), charged.map((id) => `${id}.tif`).sort())

  const { entries } = (await after.get('/api/v1/credits/ledger')).json<{ entries: LedgerEntry[] }>()
  for (const id of [...expected.keys(), deleted]) {
    const end = charged.includes(id) ? 'capture' : 'release'
    t.same(
      entries.flatMap(({ simulation_id, type }) => (simulation_id === id ? [type] : [])),
      [end, 'hold'],
      id,
    )
  }
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  t.match((await after.get('/api/v1/credits')).json(), { balance: sum, held: 0 })
  t.equal(sum, 100 - charged.length)

  const events = await EventStream.open(second.origin, '/api/v1/events', apiKey, stream.lastId)
  const ends = []
  for (let count = 0; count <= pending.length; count++) {
    const { event, data } = (await events.next(['progress'])) ?? {}
    ends.push(`${event} ${data?.id}`)
  }
  t.same(ends.sort(), [`deleted ${deleted}`, ...pending.map((id) => `completed ${id}`)].sort())
  await second.stopServer()
  t.same(await events.rest(['progress']), [], 'no event comes twice')
})
