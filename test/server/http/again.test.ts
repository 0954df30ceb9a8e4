import { readFile } from 'node:fs/promises'
import t from 'tap'
import { isSuperseded } from '../../../server/simulations/superseded.ts'
import type { LedgerEntry, Simulation, SimulationResult } from '../../../storage/records/types.ts'
import { planetFile } from '../../helpers/antennas.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { until } from '../../helpers/compute.ts'
import { dataAfterCrash } from '../../helpers/data-after-crash.ts'
import {
  simulateToEnd,
  startTestServer,
  type TestServer,
  untilFinal,
  validRequest,
} from '../../helpers/server.ts'

// What was computed on ground that stood in for the real one is computed once more, free of charge.

const standIn = { code: 'generalised_terrain', detail: 'The highest of each 4 × 4 posts stands for them.' }
let now = Date.now()
const server = await startTestServer(t, { now: () => now })
const { compute, services } = server
const { records } = services

/** A fresh window of the rate limit for each test. */
t.beforeEach(() => {
  now += 60_000
})

/** A simulation as version 0.1.0 stored it. */
async function oldOne(client: Client, { compute }: TestServer = server, request: object = validRequest) {
  Object.assign(compute, { engineVersion: '0.1.0', warnings: [standIn] })
  const id = await simulateToEnd(client, request)
  Object.assign(compute, { engineVersion: '0.2.0', warnings: [] })
  return id
}

const again = (client: Client, id: string) => client.post(`/api/v1/simulations/${id}/again`)
const recordOf = async (client: Client, id: string) =>
  (await client.get(`/api/v1/status/${id}`)).json<Simulation & { superseded?: true }>()
const creditsOf = async (client: Client) => (await client.get('/api/v1/credits')).json<{ balance: number }>()
const total = async (client: Client) => (await client.get('/api/v1/simulations')).json().total
const idOf = (answer: Answer) => answer.json<{ id: string }>().id
const ledgerOf = async (client: Client) =>
  (await client.get('/api/v1/credits/ledger')).json<{ entries: LedgerEntry[] }>().entries

t.test('records say whether they are superseded, and nothing where they are not', async (t) => {
  const { client } = await server.account()
  const old = await oldOne(client)
  const fresh = await simulateToEnd(client)
  t.match(await recordOf(client, old), { superseded: true, engine: { version: '0.1.0' } })
  t.notOk('superseded' in (await recordOf(client, fresh)))
  const { simulations } = (await client.get('/api/v1/simulations')).json<{ simulations: object[] }>()
  t.same(
    simulations.map((one) => 'superseded' in one),
    [false, true],
  )

  const withCode = (code: string, version: string, status: Simulation['status'] = 'completed') => {
    const engine = { version, backend: 'cpu', device: 'none' }
    return isSuperseded({ status, warnings: [{ code, detail: '' }], engine } as Simulation)
  }
  for (const version of ['0.1.0', '0.1.12']) {
    t.ok(withCode('generalised_terrain', version), version)
    t.ok(withCode('coarse_path', version), version)
    t.notOk(withCode('unknown_terrain', version), 'other warnings')
    t.notOk(withCode('coarse_path', version, 'failed'))
  }
  for (const version of ['0.2.0', '0.10.0', '1.0.0']) t.notOk(withCode('coarse_path', version), version)
})

