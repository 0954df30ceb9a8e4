import t, { type Test } from 'tap'
import { models } from '../../../kernels/models.ts'
import { allowed, echo } from '../../../server/http/validation/messages.ts'
import { cutToSize } from '../../../server/http/validation/preparation.ts'
import { LinkRequest } from '../../../server/link/schemas.ts'
import { SimulationRequest } from '../../../server/requests/simulation.ts'
import { eventTypes } from '../../../server/webhooks/schemas.ts'
import type { Answer } from '../../helpers/client.ts'
import { statusAfterSending } from '../../helpers/raw-http.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

interface Refusal {
  code: string
  detail: string
  errors: { pointer?: string; parameter?: string; detail: string }[]
}

const modelNames = [...models.keys()].map((name) => `"${name}"`).join(', ')

const server = await startTestServer(t)
const { account, apiKey, client } = await server.account('enterprise')
const simulate = (change: object) => client.post('/api/v1/simulate', { ...validRequest, ...change })

function refused(test: Test, answer: Answer, code = 'invalid_parameters'): Refusal {
  const problem = answer.json<Refusal>()
  test.equal(answer.status, 400)
  test.equal(answer.headers['content-type'], 'application/problem+json')
  test.equal(problem.code, code)
  return problem
}

t.test('every error says what was sent and what is allowed', async (t) => {
  const cases: [object, string][] = [
    [{ tx_lat: '12' }, 'tx_lat must be a number between -85 and 85 degrees, got "12" (a string)'],
    [{ tx_lat: 85.1 }, 'tx_lat must be a number between -85 and 85 degrees, got 85.1'],
    [{ tx_lon: null }, 'tx_lon must be a number between -180 and 180 degrees, got null'],
    [{ tx_lon: undefined }, 'tx_lon is required: it must be a number between -180 and 180 degrees'],
    [
      { name: 'é'.repeat(201) },
      `name must be a string of at most 200 characters, got "${'é'.repeat(39)}…" (a string)`,
    ],
    // What cannot be made a text.
    [{ model: { toString: 1 } }, `model must be one of ${modelNames}, got an object`],
    [{ name: 5 }, 'name must be a string of at most 200 characters, got 5'],
    [{ tx_height: -1 }, 'tx_height must be a number between 0 and 60000 metres above ground (AGL), got -1'],
    [
      { tx_height: -501, tx_height_mode: 'AMSL' },
      'tx_height must be a number between -500 and 60000 metres, got -501',
    ],
    [
      { rx_height: -0.5 },
      'rx_height must be a number between 0 and 60000 metres above ground (AGL), got -0.5',
    ],
    [{ tx_height_mode: 'agl' }, 'tx_height_mode must be one of "AGL", "AMSL", got "agl" (a string)'],
    [{ frequency: 0.5 }, 'frequency must be a number between 1 and 100000 MHz, got 0.5'],
    [{ erp: -30 }, 'erp must be a number above 0 and at most 2000000, in watts, not dBm, got -30'],
    [{ erp: 0 }, 'erp must be a number above 0 and at most 2000000 watts, got 0'],
    [{ model: 'splat' }, `model must be one of ${modelNames}, got "splat" (a string)`],
    [{ resolution: 0.5 }, 'resolution must be a number between 1 and 1000 metres per cell, got 0.5'],
    [{ max_range: 301 }, 'max_range must be a number between 0.1 and 300 kilometres, got 301'],
    [{ max_range: 30_000 }, 'max_range is in kilometres and must be between 0.1 and 300, got 30000'],
    [{ k_factor: 0.2 }, 'k_factor must be between 0.3 and 10, or 0 for a flat earth, got 0.2'],
    [{ k_factor: 11 }, 'k_factor must be a number between 0 and 10, got 11'],
    [
      { layers: [] },
      'layers must be a list, without repetition and not empty, of one of "value", "class", "visible", "min_height", got a list',
    ],
    [{ layers: ['depth'] }, 'The model los has the layers "visible", "min_height", got "depth" (a string)'],
    [{ tx_hieght: 3 }, '"tx_hieght" is not a known field'],
    [{ erp: { a: 1 } }, 'erp must be a number above 0 and at most 2000000 watts, got an object'],
  ]
  for (const [change, expected] of cases) {
    const problem = refused(t, await simulate(change))
    t.equal(problem.errors.length, 1, expected)
    t.ok(problem.errors[0]?.detail.startsWith(expected), `${expected} / ${problem.errors[0]?.detail}`)
  }
})

