import t from 'tap'
import { until } from '../../helpers/compute.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)

t.test('a simulation goes from request to record', async (t) => {
  const { client } = await server.account()
  server.compute.held = true
  const started = await client.post('/api/v1/simulate', { ...validRequest, name: 'mast', rx_height: 1.5 })
  t.equal(started.status, 201)
  const { id, status, created_at } = started.json<{ id: string; status: string; created_at: string }>()
  t.match(id, /^sim_[A-Za-z0-9]{16,}$/)
  t.equal(status, 'pending')
  t.equal(new Date(created_at).toISOString(), created_at)
  t.equal(started.headers.location, `/api/v1/status/${id}`)
  t.ok(Number(started.headers['retry-after']) >= 1)

  const pending = await client.get(`/api/v1/status/${id}`)
  t.ok(Number(pending.headers['retry-after']) >= 4, 'three pollers stay inside 60 a minute')
  t.match(pending.json(), { id, status: 'pending', credits_charged: 1, created_at })
  t.notOk('result_url' in pending.json())
  t.equal((await client.get(`/results/${id}.tif`)).json().code, 'result_not_ready')
  const held = (await client.get('/api/v1/credits')).json()
  t.same(held, { balance: 999, plan: 'pro', used_this_month: 0, limit: 5000, held: 1 })

  server.compute.release()
  const { records } = server.services
  await until(() => records.simulation(id)?.status === 'completed', 'the simulation is completed')
  const record = (await client.get(`/api/v1/status/${id}`)).json()
  t.match(record, {
    status: 'completed',
    stage: null,
    progress: 1,
    credits_charged: 1,
    result_url: `/results/${id}.tif`,
    engine: { backend: 'test' },
    terrain: { tiles: [{ name: 'flat' }] },
  })
  t.same(Object.entries(record.params as object), [
    ['name', 'mast'],
    ['tx_lat', 46.5],
    ['tx_lon', 7.5],
    ['tx_height', 20],
    ['tx_height_mode', 'AGL'],
    ['frequency', 868],
    ['erp', 1],
    ['rx_height', 1.5],
    ['rx_height_mode', 'AGL'],
    ['model', 'los'],
    ['resolution', 30],
    ['max_range', 1],
    ['k_factor', 4 / 3],
    ['layers', ['visible']],
  ])
  const captured = (await client.get('/api/v1/credits')).json()
  t.same(captured, { balance: 999, plan: 'pro', used_this_month: 1, limit: 5000, held: 0 })
})

t.test('a failed simulation costs nothing and has no result', async (t) => {
  const { client } = await server.account()
  server.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'nothing there' }
  const id = await simulateToEnd(client)
  server.compute.failure = undefined
  const record = (await client.get(`/api/v1/status/${id}`)).json()
  t.match(record, { status: 'failed', credits_charged: 0, error: { code: 'terrain_unavailable' } })
  t.notOk('result_url' in record)
  t.equal((await client.get(`/results/${id}.tif`)).json().code, 'result_not_ready')
  t.match((await client.get('/api/v1/credits')).json(), { balance: 1000, held: 0 })
})

t.test('of 20 simulations at once a pro account gets exactly 3', async (t) => {
  const { client } = await server.account()
  server.compute.held = true
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/api/v1/simulate', validRequest)),
  )
  const accepted = answers.filter(({ status }) => status === 201)
  t.equal(accepted.length, 3)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    t.equal(answer.status, 429)
    t.match(answer.json(), { code: 'concurrency_limit_exceeded', limit: 3, running: 3 })
  }
  t.match((await client.get('/api/v1/credits')).json(), { balance: 997, held: 3 })

  const { id } = accepted[0]?.json<{ id: string }>() ?? { id: '' }
  t.equal((await client.delete(`/api/v1/simulations/${id}`)).status, 204)
  t.match((await client.get('/api/v1/credits')).json(), { balance: 998, held: 2 })
  // The slot is free when the computation has really stopped.
  const { dispatcher } = server.services
  await until(() => dispatcher.running + dispatcher.queued === 2, 'the deleted one has stopped')
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 201, 'its slot is free')
  server.compute.release()
})

t.test('a simulation can be deleted once', async (t) => {
  const { client } = await server.account()
  const stranger = await server.account()
  const id = await simulateToEnd(client)
  const strange = await stranger.client.delete(`/api/v1/simulations/${id}`)
  const unknown = await stranger.client.delete('/api/v1/simulations/sim_0000000000000000')
  t.equal(strange.status, 404)
  t.same(Object.keys(strange.json()), Object.keys(unknown.json()))
  t.equal(strange.json().detail, unknown.json().detail)

  const first = await client.ask(`/api/v1/simulations/${id}`, {
    method: 'DELETE',
    headers: { 'content-type': 'text/csv' },
  })
  t.equal(first.status, 204)
  t.equal(first.body.length, 0)
  t.equal((await client.delete(`/api/v1/simulations/${id}`)).status, 404)
  t.equal((await client.get(`/api/v1/status/${id}`)).json().code, 'simulation_not_found')
  t.equal((await client.get(`/results/${id}.tif`)).json().code, 'simulation_not_found')
})

