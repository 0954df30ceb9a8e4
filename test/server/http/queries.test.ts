import fc from 'fast-check'
import t from 'tap'
import { isInstant } from '../../../server/http/validation/preparation.ts'
import { viewQuery } from '../../../server/results/schemas.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t, { env: { PLAN_ENTERPRISE: 'requests=10000' } })
const { account, client } = await server.account('enterprise')
const id = await simulateToEnd(client)
/** Only results of path loss have views. */
const ofPower = await simulateToEnd(client, { ...validRequest, model: 'free_space' })
const content = { name: '', sites: [{ id: ofPower }] }
const network = await server.services.records.createNetwork(account.id, content, 1)
const webhook = await server.services.records.createWebhook(account.id, {
  url: 'https://127.0.0.1:1/',
  events: ['simulation.failed'],
  credits_low_below: 1,
  maximum: 1,
})

/** What else a query needs. */
const others: Record<string, string> = {
  '/api/v1/clutter': 'lat=1&lon=1',
  '/api/v1/elevation': 'lat=1&lon=1',
  '/results/{id}/value': 'lat=1&lon=1',
  '/api/v1/results/{id}/value': 'lat=1&lon=1',
}
const places: Record<string, string> = { id, z: '3', x: '4', y: '2' }
const placesOfWebhooks = { id: webhook?.id ?? '' }
const viewNames = Object.keys(viewQuery)
/** What the view of a class needs. */
const view = 'layer=class&sensitivity_dbm=60'
const backView = `${view}&up_eirp_dbm=60&up_sensitivity_dbm=60`
/** What is taken, where 60 is not. */
const taken: Record<string, string> = { max_bytes: '1000000', tolerance_m: '50', sites: '3' }

interface Parameter {
  in: string
  name: string
  schema: { type?: string; format?: string }
}

const parameters = Object.entries(server.document.paths).flatMap(([path, { get }]) => {
  const documented = (get as { parameters?: Parameter[] } | undefined)?.parameters ?? []
  return documented
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ path, ...parameter }))
})
const numbers = parameters.filter(({ schema: { type } }) => type === 'integer' || type === 'number')
const instants = parameters.filter(({ schema: { format } }) => format === 'date-time')

/** The names of the parameters that are refused; none if the query is taken. */
async function refused(path: string, name: string, ...texts: string[]): Promise<unknown> {
  const isOfView = viewNames.includes(name)
  const ofNetwork = path.includes('/gaps')
  const ofView = (name.startsWith('up_') ? backView : view).replace(ofNetwork ? /^layer=class&/ : '', '')
  const viewed = ofNetwork || isOfView ? ofView : ''
  const rest = new URLSearchParams([others[path], viewed].filter(Boolean).join('&'))
  rest.delete(name)
  const query = [...texts.map((text) => `${name}=${text}`), ...(rest.size > 0 ? [String(rest)] : [])].join(
    '&',
  )
  const ofResult = ofNetwork
    ? { ...places, id: network?.id ?? '' }
    : isOfView
      ? { ...places, id: ofPower }
      : places
  const own: Record<string, string> = path.startsWith('/api/v1/webhooks/') ? placesOfWebhooks : ofResult
  const answer = await client.get(`${path.replace(/\{(\w+)\}/g, (_, place) => own[place] ?? '')}?${query}`)
  if (answer.status < 400) return undefined
  const { code, errors } = answer.json<{ code: string; errors: { parameter: string }[] }>()
  // There is none here; what is asked of one is judged before.
  if (code === 'search_not_found') return undefined
  return { status: answer.status, code, errors: errors?.map(({ parameter }) => parameter) }
}

const notDecimal = [
  '',
  '%20',
  '1e2',
  '1E2',
  '6e1',
  '%2060',
  '60%20',
  '60%0A',
  '60%00',
  '+60',
  '%2B60',
  '0x3C',
  '0b1',
  '0o7',
  '060',
  '60.',
  '.5',
  '6_0',
  '6,0',
  '--60',
  '%E2%88%9260',
  '%D9%A6',
  '60n',
  'Infinity',
  '-Infinity',
  'NaN',
  'null',
  'true',
  '[60]',
  '%2260%22',
  `6${'0'.repeat(400)}`,
]