t.test('all offending fields are named at once, in the order of the specification', async (t) => {
  const problem = refused(t, await simulate({ zzz: 1, erp: -1, tx_lat: '1', max_range: 5000, tx_height: -2 }))
  t.same(
    problem.errors.map(({ pointer }) => pointer),
    ['#/tx_lat', '#/tx_height', '#/erp', '#/max_range', '#/zzz'],
  )
  t.match(problem.detail, /and 4 more/)
})

t.test('at most 20 errors are returned, with short echoes', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(60)}${i}`, i]))
  const answer = await simulate(many)
  t.equal(refused(t, answer).errors.length, 20)
  t.notMatch(answer.text, /x{41}/)
})

t.test('malformed bodies are refused', async (t) => {
  const bodies: [string, string][] = [
    ['', 'malformed_json'],
    ['{', 'malformed_json'],
    ['{"__proto__": {}}', 'malformed_json'],
    ['{"constructor": {"prototype": {}}}', 'malformed_json'],
    ['[]', 'invalid_parameters'],
    ['null', 'invalid_parameters'],
    ['"text"', 'invalid_parameters'],
    ['{"tx_lat": 1e999}', 'invalid_parameters'],
  ]
  for (const [body, code] of bodies) {
    refused(t, await client.ask('/api/v1/simulate', { method: 'POST', body }), code)
  }
  // 32 000 levels are what 64 KiB hold.
  for (const wrap of [
    (deep: string) => deep,
    (deep: string) => `{"name":${deep}}`,
    (deep: string) => `{"x":${deep}}`,
  ]) {
    const body = wrap('['.repeat(32_000) + ']'.repeat(32_000))
    refused(t, await client.ask('/api/v1/simulate', { method: 'POST', body }))
  }
})

t.test('duplicate names in an object are refused', async (t) => {
  const request = JSON.stringify(validRequest).slice(1, -1)
  const cases: [string, string, string][] = [
    ['/api/v1/simulate', `{${request},"max_range":2}`, '"max_range"'],
    ['/api/v1/simulate', `{${request},"max_range":1}`, '"max_range"'],
    ['/api/v1/simulate/estimate', `{"m\\u0061x_range" : 2, ${request}}`, '"max_range"'],
    ['/api/v1/simulate/estimate', `{${request},"antenna":{"tilt":1,"pattern":{},"tilt":1}}`, '"tilt"'],
    ['/api/v1/link', '{"profile":{"distance_m":[0,1,2],"ground_m":[0,0,0],"ground_m":[]}}', '"ground_m"'],
    ['/api/v1/credits/purchase', '{"pack":"100","pack":"5000"}', '"pack"'],
    ['/api/v1/keys', '{"a":[[{"b":{"c":1,"c":1}}]]}', '"c"'],
    ['/api/v1/simulate', `{"${'x'.repeat(99)}":1,"${'x'.repeat(99)}":1}`, `"${'x'.repeat(39)}…"`],
  ]
  for (const [path, body, name] of cases) {
    const { detail } = refused(t, await client.ask(path, { method: 'POST', body }), 'malformed_json')
    t.equal(detail, `The name ${name} appears twice in an object of the body.`)
  }
  t.equal(server.services.records.simulations(account.id).length, 0)
  const apart = `{${request},"model":"p526","antenna":{"pattern":{"type":"omni"}},"name":"max_range"}`
  const answer = await client.ask('/api/v1/simulate/estimate', { method: 'POST', body: apart })
  t.equal(answer.status, 200, 'one name in several objects, or as a text')
})

t.test('an unexpected body is refused by its content, not by its size', async (t) => {
  for (const body of ['[]', '{"a":1}', '0', 'null', '""', '['.repeat(32_000) + ']'.repeat(32_000)]) {
    refused(t, await client.ask('/api/v1/keys', { method: 'POST', body }))
  }
  t.equal((await client.ask('/api/v1/keys', { method: 'POST', body: ' {} ' })).status, 201)
})

t.test('long lists and many names do not hide other errors', async (t) => {
  const layers = Array.from({ length: 2500 }, (_, at) => ({ [`a${at}`]: 0 }))
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`zz${at}`, 0]))
  const crowded = refused(t, await simulate({ tx_lat: '1', layers, ...names }))
  const pointers = crowded.errors.map(({ pointer }) => pointer)
  t.match(pointers, ['#/tx_lat', '#/layers'])
  t.equal(pointers.length, 20)
  const deep = '['.repeat(16_000) + ']'.repeat(16_000)
  const body = `{${JSON.stringify(validRequest).slice(1, -1)},"layers":[${deep},${deep}]}`
  const equal = refused(t, await client.ask('/api/v1/simulate', { method: 'POST', body }))
  t.same(
    equal.errors.map(({ pointer }) => pointer),
    ['#/layers/0', '#/layers/1'],
  )
})

t.test('pointers to names with slashes and tildes are escaped as RFC 6901 says', async (t) => {
  const { errors } = refused(t, await simulate({ 'a/b~c': 1 }))
  t.match(errors, [{ pointer: '#/a~1b~0c', detail: /"a\/b~c" is not a known field/ }])
})

t.test('a list of one too many is refused, not cut', async (t) => {
  const points = Array.from({ length: 4096 }, (_, i) => i)
  const profile = (length: number) => ({
    distance_m: points.slice(0, length),
    ground_m: Array(length).fill(0),
  })
  const link = { tx_height: 30, frequency: 900 }
  const four = { ...link, profile: { ...profile(4096), distance_m: [...points, 4096] } }
  const { errors } = refused(t, await client.post('/api/v1/link', four))
  t.match(errors, [{ pointer: '#/profile/distance_m', detail: /of 3 to 4096/ }])
  t.equal((await client.post('/api/v1/link', { ...link, profile: profile(4096) })).status, 200)
  const events = [...eventTypes, eventTypes[0]]
  const hook = await client.post('/api/v1/webhooks', { url: 'https://hooks.example/', events })
  t.match(refused(t, hook).errors, [{ pointer: '#/events' }])
  t.match(refused(t, await simulate({ layers: ['visible', 'min_height', 'visible'] })).errors, [
    { pointer: '#/layers' },
  ])
})

t.test('what cuts long lists leaves enough of them to be refused, at any depth', async (t) => {
  const list = { type: 'array', maxItems: 2, items: { type: 'array', maxItems: 3, items: {} } }
  const schema = { type: 'object', properties: { known: list } }
  const value: Record<string, unknown> = { known: Array.from({ length: 9 }, () => [1, 2, 3, 4, 5]) }
  for (let i = 0; i < 50; i++) value[`x${i}`] = i
  cutToSize(schema, value)
  t.same(value.known, Array(3).fill([1, 2, 3, 4]))
  t.equal(Object.keys(value).length, 31, 'and thirty unknown names')
  const fits = { known: [[1, 2, 3]], y: 1 }
  cutToSize(schema, fits)
  t.same(fits, { known: [[1, 2, 3]], y: 1 })
})

t.test('fields that simulation and link have in common are defined once', async (t) => {
  const own = ['description', 'x-unit', 'x-folded']
  const definition = (schema: object) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => !own.includes(name)))
  const ofLink: Record<string, object> = LinkRequest.properties
  const both = Object.entries(SimulationRequest.properties).filter(([name]) => name in ofLink)
  t.ok(both.length > 20)
  for (const [name, schema] of both) {
    // Each has models of its own.
    if (name !== 'model') t.same(definition(ofLink[name] ?? {}), definition(schema), name)
  }
  const profile = { distance_m: [0, 1000, 2000], ground_m: [100, 120, 100] }
  const link = { tx_height: 30, frequency: 900, profile }
  const estimate = { ...validRequest, model: 'p526' }
  for (const [fields, status] of [
    [{ rx_gain_dbi: -50, rx_sensitivity_dbm: -200 }, 200],
    [{ rx_gain_dbi: 100, rx_sensitivity_dbm: 100 }, 200],
    [{ rx_gain_dbi: -50.1 }, 400],
    [{ rx_gain_dbi: 100.1 }, 400],
    [{ rx_sensitivity_dbm: -200.1 }, 400],
    [{ rx_sensitivity_dbm: 100.1 }, 400],
  ] as const) {
    t.equal((await client.post('/api/v1/simulate/estimate', { ...estimate, ...fields })).status, status)
    t.equal((await client.post('/api/v1/link', { ...link, ...fields })).status, status)
  }
})

t.test('bodies of the wrong type or size are not read', async (t) => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const large = await client.ask('/api/v1/simulate', { method: 'POST', body: deep })
  t.equal(large.status, 413)
  t.equal(large.json().code, 'payload_too_large')

  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense']) {
    const answer = await client.ask('/api/v1/simulate', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': type },
    })
    t.equal(answer.status, 415, type)
    t.equal(answer.json().code, 'unsupported_media_type')
  }
  // The type is judged before the size.
  const both = await client.ask('/api/v1/simulate', {
    method: 'POST',
    body: deep,
    headers: { 'content-type': 'text/plain' },
  })
  t.equal(both.status, 415)
})

t.test('the refusal of a large body reaches who reads only when all is sent', async (t) => {
  const body = Buffer.alloc(8_000_000, ' ')
  for (const chunked of [false, true]) {
    const headers: [string, string][] = [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${apiKey}`],
      ['Content-Type', 'application/json'],
    ]
    const request = { method: 'POST', path: '/api/v1/simulate', headers, body, chunked }
    t.equal(await statusAfterSending(server.origin, request), 413, chunked ? 'without a length' : '')
  }
})