t.test('one is computed once more with the same request, and nothing moves', async (t) => {
  const { client } = await server.account()
  const old = await oldOne(client, server, { ...validRequest, name: 'mast', rx_height: 1.5 })
  const before = await creditsOf(client)
  const entries = (await ledgerOf(client)).length
  compute.held = true
  const answer = await again(client, old)
  t.equal(answer.status, 201)
  const id = idOf(answer)
  t.match(answer.json(), { id: /^sim_[A-Za-z0-9]{16,}$/, status: 'pending', created_at: /Z$/ })
  t.not(id, old)
  t.equal(answer.headers.location, `/api/v1/status/${id}`)
  t.ok(Number(answer.headers['retry-after']) >= 1)
  t.match(await recordOf(client, id), { status: 'pending', supersedes: old, credits_charged: 0 })
  t.same(await creditsOf(client), before, 'nothing is held')

  const repeated = await again(client, old)
  t.equal(repeated.status, 200)
  t.match(repeated.json(), { id, status: 'pending', created_at: answer.json().created_at })
  t.ok(Number(repeated.headers['retry-after']) >= 1)
  compute.release()
  await untilFinal(client, id)

  const [first, second] = [await recordOf(client, old), await recordOf(client, id)]
  t.match(first, { status: 'completed', superseded: true, superseded_by: id, credits_charged: 1 })
  t.match(second, { status: 'completed', supersedes: old, credits_charged: 0, engine: { version: '0.2.0' } })
  t.same(second.params, first.params)
  for (const name of ['superseded', 'superseded_by']) t.notOk(name in second, name)
  t.equal((await client.get(`/results/${old}.tif`)).status, 200, 'the old result stays')
  t.equal((await client.get(`/results/${id}.tif`)).status, 200)

  const finished = await again(client, old)
  t.same([finished.status, finished.json().id, finished.json().status], [200, id, 'completed'])
  t.equal(finished.headers.location, `/api/v1/status/${id}`)
  t.equal(finished.headers['retry-after'], undefined)
  t.equal(await total(client), 2)
  t.same(await creditsOf(client), before, 'nothing is captured')
  const ledger = await ledgerOf(client)
  t.same(
    ledger.slice(0, -entries).map(({ type, amount, simulation_id }) => [type, amount, simulation_id]),
    [
      ['capture', 0, id],
      ['hold', 0, id],
    ],
  )
  t.notMatch((await client.get('/api/v1/credits/ledger')).text, '-0')
  t.equal(
    ledger.reduce((sum, { amount }) => sum + amount, 0),
    before.balance,
  )
})

t.test('it needs no credits and no limit that is left', async (t) => {
  const account = await records.createAccount({ name: 'poor', plan: 'pro', credits: 1, limit: 1 })
  const key = await records.createKey(account.id)
  const client = server.client(key?.api_key)
  const old = await oldOne(client)
  await records.adjust(account.id, -5, 'a refund')
  const refused = await client.post('/api/v1/simulate', validRequest)
  t.equal(refused.json().code, 'insufficient_credits')
  const answer = await again(client, old)
  t.equal(answer.status, 201)
  await untilFinal(client, idOf(answer))
  t.equal((await creditsOf(client)).balance, -5)
})