t.test('numbers in queries are decimal numbers, given once', async (t) => {
  const names = [
    'expires',
    'lat',
    'limit',
    'lon',
    'max_bytes',
    'min_distance_m',
    'offset',
    'sites',
    'tolerance_m',
    'ttl',
    'within_m',
    ...viewNames,
  ]
  t.same([...new Set(numbers.map(({ name }) => name))].sort(), names.sort())
  for (const [index, { path, name }] of numbers.entries()) {
    const refusal = { status: 400, code: 'invalid_parameters', errors: [name] }
    // An address that claims to be signed is one, or it is not.
    // Each text is tried with every tenth parameter, as all are read by one function.
    const texts = notDecimal.filter((_, at) => at % 10 === index % 10)
    for (const text of texts) t.same(await refused(path, name, text), refusal, `${path}?${name}=${text}`)
    t.same(await refused(path, name, '60', '60'), refusal, `${path}?${name} twice`)
    const right = taken[name] ?? '60'
    t.same(await refused(path, name, right), undefined, `${path}?${name}=${right}`)
  }
  for (const text of ['-12.5', '0', '-0', '7.0', '0.000000000000000001']) {
    t.same(await refused('/api/v1/elevation', 'lat', text), undefined, text)
  }
  const { lat, lon } = (await client.get('/api/v1/elevation?lat=46.5&lon=-7.25')).json()
  t.same([lat, lon], [46.5, -7.25], 'as the numbers that they are')
})

const notReal = [
  '2026-02-30T00:00:00Z',
  '2026-02-29T12:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:60:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00%2B24:00',
  '2026-01-01T00:00:00%2B01:60',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+00:00',
  '2026-01-01',
  '2026-1-1T00:00:00Z',
  '%202026-01-01T00:00:00Z',
  '2026-01-01T00:00:00Z%0A',
  '+002026-01-01T00:00:00Z',
  '%2B002026-01-01T00:00:00Z',
  // Beyond the years that are compared as texts.
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00%2B01:00',
  `2026-01-01T00:00:00.${'0'.repeat(100)}Z`,
  '1767225600',
  'now',
  '',
]

t.test('times in queries are valid dates, given once', async (t) => {
  t.same(instants.map(({ name }) => name).sort(), ['created_after', 'created_before'])
  for (const { path, name } of instants) {
    const refusal = { status: 400, code: 'invalid_parameters', errors: [name] }
    for (const text of notReal) t.same(await refused(path, name, text), refusal, `${name}=${text}`)
    const real = '2024-02-29T23:59:59.999%2B05:30'
    t.same(await refused(path, name, real, real), refusal, `${name} twice`)
    for (const text of [real, '2000-02-29T00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      t.same(await refused(path, name, text), undefined, text)
    }
  }
})

t.test('only dates of the calendar are accepted', (t) => {
  const days = (year: number, month: number) =>
    [
      31,
      year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
      31,
      30,
      31,
      30,
      31,
      31,
      30,
      31,
      30,
      31,
    ][month - 1] ?? 0
  const padded = (number: number, length = 2) => String(number).padStart(length, '0')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9998 }),
      fc.integer({ min: 0, max: 14 }),
      fc.oneof(fc.integer({ min: 0, max: 33 }), fc.integer({ min: 28, max: 31 })),
      (year, month, day) =>
        isInstant(`${padded(year, 4)}-${padded(month)}-${padded(day)}T00:00:00Z`) ===
        (day >= 1 && day <= days(year, month)),
    ),
    { numRuns: 3000, seed: 1 },
  )
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59Z'),
        noInvalidDate: true,
      }),
      (date) => isInstant(date.toISOString()),
    ),
    { seed: 1 },
  )
  t.end()
})