t.test('too many cells: the answer has the finest resolution that fits', async (t) => {
  const problem = (await simulate({ max_range: 300, resolution: 10 })).json<{
    code: string
    cells: number
    max_cells: number
    finest_resolution: number
  }>()
  t.equal(problem.code, 'too_many_cells')
  t.equal(problem.cells, Math.ceil(Math.PI * 30_000 ** 2))
  t.equal(problem.max_cells, 400_000_000)
  const fits = { max_range: 300, resolution: problem.finest_resolution }
  const { status } = await client.post('/api/v1/simulate/estimate', { ...validRequest, ...fits })
  t.equal(status, 200, 'the resolution that it names fits')
  const finer = { max_range: 300, resolution: problem.finest_resolution - 0.011 }
  refused(t, await simulate(finer), 'too_many_cells')
})

t.test('a transmitter below or without known ground is refused', async (t) => {
  const amsl = (tx_height: number, more = {}) => simulate({ tx_height, tx_height_mode: 'AMSL', ...more })
  refused(t, await amsl(99.9), 'tx_below_ground')
  refused(t, await amsl(-1, { tx_lon: -175 }), 'tx_below_ground')
  const nowhere = { ...validRequest, tx_lat: -70.123456, tx_lon: -7.654321 }
  for (const path of ['/api/v1/simulate', '/api/v1/simulate/estimate']) {
    const { detail } = refused(t, await client.post(path, nowhere), 'terrain_unavailable')
    t.match(detail, /latitude -70\.123456, longitude -7\.654321/, `${path} names the point`)
  }
  t.ok(server.log.length > 0)
  t.notMatch(server.log.join(''), /70\.123456|7\.654321/, 'which no log does')
  t.equal((await amsl(100)).status, 201)
  t.equal((await amsl(0, { tx_lon: -175 })).status, 201, 'the sea is known ground')
  const { terrain } = server.services
  const { elevationAt } = terrain
  const unknown = { state: 'unknown', elevationM: null } as never
  for (const [answer, status] of [
    [async () => unknown, 400],
    [async () => ({ ...(unknown as object), isFetchable: true }) as never, 201],
    [() => Promise.reject(new Error('a test')), 201],
  ] as const) {
    terrain.elevationAt = answer
    t.equal((await simulate({})).status, status, 'the job checks what is not known yet')
  }
  terrain.elevationAt = elevationAt
})