t.test('of simultaneous requests one starts it, and all name it', async (t) => {
  const { client } = await server.account()
  const old = await oldOne(client)
  compute.held = true
  for (let count = 0; count < 2; count++) await client.post('/api/v1/simulate', validRequest)
  // All of them look at the ground before one is accepted.
  const { terrain } = services
  const { elevationAt } = terrain
  let looking = 0
  let goOn = () => {}
  const allLook = new Promise<void>((resolve) => {
    goOn = resolve
  })
  terrain.elevationAt = async (...at) => {
    if (++looking === 10) goOn()
    await allLook
    return elevationAt(...at)
  }
  t.teardown(() => Object.assign(terrain, { elevationAt }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => again(client, old)))
  t.same(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
  t.equal(new Set(answers.map(idOf)).size, 1)
  t.equal(await total(client), 4)
  compute.release()
})

t.test('it counts against the rate and the simulations at once', async (t) => {
  const { client } = await server.account()
  const old = await oldOne(client)
  compute.held = true
  for (let count = 0; count < 3; count++) await client.post('/api/v1/simulate', validRequest)
  const { headers } = await client.get('/api/v1/keys')
  const refused = await again(client, old)
  t.equal(refused.status, 429)
  t.match(refused.json(), { code: 'concurrency_limit_exceeded', limit: 3, running: 3 })
  t.equal(Number(refused.headers['x-ratelimit-remaining']), Number(headers['x-ratelimit-remaining']) - 1)
  t.notOk('superseded_by' in (await recordOf(client, old)))
  compute.release()
  await until(() => services.dispatcher.running === 0, 'the others')

  compute.held = true
  t.equal((await again(client, old)).status, 201)
  for (let count = 0; count < 2; count++) await client.post('/api/v1/simulate', validRequest)
  t.equal((await client.post('/api/v1/simulate', validRequest)).json().code, 'concurrency_limit_exceeded')
  compute.release()
  let last = await again(client, old)
  while (Number(last.headers['x-ratelimit-remaining']) > 0) last = await again(client, old)
  t.equal((await again(client, old)).json().code, 'rate_limited')
})

t.test('what is not superseded, not completed or not there is refused', async (t) => {
  const { client, account } = await server.account()
  const refused = async (asking: Client, id: string, status: number, code: string) => {
    const answer = await again(asking, id)
    t.same([answer.status, answer.json().code], [status, code], answer.text)
  }
  await refused(client, await simulateToEnd(client), 409, 'not_superseded')
  compute.warnings = [standIn]
  await refused(client, await simulateToEnd(client), 409, 'not_superseded')
  compute.warnings = []
  compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'nothing there' }
  await refused(client, await simulateToEnd(client), 404, 'result_not_ready')
  compute.failure = undefined
  compute.held = true
  const { id: pending } = (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>()
  await refused(client, pending, 404, 'result_not_ready')
  compute.release()

  const old = await oldOne(client)
  const stranger = await server.account()
  const strange = await again(stranger.client, old)
  const unknown = await again(stranger.client, 'sim_0000000000000000')
  t.equal(strange.status, 404)
  t.equal(unknown.status, 404)
  const { instance: _one, request_id: _first, ...known } = strange.json<Record<string, unknown>>()
  t.has(unknown.json(), known, 'as one that never existed')
  const body = { method: 'POST', body: { max_range: 2 } }
  t.equal((await client.ask(`/api/v1/simulations/${old}/again`, body)).status, 400, 'it takes no body')
  await records.updateAccount(account.id, { plan: 'free' })
  await refused(client, old, 403, 'plan_not_allowed')
  t.equal(records.simulation(old)?.superseded_by, undefined)
})

t.test('one that failed, or was deleted while it ran, can be asked for anew', async (t) => {
  const { client } = await server.account()
  const old = await oldOne(client)
  const before = await creditsOf(client)
  const seen = new Set<string>([old])
  const start = async () => {
    const answer = await again(client, old)
    t.equal(answer.status, 201, answer.text)
    t.notOk(seen.has(idOf(answer)))
    seen.add(idOf(answer))
    return idOf(answer)
  }
  compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'nothing there' }
  const failed = await untilFinal(client, await start())
  compute.failure = undefined
  t.match(await recordOf(client, failed), { status: 'failed', supersedes: old, credits_charged: 0 })
  t.notOk('superseded_by' in (await recordOf(client, old)))

  compute.held = true
  await client.delete(`/api/v1/simulations/${await start()}`)
  t.notOk('superseded_by' in (await recordOf(client, old)))
  compute.release()
  const last = await untilFinal(client, await start())
  t.equal((await recordOf(client, old)).superseded_by, last)
  await client.delete(`/api/v1/simulations/${failed}`)
  t.equal((await recordOf(client, old)).superseded_by, last, 'whatever becomes of earlier ones')

  await client.delete(`/api/v1/simulations/${old}`)
  t.equal((await again(client, old)).status, 404)
  t.match(await recordOf(client, last), { status: 'completed', supersedes: old })
  t.same(await creditsOf(client), before)
  t.equal(
    (await ledgerOf(client)).reduce((sum, { amount }) => sum + amount, 0),
    before.balance,
  )
})

t.test('one that was completed and deleted was the one time, also after a restart', async (t) => {
  const first = await startTestServer(t)
  const { apiKey, client } = await first.account()
  const old = await oldOne(client, first)
  const completed = await untilFinal(client, idOf(await again(client, old)))
  await client.delete(`/api/v1/simulations/${completed}`)
  const isRefused = async (asking: Client) => {
    const answer = await again(asking, old)
    t.same([answer.status, answer.json().code], [409, 'not_superseded'], answer.text)
    t.match(answer.json().detail, /was deleted/)
    const record = await recordOf(asking, old)
    t.match(record, { status: 'completed', superseded: true })
    t.notOk('superseded_by' in record || 'computed_again' in record)
    t.equal(await total(asking), 1)
  }
  await isRefused(client)
  const outcome = first.services.records.accept({
    account_id: first.services.records.simulation(old)?.account_id ?? '',
    params: {},
    price: 0,
    monthly_limit: 100,
    supersedes: old,
  })
  await t.rejects(outcome, /superseded already/)
  const dataDir = await dataAfterCrash(t, first)
  const second = await startTestServer(t, { env: { DATA_DIR: dataDir } })
  await isRefused(second.client(apiKey))
  t.equal((await client.delete(`/api/v1/simulations/${old}`)).status, 204)
})

/** A simulation whose record has these parameters, as version 0.1.0 stored it. */
async function stored(accountId: string, params: Record<string, unknown>): Promise<string> {
  const outcome = await records.accept({ account_id: accountId, params, price: 1, monthly_limit: 5000 })
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome)
  const result: SimulationResult = {
    warnings: [{ code: 'coarse_path', detail: 'Such paths are sampled at a coarser step.' }],
    engine: { version: '0.1.0', backend: 'cpu', device: 'none' },
    terrain: { unknown_share: 0, sources: [], tiles: [] },
    summary: null,
  }
  await records.complete(outcome.simulation.id, result)
  return outcome.simulation.id
}

