import t from 'tap'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)
const { services } = server

async function figures(): Promise<Map<string, number>> {
  const answer = await server.client().get('/metrics')
  t.equal(answer.status, 200)
  t.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  const lines = answer.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space + 1))]
    }),
  )
}

t.test('answers are counted by the pattern of their route', async (t) => {
  const { client } = await server.account()
  const startMs = performance.now()
  for (const path of ['/api/v1/status/sim_hush', '/api/v1/status/sim_hush2', '/hush-path', '/hush/%zz']) {
    await client.get(path)
  }
  const found = await figures()
  const count = (route: string, status: number) =>
    found.get(`coverage_http_requests_total{method="GET",route="${route}",status="${status}"}`)
  t.equal(count('/api/v1/status/:id', 404), 2)
  t.equal(count('unmatched', 404), 1)
  t.equal(count('unmatched', 400), 1)
  t.equal(
    found.get('coverage_http_request_duration_seconds_count{method="GET",route="/api/v1/status/:id"}'),
    2,
  )
  const sumS = found.get(
    'coverage_http_request_duration_seconds_sum{method="GET",route="/api/v1/status/:id"}',
  )
  const allS = (performance.now() - startMs) / 1000
  t.ok(sumS !== undefined && sumS > 0 && sumS <= allS, `${sumS} s of the ${allS} s that both took`)
  t.notMatch([...found.keys()].join('\n'), /hush|acc_|rcov_|sim_/)
})

t.test('simulations, cells and credits are counted', async (t) => {
  const before = await figures()
  const { account, client } = await server.account('pro', 100)
  await simulateToEnd(client)
  server.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'Nothing there.' }
  await simulateToEnd(client, { ...validRequest, max_range: 30 })
  server.compute.failure = undefined

  server.compute.held = true
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>().id)
  }
  const during = await figures()
  t.equal(during.get('coverage_running'), 3, 'two and a small one')
  t.equal(during.get('coverage_queue'), 0)
  t.ok((during.get('coverage_memory_reserved_bytes') ?? 0) > 3 * 2 ** 20)
  t.equal(during.get('coverage_memory_budget_bytes'), services.config.computeMemoryBytes)
  t.equal((await client.delete(`/api/v1/simulations/${ids[0]}`)).status, 204)
  server.compute.release()
  for (const id of ids.slice(1)) {
    while (services.records.simulation(id)?.status === 'pending') await new Promise(setImmediate)
  }
  await services.records.grant(account.id, 7, 'a gift')
  const session = await services.records.createCreditSession(account.id, '100', 100)
  for (let iteration = 0; iteration < 2; iteration++) {
    await services.records.payCreditSession(session.id)
    await services.records.refundCreditSession(session.id, 30)
    await services.records.disputeCreditSession(session.id, { id: 'dp_1', credits: 20, state: 'open' })
  }
  t.equal((await services.records.payCreditSession('cs_unknown')).outcome, 'unknown')

  const after = await figures()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  t.equal(grown('coverage_simulations_ended_total{outcome="completed"}'), 3)
  t.equal(grown('coverage_simulations_ended_total{outcome="failed"}'), 1)
  t.equal(grown('coverage_simulations_ended_total{outcome="deleted"}'), 1)
  t.equal(grown('coverage_simulation_duration_seconds_count'), 3)
  t.equal(grown('coverage_cells_total'), 3 * Math.ceil(Math.PI * (1000 / 30) ** 2))
  const moved = (type: string) => grown(`coverage_credits_moved_total{type="${type}"}`)
  t.equal(moved('grant'), 207, 'opening credits, the gift and the pack, once')
  t.equal(moved('hold'), 1 + 4 + 3)
  t.equal(moved('capture'), 3)
  t.equal(moved('release'), 4 + 1)
  t.equal(moved('adjust'), 50, 'the refund and the dispute, once each')
  t.equal(
    services.records.credits(account.id).balance,
    moved('grant') - moved('hold') + moved('release') - moved('adjust'),
  )
})

t.test('the process, the device and the disk are measured', async (t) => {
  const found = await figures()
  t.equal(found.get('coverage_ready'), 1)
  t.equal(found.get('coverage_store_failing'), 0)
  const { version } = services.config
  t.equal(found.get(`coverage_compute_info{version="${version}",backend="test",device="none"}`), 1)
  for (const name of [
    'coverage_cells_per_second{model="los"}',
    'coverage_disk_free_bytes',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    t.ok(Number(found.get(name)) > 0, name)
  }
  t.notOk(found.has('coverage_cells_per_second{model="itm"}'), 'no simulation of it ran')
})

t.test('loopback needs no token only while nobody else can appear as loopback', async (t) => {
  const token = 'a-token-of-the-tests'
  const METRICS_TOKEN = token
  const status = async (env: Record<string, string>, headers = {}) => {
    const other = await startTestServer(t, { env })
    const answer = await other.client().get('/metrics', headers)
    await other.stopServer()
    return answer.status
  }
  t.equal(await status({ METRICS_TOKEN, PUBLIC_URL: 'https://[::1]:8443' }), 200)
  // A proxy that ends TLS and begins it anew comes from loopback with whatever it is asked.
  const PUBLIC_URL = 'https://coverage.example'
  t.equal(await status({ METRICS_TOKEN, PUBLIC_URL }), 401)
  t.equal(await status({ PUBLIC_URL }), 401, 'nobody, then')
  t.equal(await status({ METRICS_TOKEN, PUBLIC_URL }, { authorization: `Bearer ${token}` }), 200)
})

t.test("pages of other origins can't read the metrics", async (t) => {
  const { headers } = await server.client().get('/metrics', { origin: 'https://map.example' })
  t.equal(headers['access-control-allow-origin'], undefined)
})
