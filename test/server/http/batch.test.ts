import t, { type Test } from 'tap'
import { maximumBatch } from '../../../server/config/limits.ts'
import { checkBatch } from '../../../server/simulations/batch/check.ts'
import type { LedgerEntry } from '../../../storage/records/types.ts'
import { planetFile } from '../../helpers/antennas.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { until } from '../../helpers/compute.ts'
import { startTestServer, untilFinal, validRequest } from '../../helpers/server.ts'

// POST /simulations/batch: what it takes, how it refuses by row, and that all are accepted or none.

interface Started {
  batch_id: string
  simulations: { id: string; status: string }[]
  credits: number
}
interface Refusal {
  code: string
  detail: string
  errors: { pointer?: string; row?: number; detail: string }[]
}

const minute = { now: Date.now() }
const server = await startTestServer(t, { now: () => minute.now })
const { records } = server.services
t.beforeEach(() => {
  minute.now += 61_000
})

const path = '/api/v1/simulations/batch'
const names = 'name,tx_lat,tx_lon,tx_height,frequency,max_range'
const row = (name: string | number) => `${name},46.5,7.5,20,868,1`
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(`site ${index}`))
const csvOf = (...lines: string[]) => [names, ...lines].join('\n')
const postCsv = (client: Client, body: string | Buffer, headers: Record<string, string> = {}) =>
  client.ask(path, { method: 'POST', body, headers: { 'content-type': 'text/csv', ...headers } })

function started(t: Test, answer: Answer): Started {
  t.equal(answer.status, 201, answer.text.slice(0, 300))
  return answer.json<Started>()
}

function refused(t: Test, answer: Answer, code: string, status = 400): Refusal {
  t.match(answer.json(), { status, code }, answer.text.slice(0, 300))
  return answer.json<Refusal>()
}

async function isUntouched(t: Test, client: Client, credits: number): Promise<void> {
  t.match((await client.get('/api/v1/credits')).json(), { balance: credits, held: 0 })
  t.equal((await client.get('/api/v1/simulations')).json().total, 0)
}

t.test('JSON: accepted in its order, computed, listed by its batch, each with its own hold', async (t) => {
  const { account, client } = await server.account('pro', 100)
  const simulations = [
    { ...validRequest, name: 'a' },
    { ...validRequest, name: 'b', model: 'p526' },
    { ...validRequest, name: 'c', k_factor: 1 },
  ]
  const answer = await client.post(path, { simulations })
  const batch = started(t, answer)
  t.equal(answer.headers.location, `/api/v1/simulations?batch=${batch.batch_id}`)
  t.match(answer.headers['retry-after'], /^[1-9]\d*$/)
  t.same(
    batch.simulations.map(({ status }) => status),
    ['pending', 'pending', 'pending'],
  )
  for (const { id } of batch.simulations) await untilFinal(client, id)
  const single = started(t, await client.post('/api/v1/simulate', validRequest))
  t.ok(single)
  const listed = (await client.get(`/api/v1/simulations?batch=${batch.batch_id}`)).json<{
    simulations: { id: string; batch_id: string; params: { name: string } }[]
    total: number
  }>()
  t.equal(listed.total, 3)
  t.same(
    listed.simulations.map(({ id, batch_id, params }) => [id, batch_id, params.name]).reverse(),
    batch.simulations.map(({ id }, index) => [id, batch.batch_id, ['a', 'b', 'c'][index]]),
  )
  t.same((await client.get('/api/v1/simulations?batch=bat_none')).json(), { simulations: [], total: 0 })
  t.match((await client.get('/api/v1/simulations?batch=x&limit=1&status=failed')).json(), { total: 0 })
  const { entries } = await records.ledger(account.id)
  const ofBatch = entries.filter(({ simulation_id }) =>
    batch.simulations.some(({ id }) => id === simulation_id),
  )
  t.same(holdsOf(ofBatch), [3, batch.credits])
  t.equal(
    entries.reduce((sum, { amount }) => sum + amount, 0),
    records.credits(account.id).balance,
  )
})