t.test('an empty JSON body is accepted where none is needed', async (t) => {
  const { client } = await server.account()
  const id = await simulateToEnd(client)
  const path = `/api/v1/simulations/${id}`
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  t.equal((await client.ask(path, { method: 'DELETE', headers })).status, 204)
})

t.test('an unexpected body is refused rather than ignored', async (t) => {
  const { client } = await server.account()
  const id = await simulateToEnd(client)
  for (const [method, path] of [
    ['POST', '/api/v1/keys'],
    ['DELETE', `/api/v1/simulations/${id}`],
  ] as const) {
    const send = (body: string, type = 'application/json') =>
      client.ask(path, { method, body, headers: { 'content-type': type } })
    for (const body of ['{"name":"x"}', '[]', 'null', '"x"']) {
      const answer = await send(body)
      t.equal(answer.json().code, 'invalid_parameters', `${method} ${body}`)
      t.same(answer.json().errors, [{ pointer: '#', detail: 'This request takes no body.' }])
    }
    t.equal((await send('{')).json().code, 'malformed_json')
    t.equal((await send('x', 'text/plain')).status, 415)
    t.equal((await send(JSON.stringify({ long: 'x'.repeat(70_000) }))).status, 413)
    t.equal((await send('{}')).status, method === 'POST' ? 201 : 204, 'an empty object says nothing')
  }
  t.equal((await client.get('/api/v1/keys')).json<{ keys: object[] }>().keys.length, 2)
})

t.test('an estimate charges nothing', async (t) => {
  const { client } = await server.account()
  const answer = await client.post('/api/v1/simulate/estimate', { ...validRequest, max_range: 50 })
  t.equal(answer.status, 200)
  const { cells, credits } = answer.json<{ cells: number; credits: number }>()
  t.equal(cells, Math.ceil(Math.PI * (50_000 / 30) ** 2))
  t.equal(credits, 9, 'as many begun millions of cells')
  const secondsOf = async (model: string) => {
    const asked = { ...validRequest, max_range: 50, model }
    const { seconds } = (await client.post('/api/v1/simulate/estimate', asked)).json<{ seconds: number }>()
    return seconds
  }
  // Of models that have not run yet: what jobs took is learned, and a busy machine takes longer.
  t.ok((await secondsOf('itm')) > (await secondsOf('free_space')), 'every model takes its time')
  t.equal((await client.get('/api/v1/credits')).json().balance, 1000)
})

t.test('an unmetered account has the rate of enterprise, and is charged without end', async (t) => {
  const { account, client } = await server.account('unmetered')
  const before = await client.get('/api/v1/credits')
  t.equal(before.headers['x-ratelimit-limit'], '300')
  t.same(before.json(), {
    balance: 1_000_000_000,
    plan: 'enterprise',
    used_this_month: 0,
    limit: 1_000_000_000,
    held: 0,
    unmetered: true,
    storage: {
      used_bytes: 0,
      limit_bytes: before.json<{ storage: { limit_bytes: number } }>().storage.limit_bytes,
    },
  })
  await server.services.records.adjust(account.id, -1_000_000_000, 'used up')
  const id = await simulateToEnd(client, { ...validRequest, max_range: 50 })
  t.match((await client.get(`/api/v1/status/${id}`)).json(), { status: 'completed', credits_charged: 9 })
  t.match((await client.get('/api/v1/credits')).json(), { balance: 1_000_000_000, used_this_month: 9 })
  const metered = await server.account('enterprise')
  t.notOk('unmetered' in (await metered.client.get('/api/v1/credits')).json<object>())
})

t.test('simulations stop when credits or the monthly limit are used up', async (t) => {
  const poor = await server.account('pro', 5)
  const large = { ...validRequest, max_range: 50 }
  const broke = await poor.client.post('/api/v1/simulate', large)
  t.equal(broke.status, 403)
  t.match(broke.json(), { code: 'insufficient_credits', balance: 5, required: 9 })

  const account = await server.services.records.createAccount({
    name: 'capped',
    plan: 'pro',
    credits: 100,
    limit: 8,
  })
  const key = await server.services.records.createKey(account.id)
  const capped = await server.client(key?.api_key).post('/api/v1/simulate', large)
  t.equal(capped.status, 403)
  t.match(capped.json(), { code: 'credit_limit_reached', limit: 8, used_this_month: 0, required: 9 })
})
