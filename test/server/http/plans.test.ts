import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

// PLAN_PRO and PLAN_ENTERPRISE hold wherever a limit of a plan is used.

const server = await startTestServer(t, {
  env: {
    PLAN_PRO: 'requests=90,concurrent=1,cells=4000,credits=3,storage_gib=1',
    PLAN_ENTERPRISE: 'credits=9',
  },
})
const { compute, services } = server

t.test('a plan sets requests and result requests per minute', async (t) => {
  const { client } = await server.account('pro')
  const limitAt = async (path: string) => (await client.get(path)).headers['x-ratelimit-limit']
  t.equal(await limitAt('/api/v1/credits'), '90')
  t.equal(await limitAt('/results/sim_0123456789abcdef.tif'), String(20 * 90))
})

t.test('a plan limits the cells per simulation', async (t) => {
  const { client } = await server.account('pro')
  const large = { ...validRequest, max_range: 2 }
  const refused = await client.post('/api/v1/simulate/estimate', large)
  t.match(refused.json(), { code: 'too_many_cells', max_cells: 4000 })
  const { client: enterprise } = await server.account('enterprise')
  t.equal((await enterprise.post('/api/v1/simulate/estimate', large)).status, 200)
})

t.test('a plan limits concurrent simulations, and Retry-After follows its rate', async (t) => {
  const { client } = await server.account('pro')
  compute.held = true
  const first = await client.post('/api/v1/simulate', validRequest)
  t.equal(first.status, 201)
  const second = await client.post('/api/v1/simulate', validRequest)
  t.match(second.json(), { code: 'concurrency_limit_exceeded', limit: 1, running: 1 })
  const { id } = first.json<{ id: string }>()
  t.equal((await client.get(`/api/v1/status/${id}`)).headers['retry-after'], '2', '60 · 1 / 90 + 1')
  compute.release()
  while (services.records.simulation(id)?.status === 'pending') await new Promise(setImmediate)
})

t.test('a plan limits the credits per month', async (t) => {
  const { client } = await server.account('pro')
  t.equal((await client.get('/api/v1/credits')).json<{ limit: number }>().limit, 3)
  for (let count = 0; count < 3; count++) await simulateToEnd(client)
  const refused = await client.post('/api/v1/simulate', validRequest)
  t.match(refused.json(), { code: 'credit_limit_reached', limit: 3, used_this_month: 3 })
  const { client: enterprise } = await server.account('enterprise')
  t.equal((await enterprise.get('/api/v1/credits')).json<{ limit: number }>().limit, 9)
  const own = await services.records.createAccount({ name: 'own', plan: 'pro', credits: 10, limit: 2 })
  const key = await services.records.createKey(own.id)
  const ofOwn = await server.client(key?.api_key).get('/api/v1/credits')
  t.equal(ofOwn.json<{ limit: number }>().limit, 2, "an account's own goes before its plan's")
})

t.test('a plan limits stored results', async (t) => {
  const { account, client } = await server.account('pro')
  const id = await simulateToEnd(client)
  const simulation = services.records.simulation(id)
  if (simulation === undefined) throw new Error('Expected a simulation.')
  await truncate(join(services.config.dataDir, 'rasters', `${id}.tif`), 2 ** 30 + 1)
  await services.results.count(simulation)
  t.ok(services.results.usedBytes(account.id) > 2 ** 30)
  t.match((await client.post('/api/v1/simulate', validRequest)).json(), { code: 'storage_quota_exceeded' })
})

t.test('the document states the limits', async (t) => {
  const { info } = server.document as unknown as { info: { description: string } }
  t.match(
    info.description,
    'pro (requests per minute: 90, simulations at once: 1, cells per simulation: 4000, credits per month: 3, GiB of stored results: 1)',
  )
})