t.test('a table means what the same JSON means', async (t) => {
  const { client } = await server.account('enterprise', 1000)
  const simulations = [
    { ...validRequest, name: 'north, high' },
    { ...validRequest, name: 'say "south"', layers: ['visible', 'min_height'] },
    {
      ...validRequest,
      name: 'p',
      model: 'p526',
      antenna: { tilt: 2, pattern: { type: 'omni', vertical_beamwidth: 10 } },
    },
  ]
  const table = [
    `${names},layers,model,antenna.tilt,antenna_pattern_type,antenna.pattern.vertical_beamwidth`,
    '"north, high",46.5,7.5,20,868,1,,,,,',
    '',
    '"say ""south""" , 46.5,7.5,20,868,1,"visible, min_height",,,,',
    'p,46.5,7.5,20,868,1,,p526,2,omni,10',
    ',,,,,,,,,,',
  ]
  const key = { 'idempotency-key': 'same' }
  const answer = await postCsv(client, `\ufeff${table.join('\r\n')}\r\n`, {
    ...key,
    'content-type': 'text/csv; charset=utf-8; header=present',
  })
  const batch = started(t, answer)
  t.equal(batch.simulations.length, 3)
  const paramsOf = async ({ id }: { id: string }) => records.simulation(id)?.params
  t.match(await paramsOf(batch.simulations[0] as { id: string }), { name: 'north, high', tx_lat: 46.5 })
  t.match(await paramsOf(batch.simulations[1] as { id: string }), { layers: ['visible', 'min_height'] })
  t.match(await paramsOf(batch.simulations[2] as { id: string }), {
    antenna: { tilt: 2, pattern: { vertical_beamwidth: 10 } },
  })
  const replayed = await client.ask(path, { method: 'POST', body: { simulations }, headers: key })
  t.equal(replayed.headers['idempotency-replayed'], 'true', 'the same value under the same key')
  t.equal(replayed.text, answer.text)
  const other = await client.ask(path, {
    method: 'POST',
    body: { simulations: simulations.slice(1) },
    headers: key,
  })
  refused(t, other, 'idempotency_mismatch', 422)
})

t.test('a hundred are accepted under one key, and finish', async (t) => {
  const { account, client } = await server.account('pro', 150)
  const headers = { 'idempotency-key': 'hundred' }
  const table = csvOf(...rows(100))
  const answers = await Promise.all([1, 2, 3].map(() => postCsv(client, table, headers)))
  const statuses = answers.map(({ status }) => status)
  t.ok(
    statuses.every((status) => status === 201 || status === 409),
    String(statuses),
  )
  const batch = started(t, await postCsv(client, table, headers))
  t.match([batch.simulations.length, batch.credits], [100, 100])
  t.equal(records.simulations(account.id).length, 100, 'once')
  await until(() => records.credits(account.id).held === 0, 'the end')
  t.equal(records.credits(account.id).balance, 50)
  const heads = records.simulations(account.id, { batch: batch.batch_id, status: 'completed' })
  t.same(
    heads.map(({ id }) => id).reverse(),
    batch.simulations.map(({ id }) => id),
  )
  const { entries, total } = await records.ledger(account.id)
  t.equal(total, 201)
  t.same(holdsOf(entries), [100, 100])
})

t.test('one bad row refuses all, by row, field, what came and what is allowed', async (t) => {
  const { client } = await server.account('pro', 100)
  const cases: [string[], Refusal['errors']][] = [
    [
      [row('a'), 'b,91,7.5,20,868,1', '', 'c,46.5,7.5,20,,1'],
      [
        {
          pointer: '#/simulations/1/tx_lat',
          row: 3,
          detail: 'row 3: tx_lat must be a number between -85 and 85 degrees, got 91',
        },
        {
          pointer: '#/simulations/2/frequency',
          row: 5,
          detail: 'row 5: frequency is required: it must be a number between 1 and 100000 MHz',
        },
      ],
    ],
    [
      ['a,"46,5",7.5,20,868,1', 'b,46.5,7.5,-3,868,1'],
      [
        {
          pointer: '#/simulations/0/tx_lat',
          row: 2,
          detail: 'row 2: tx_lat must be a number between -85 and 85 degrees, got "46,5" (a string)',
        },
        {
          pointer: '#/simulations/1/tx_height',
          row: 3,
          detail: 'row 3: tx_height must be a number between 0 and 60000 metres above ground (AGL), got -3',
        },
      ],
    ],
  ]
  for (const [lines, errors] of cases) {
    const problem = refused(t, await postCsv(client, csvOf(...lines)), 'invalid_parameters')
    t.same(problem.errors, errors)
  }
  const json = { simulations: [validRequest, { ...validRequest, tx_lat: '1', zzz: 2 }, 7] }
  const { detail, errors } = refused(t, await client.post(path, json), 'invalid_parameters')
  t.same(
    errors.map(({ pointer }) => pointer),
    ['#/simulations/1/tx_lat', '#/simulations/1/zzz', '#/simulations/2'],
  )
  t.match(detail, /^simulations\[1\]: tx_lat must be .*, got "1" \(a string\) \(and 2 more, see errors\)\.$/)
  const many = refused(
    t,
    await postCsv(client, csvOf(...rows(50).map((line) => line.replace('46.5', '99')))),
    'invalid_parameters',
  )
  t.equal(many.errors.length, 20)
  await isUntouched(t, client, 100)
})

