import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { simulateToEnd, startTestServer, storedNames, validRequest } from '../../helpers/server.ts'

const dayMs = 86_400_000
const clock = { ms: Date.now() }
const server = await startTestServer(t, {
  env: { RESULT_DAYS: '7' },
  now: () => clock.ms,
})
const { config, results, stores } = server.services

interface SimulationRecord {
  id: string
  status: string
  completed_at: string
  expires_at?: string
  result_url: string
}

t.test('a result expires after its days, and the record stays', async (t) => {
  const { client } = await server.account()
  const id = await simulateToEnd(client)
  const record = (await client.get(`/api/v1/status/${id}`)).json<SimulationRecord>()
  const ends = Date.parse(record.completed_at) + 7 * dayMs
  t.equal(record.expires_at, new Date(ends).toISOString())
  const list = (await client.get('/api/v1/simulations')).json<{ simulations: SimulationRecord[] }>()
  t.equal(list.simulations[0]?.expires_at, record.expires_at)
  const paths = [
    `/results/${id}.tif`,
    `/results/${id}.png`,
    `/api/v1/results/${id}.tif`,
    `/api/v1/results/${id}/preview`,
    `/api/v1/results/${id}/signed-url`,
  ]
  for (const path of paths) t.equal((await client.get(path)).status, 200, path)

  clock.ms = ends - 1
  t.equal((await client.get(`/results/${id}.tif`)).status, 200)
  clock.ms = ends
  for (const path of paths) {
    const answer = await client.get(path)
    t.equal(answer.status, 410, `${path}, before the files are gone`)
    t.equal(answer.json().code, 'result_expired')
  }
  await results.sweep()
  t.same(await storedNames(server), [])
  for (const path of paths) t.equal((await client.get(path)).status, 410, path)
  t.match((await client.get(`/api/v1/status/${id}`)).json(), {
    status: 'completed',
    expires_at: record.expires_at,
  })
  t.equal((await client.delete(`/api/v1/simulations/${id}`)).status, 204)
  for (const path of paths) t.equal((await client.get(path)).status, 404, path)
})

t.test('a result deleted under an earlier setting has expired too', async (t) => {
  const { client } = await server.account()
  const id = await simulateToEnd(client)
  await stores.rasters.remove(`${id}.tif`)
  for (const path of [`/results/${id}.tif`, `/results/${id}.png`, `/results/${id}/preview`]) {
    t.equal((await client.get(path)).json().code, 'result_expired', path)
  }
})

t.test('a failed simulation never expires', async (t) => {
  const { client } = await server.account()
  server.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'Nothing there.' }
  const id = await simulateToEnd(client)
  server.compute.failure = undefined
  t.equal((await client.get(`/api/v1/status/${id}`)).json<SimulationRecord>().expires_at, undefined)
})

t.test('results of an unmetered account never expire', async (t) => {
  const { client } = await server.account('unmetered')
  const id = await simulateToEnd(client)
  clock.ms += 10 * 365 * dayMs
  t.equal((await client.get(`/api/v1/status/${id}`)).json<SimulationRecord>().expires_at, undefined)
  await results.sweep()
  t.equal((await client.get(`/results/${id}.tif`)).status, 200)
  clock.ms = Date.now()
})

/** A file can be made that large without being written. */
const skip = config.store.kind !== 'folder'

t.test('an account with a full quota starts no simulations', { skip }, async (t) => {
  const { client } = await server.account()
  const other = await server.account()
  const id = await simulateToEnd(client)
  const quota_bytes = 20 * 2 ** 30
  await truncate(join(config.dataDir, 'rasters', `${id}.tif`), quota_bytes)
  const simulation = server.services.records.simulation(id)
  if (simulation) await results.count(simulation)
  const before = (await client.get('/api/v1/credits')).json()
  const refused = await client.post('/api/v1/simulate', validRequest)
  t.equal(refused.status, 403)
  t.match(refused.json(), { code: 'storage_quota_exceeded', used_bytes: quota_bytes, quota_bytes })
  t.same((await client.get('/api/v1/credits')).json(), before, 'nothing is charged')
  t.equal((await other.client.post('/api/v1/simulate', validRequest)).status, 201)
  t.equal((await client.delete(`/api/v1/simulations/${id}`)).status, 204)
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 201)
})

const fullDisks = [
  { disk: 'bytes_low', free: { bytes: 2 ** 30 - 1, files: 1e6 }, detail: /disk .* almost full/ },
  { disk: 'files_low', free: { bytes: 2 ** 40, files: 1999 }, detail: /almost no room for more files/ },
]
for (const { disk, free, detail } of fullDisks) {
  t.test(`with a disk that is ${disk} nothing new is started, and everything else works`, async (t) => {
    const full = await startTestServer(t, { freeSpace: async () => free })
    const { client } = await full.account()
    const requests: [string, object][] = [
      ['/api/v1/simulate', validRequest],
      ['/api/v1/simulations/batch', { simulations: [validRequest] }],
    ]
    for (const [path, body] of requests) {
      const refused = await client.post(path, body)
      t.equal(refused.status, 503, path)
      t.match(refused.json(), { code: 'storage_unavailable', detail })
      t.equal(refused.headers['retry-after'], '60')
    }
    t.match((await client.get('/api/v1/credits')).json(), { balance: 1000, held: 0 })
    const health = await client.get('/health')
    t.equal(health.status, 200)
    t.match(health.json(), { status: 'degraded', disk, store: 'ok' })
    const poor = await full.account('pro', 0)
    t.equal((await poor.client.post('/api/v1/simulate', validRequest)).json().code, 'insufficient_credits')
  })
}