t.test("what today's rules refuse is refused with the reason, and nothing is lost", async (t) => {
  const { client, account } = await server.account()
  const antenna = await client.ask('/api/v1/antennas', {
    method: 'POST',
    body: planetFile(),
    headers: { 'content-type': 'text/plain' },
  })
  const uploaded = { pattern: { type: 'uploaded', id: idOf(antenna) } }
  const request = { ...validRequest, model: 'p526', antenna: uploaded }
  const { params } = await recordOf(client, await oldOne(client, server, request))
  await client.delete(`/api/v1/antennas/${uploaded.pattern.id}`)
  const cases: [Record<string, unknown>, string, string][] = [
    [params, 'invalid_parameters', '#/antenna/pattern/id'],
    [{ ...params, antenna: undefined, frequency: 5 }, 'invalid_parameters', '#/frequency'],
    [{ ...validRequest, max_range: 1000, given_up: 1 }, 'invalid_parameters', '#/max_range'],
    [{ ...validRequest, max_range: 300, resolution: 5 }, 'too_many_cells', ''],
    [{ ...validRequest, tx_lat: -70 }, 'terrain_unavailable', ''],
    [{ ...validRequest, tx_height: 10, tx_height_mode: 'AMSL' }, 'tx_below_ground', ''],
  ]
  const balance = (await creditsOf(client)).balance - cases.length
  for (const [params, code, pointer] of cases) {
    const id = await stored(account.id, JSON.parse(JSON.stringify(params)))
    const before = records.simulation(id)
    const answer = await again(client, id)
    t.same([answer.status, answer.json().code], [400, code], answer.text)
    if (pointer !== '') t.match(answer.json(), { errors: [{ pointer }] })
    t.same(records.simulation(id), before)
  }
  t.equal((await creditsOf(client)).balance, balance)
  t.equal(records.pendingSimulations().length, 0)
})

t.test('requests that version 0.1.0 stored are accepted as they are', async (t) => {
  const facts = JSON.parse(await readFile('test/fixtures/data-0.1.0/facts.json', 'utf8')) as {
    accounts: { simulations: Simulation[] }[]
  }
  const { client, account } = await server.account('enterprise')
  const all = facts.accounts.flatMap(({ simulations }) => simulations.map(({ params }) => params))
  const ours = all.filter(({ antenna }) => !JSON.stringify(antenna ?? null).includes('ant_'))
  t.ok(ours.length >= 4)
  for (const params of ours) {
    const answer = await again(client, await stored(account.id, params))
    t.equal(answer.status, 201, `${params.model} ${answer.text}`)
    const record = await recordOf(client, await untilFinal(client, idOf(answer)))
    t.has(record.params, params)
  }
})

t.test('what can not be stored is not begun, and can be asked for again', async (t) => {
  const { client } = await server.account()
  const old = await oldOne(client)
  const { accept } = records
  records.accept = async () => {
    throw Object.assign(new Error('no space'), { code: 'records_unwritable' })
  }
  t.teardown(() => Object.assign(records, { accept }))
  t.equal((await again(client, old)).json().code, 'overloaded')
  records.accept = accept
  t.equal((await again(client, old)).status, 201)
})

t.test('after a crash the same one is named, and is completed', async (t) => {
  const first = await startTestServer(t)
  const { apiKey, client } = await first.account()
  const old = await oldOne(client, first)
  const done = await oldOne(client, first)
  const doneAgain = await untilFinal(client, idOf(await again(client, done)))
  first.compute.held = true
  const id = idOf(await again(client, old))
  const dataDir = await dataAfterCrash(t, first)

  const second = await startTestServer(t, { env: { DATA_DIR: dataDir } })
  const after = second.client(apiKey)
  for (const [asked, made] of [
    [old, id],
    [done, doneAgain],
  ] as const) {
    t.match(await recordOf(after, asked), { superseded: true, superseded_by: made })
    const repeated = await again(after, asked)
    t.same([repeated.status, idOf(repeated)], [200, made])
  }
  await untilFinal(after, id)
  t.match(await recordOf(after, id), { status: 'completed', supersedes: old, credits_charged: 0 })
  t.match(await creditsOf(after), { balance: 998, held: 0, used_this_month: 2 })
  t.equal(await total(after), 4)
})