t.test('what came, and what is allowed, in words', async (t) => {
  for (const [value, words] of [
    ['a'.repeat(40), `"${'a'.repeat(40)}" (a string)`],
    ['a'.repeat(41), `"${'a'.repeat(39)}…" (a string)`],
    ['🗻'.repeat(40), `"${'🗻'.repeat(40)}" (a string)`],
    ['🗻'.repeat(41), `"${'🗻'.repeat(39)}…" (a string)`],
    ['🗻'.repeat(999), `"${'🗻'.repeat(39)}…" (a string)`],
    ['a"b', String.raw`"a\"b" (a string)`],
    [[], 'a list'],
    [{}, 'an object'],
    [null, 'null'],
    [undefined, 'nothing'],
    [-0.5, '-0.5'],
  ] as const)
    t.equal(echo(value), words)
  const degrees = { type: 'number', minimum: -85, maximum: 85, 'x-unit': 'degrees' }
  for (const [schema, words] of [
    [degrees, 'a number between -85 and 85 degrees'],
    [{ ...degrees, 'x-unit': 'no unit' }, 'a number between -85 and 85 no unit'],
    [{ type: 'integer', minimum: 0 }, 'a whole number of at least 0'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 9 }, 'a number above 0 and at most 9'],
    [{ type: 'string' }, 'a string'],
    [{ type: 'string', maxLength: 200 }, 'a string of at most 200 characters'],
    [{ type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } }, 'a list of 2, each a string'],
    [{ type: 'array', maxItems: 9, items: { type: 'string' } }, 'a list of 0 to 9, each a string'],
    [
      { type: 'array', uniqueItems: true, items: { enum: ['a', 1] } },
      'a list, without repetition and not empty, of one of "a", 1',
    ],
    [{}, 'a JSON object'],
  ] as const)
    t.equal(allowed(schema as never), words)
})

t.test('unknown, repeated and bad query parameters are refused', async (t) => {
  const cases: [string, string][] = [
    ['limit=0', 'limit must be a whole number between 1 and 1000, got 0'],
    ['limit=', 'limit must be a whole number between 1 and 1000, got "" (a string)'],
    ['limit=ten', 'limit must be a whole number between 1 and 1000, got "ten" (a string)'],
    ['limit=1&limit=2', 'limit must be a whole number between 1 and 1000, got a list'],
    ['offset=-1', 'offset must be a whole number'],
    ['status=done', 'status must be one of "pending", "completed", "failed", got "done" (a string)'],
    ['created_after=yesterday', 'created_after must be an instant such as "2026-01-31T12:00:00Z"'],
    ['page=2', '"page" is not a known parameter; allowed: limit, offset, after'],
    ['after=sim_unknown', 'after must be the ID of a simulation of the account'],
  ]
  for (const [query, expected] of cases) {
    const problem = refused(t, await client.get(`/api/v1/simulations?${query}`))
    t.equal(problem.errors[0]?.parameter, query.split('=')[0])
    t.ok(problem.errors[0]?.detail.startsWith(expected), problem.errors[0]?.detail)
  }
  refused(t, await client.get('/api/v1/credits?x=1'))
})