t.test('what is no table, and which columns there are', async (t) => {
  const { client } = await server.account('pro', 100)
  const malformed: [string | Buffer, RegExp][] = [
    ['', /table is empty/],
    ['\r\n\r\n', /table is empty/],
    [csvOf('a,46.5,7.5,20,868'), /^row 2 has 5 cells, expected 6 as in the header\.$/],
    [csvOf(row('a'), `${row('b')},1`), /^row 3 has 7 cells/],
    [csvOf('"a,46.5,7.5,20,868,1'), /quote is not closed/],
    [csvOf('a "b" c,46.5,7.5,20,868,1'), /quote is not allowed/],
    [Buffer.from([...Buffer.from(csvOf('Zürich')), 0xff, 0xfe]), /not text in UTF-8/],
    [`a${',a'.repeat(300)}\n`, /has 301 columns/],
    [csvOf(row('a'), '\n'.repeat(10_000)), /has 10\d{3} lines: at most 1000 rows are allowed/],
  ]
  for (const [body, detail] of malformed) {
    t.match(refused(t, await postCsv(client, body), 'malformed_csv').detail, detail)
  }
  minute.now += 61_000
  const invalid: [string, RegExp][] = [
    [csvOf(), /must have 1 to 1000 rows below its header, got 0/],
    [csvOf(...rows(1001)), /must have 1 to 1000 rows below its header, got 1001/],
    [csvOf(row('a')).replace('tx_lon', 'lon'), /^"lon" is not a known column; allowed: "name", "tx_lat"/],
    [csvOf(row('a')).replace('tx_lon', 'tx_lat'), /^the column "tx_lat" appears twice/],
    [csvOf(row('a')).replace('tx_lon', ''), /^column 3 has no name/],
    [`${names},antenna.tilt,antenna_tilt\n${row('a')},1,2\n`, /^the column "antenna_tilt" appears twice/],
    [`${names};tx_height_mode\n${row('a')};AGL\n`, /^"max_range;tx_height_mode" is not a known column/],
  ]
  for (const [body, detail] of invalid) {
    t.match(refused(t, await postCsv(client, body), 'invalid_parameters').detail, detail)
  }
  await isUntouched(t, client, 100)
})

t.test('what is no list of requests', async (t) => {
  const { client } = await server.account('pro', 100)
  const send = (body: string, headers = {}) => client.ask(path, { method: 'POST', body, headers })
  const request = JSON.stringify(validRequest)
  const cases: [string, string, RegExp][] = [
    ['', 'malformed_json', /empty/],
    ['{', 'malformed_json', /not a JSON document/],
    ['{"simulations":[],"simulations":[]}', 'malformed_json', /"simulations" appears twice/],
    [
      `{"simulations":[${request.replace('}', ',"erp":1,"erp":2}')}]}`,
      'malformed_json',
      /"erp" appears twice/,
    ],
    ['[]', 'invalid_parameters', /must be a JSON object/],
    ['{}', 'invalid_parameters', /list of 1 to 1000 requests, got nothing/],
    ['{"simulations":[]}', 'invalid_parameters', /got 0 of them/],
    ['{"simulations":7}', 'invalid_parameters', /got 7/],
    [`{"simulations":[${Array(1001).fill('{}').join()}]}`, 'invalid_parameters', /got 1001 of them/],
    [`{"simulations":[${request}],"name":"x"}`, 'invalid_parameters', /"name" is not a known field/],
    [`{"simulations":[{"__proto__":{"tx_lat":1}}]}`, 'invalid_parameters', /__proto__|tx_lat is required/],
  ]
  for (const [body, code, detail] of cases) t.match(refused(t, await send(body), code).detail, detail)
  const none = await client.ask(path, { method: 'POST' })
  refused(t, none, 'malformed_json')
  const wrong = await send(csvOf(row('a')), { 'content-type': 'text/plain' })
  refused(t, wrong, 'unsupported_media_type', 415)
  await isUntouched(t, client, 100)
})

t.test('a mebibyte is taken here, one byte more is not, and elsewhere 64 KiB as before', async (t) => {
  const { client } = await server.account('pro', 100)
  const table = csvOf(row('a'))
  const filled = (bytes: number) => `${table}${' '.repeat(bytes - table.length)}`
  started(t, await postCsv(client, filled(1_048_576)))
  const { detail } = refused(t, await postCsv(client, filled(1_048_577)), 'payload_too_large', 413)
  t.match(detail, /batch 1 048 576/)
  const large = { ...validRequest, name: 'x'.repeat(70_000) }
  refused(t, await client.post('/api/v1/simulate', large), 'payload_too_large', 413)
})

t.test('credits are looked at for the sum, and nothing is held', async (t) => {
  const { client } = await server.account('pro', 9)
  const answer = await postCsv(client, csvOf(...rows(10)))
  t.match(refused(t, answer, 'insufficient_credits', 403), {
    detail: /^The batch costs 10 credits, the balance is 9/,
    balance: 9,
    required: 10,
  })
  await isUntouched(t, client, 9)
})

t.test('what the plan, the ground and antennas refuse is told by row', async (t) => {
  const { client } = await server.account('pro', 100)
  const { client: stranger } = await server.account('pro', 100)
  const large = { ...validRequest, max_range: 300, resolution: 1 }
  const cells = refused(t, await client.post(path, { simulations: [validRequest, large] }), 'too_many_cells')
  t.match(cells, {
    detail: /^simulations\[1\]: The circle has/,
    max_cells: 100_000_000,
    finest_resolution: 53.18,
  })
  const far = csvOf(row('a'), 'b,-70,7.5,20,868,1', 'c,-71,7.5,20,868,1')
  t.match(refused(t, await postCsv(client, far), 'terrain_unavailable'), {
    errors: [
      { pointer: '#/simulations/1', row: 3, detail: /^row 3: / },
      { pointer: '#/simulations/2', row: 4, detail: /^row 4: / },
    ],
  })
  const below = { ...validRequest, tx_height: 50, tx_height_mode: 'AMSL' }
  refused(t, await client.post(path, { simulations: [below] }), 'tx_below_ground')
  const uploaded = await stranger.ask('/api/v1/antennas?name=x', {
    method: 'POST',
    body: planetFile(),
    headers: { 'content-type': 'text/plain' },
  })
  const { id } = uploaded.json<{ id: string }>()
  const antenna = { pattern: { type: 'uploaded', id } }
  const request = { ...validRequest, model: 'p526', antenna }
  t.match(refused(t, await client.post(path, { simulations: [request] }), 'invalid_parameters'), {
    errors: [
      {
        pointer: '#/simulations/0/antenna/pattern/id',
        detail: /must be the ID of an antenna pattern of the account/,
      },
    ],
  })
  await isUntouched(t, client, 100)
  started(t, await stranger.post(path, { simulations: [request] }))
})

t.test('a batch counts as one simulation at once', async (t) => {
  const { client } = await server.account('pro', 100)
  server.compute.held = true
  for (let count = 0; count < 2; count++) started(t, await postCsv(client, csvOf(...rows(5))))
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 201)
  const problem = refused(t, await postCsv(client, csvOf(row('a'))), 'concurrency_limit_exceeded', 429)
  t.match(problem, { limit: 3, running: 3 })
  server.compute.release()
  await until(() => server.services.dispatcher.queued === 0, 'the end')
})

/** How many holds there are, and of how many credits. */
function holdsOf(entries: readonly LedgerEntry[]): [number, number] {
  const holds = entries.filter(({ type }) => type === 'hold')
  return [holds.length, holds.reduce((sum, { amount }) => sum - amount, 0)]
}

t.test('a body is checked to its last member, and handed over in parts', async (t) => {
  const check = (value: unknown) => checkBatch(Buffer.from(JSON.stringify(value)), 'application/json')
  const wrong = (value: unknown) => check(value).errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
  const all = (count: number, body: object = {}) => ({ simulations: new Array(count).fill(body) })
  t.match(
    wrong(all(maximumBatch))[0],
    /^#\/simulations\/0\/\w+ simulations\[0\]: /,
    'as many as there may be',
  )
  t.match(wrong(all(maximumBatch + 1)), [
    `#/simulations simulations must be a list of 1 to ${maximumBatch} requests`,
  ])
  t.match(wrong(all(0)), [/got 0 of them$/])
  t.match(wrong({ simulations: {} }), [/got an object$/])
  t.match(wrong([]), ['# the body must be a JSON object with the list simulations, got a list'])
  t.match(wrong(null), [/got null$/])
  t.match(wrong({ ...all(1, validRequest), name: 'One' }), ['# "name" is not a known field'])
  t.throws(() => checkBatch(Buffer.from('{'), 'application/json'), { code: 'malformed_json' })

  const bodies = Array.from({ length: 101 }, (_, at) => ({ ...validRequest, name: `${at}` }))
  const { chunks, errors, hash, rows } = check({ simulations: bodies })
  t.same([errors, rows], [[], undefined])
  const parts = chunks.map((chunk) => JSON.parse(chunk) as { name: string }[])
  t.same(
    parts.map(({ length }) => length),
    [50, 50, 1],
  )
  t.same(
    parts.flat().map(({ name }) => name),
    bodies.map(({ name }) => name),
  )
  const turned = bodies.map((body) => Object.fromEntries(Object.entries(body).toReversed()))
  t.equal(check({ simulations: turned }).hash, hash, 'the same value')
  t.not(check({ simulations: bodies.toReversed() }).hash, hash)
  const faulty = [...bodies.slice(0, 2), { ...validRequest, tx_lat: 91 }]
  t.match(check({ simulations: faulty }), { chunks: [], errors: [{ pointer: '#/simulations/2/tx_lat' }] })
})
