import t, { type Test } from 'tap'
import { pathLossModels } from '../../../kernels/models.ts'
import { dereferenced } from '../../helpers/document.ts'
import { alternativesOf, type Schema } from '../../helpers/fuzz-values.ts'
import {
  filledUp,
  fillerNames,
  LARGEST_BODY_BYTES,
  type Position,
  positionsIn,
} from '../../helpers/large-bodies.ts'
import { LoopWatch } from '../../helpers/loop-watch.ts'
import { RawClient, type RawRequest } from '../../helpers/raw-http.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'
import { FakeStripe } from '../../helpers/stripe.ts'

/** Generous: what it is about held the loop for seconds. */
const LONGEST_HELD_MS = 250
/** Requests between two minutes of the service's clock, fewer than the rate allows. */
const REQUESTS_A_MINUTE = 200

let minutes = 0
const server = await startTestServer(t, { now: () => Date.now() + minutes * 61_000 })
const stripe = new FakeStripe()
await stripe.start(t)
const shop = await startTestServer(t, { env: stripe.env })
const { apiKey } = await server.account('enterprise', 1000)
/** For paths that name one. */
const id = await simulateToEnd(server.client(apiKey))
const network = (await server.client(apiKey).post('/api/v1/networks', { sites: [{ id }] })).json<{
  id: string
}>()
const clients = new Map([server, shop].map(({ origin }) => [origin, new RawClient(origin)]))
const watch = new LoopWatch()
t.teardown(() => {
  for (const client of clients.values()) client.close()
  watch.close()
})
let sent = 0

interface Case {
  name: string
  path: string
  body: Buffer
  type?: string
  method?: string
  headers?: [string, string][]
  origin?: string
}

/** Asks, and asks again what seems to hold the loop: whatever else came in between would not come each time. */
async function holdsNotLong(t: Test, cases: Case[]): Promise<void> {
  let worst = { heldMs: 0, name: 'none' }
  for (const {
    name,
    path,
    body,
    type = 'application/json',
    method = 'POST',
    headers = [],
    origin,
  } of cases) {
    const request: RawRequest = {
      method,
      path,
      headers: [
        ['Host', 'localhost'],
        ['Authorization', `Bearer ${apiKey}`],
        ['Content-Type', type],
        ...headers,
      ],
      body,
      chunked: false,
    }
    const client = clients.get(origin ?? server.origin) as RawClient
    let heldMs = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 3 && heldMs > LONGEST_HELD_MS; tries++) {
      if (++sent % REQUESTS_A_MINUTE === 0) minutes++
      const { result, heldMs: ms } = await watch.during(() => client.ask(request))
      heldMs = Math.min(heldMs, ms)
      if (result.status >= 429) t.fail(`${name}: ${result.status} ${result.text.slice(0, 300)}`)
    }
    if (heldMs > LONGEST_HELD_MS) t.fail(`${name} held the loop for ${heldMs.toFixed(0)} ms`)
    if (heldMs > worst.heldMs) worst = { heldMs, name }
  }
  t.ok(cases.length > 0)
  t.comment(`${cases.length} bodies; the longest hold ${worst.heldMs.toFixed(1)} ms: ${worst.name}`)
}

const link = {
  tx_height: 30,
  frequency: 900,
  profile: { distance_m: [0, 1000, 2000], ground_m: [100, 120, 100] },
  antenna: { pattern: {} },
}
const within = {
  polygon: {
    type: 'Polygon',
    coordinates: [
      [
        [7, 46],
        [9, 46],
        [9, 48],
        [7, 46],
      ],
    ],
  },
}
const radio = { frequency: 868, tx_height: 12 }
const mast = { lat: 46.5, lon: 7.5, height: 10 }
const masts = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'Hill' }, geometry: { type: 'Point', coordinates: [7.5, 46.5] } },
  ],
}
const search = { candidates: masts, sites: 1 }
const samples: Record<string, object> = {
  '/api/v1/simulations/{id}/shares': { days: 30 },
  '/results/{id}/stats': within,
  '/api/v1/results/{id}/stats': within,
  '/results/{id}/features': within.polygon,
  '/api/v1/results/{id}/features': within.polygon,
  '/api/v1/simulate': { ...validRequest, antenna: { pattern: {} } },
  '/api/v1/simulate/estimate': { ...validRequest, antenna: { pattern: {} } },
  '/api/v1/simulations/batch': { simulations: [] },
  '/api/v1/link': link,
  '/api/v1/link/batch': { link: radio, transmitters: masts, receivers: masts },
  '/api/v1/networks': { sites: [{ id }] },
  '/api/v1/networks/{id}/search': search,
  '/api/v1/networks/{id}/search/estimate': search,
  '/api/v1/networks/{id}/shares': { days: 30 },
  '/api/v1/relays': { a: mast, b: mast, link: radio },
  '/api/v1/credits/purchase': { pack: '100' },
  '/api/v1/terrain/fetch': { bbox: [7, 46, 8, 47] },
  '/api/v1/webhooks': { url: 'https://hooks.example/', events: ['credits.low'] },
  '/login': { code: 'wrong' },
  '/invite': { code: 'wrong' },
}

/** Everything into lists and objects; of what a single value is filled with, some of them. */
function fillersFor({ schema: { properties, items } }: Position, at: number): string[] {
  if (properties || items) return fillerNames
  return fillerNames.filter((_, index) => index % 8 === at % 8)
}

/** Once each, whatever the alternatives have in common. */
function everyPosition(schema: Schema): Position[] {
  const positions = alternativesOf(schema).flatMap((one) => positionsIn(one))
  return [...new Map(positions.map((position) => [position.path, position])).values()]
}

t.test('no JSON of 64 KiB blocks the event loop', async (t) => {
  const asking = Object.entries(dereferenced(server.document).paths).flatMap(([path, { post }]) => {
    const { requestBody } = (post ?? {}) as { requestBody?: { content: Record<string, { schema: Schema }> } }
    const schema = requestBody?.content['application/json']?.schema
    return schema ? [{ path, schema }] : []
  })
  t.same(asking.map(({ path }) => path).sort(), Object.keys(samples).sort(), 'every route that asks for JSON')
  const cases = asking.flatMap(({ path, schema }) =>
    everyPosition(schema)
      // The two that start and estimate a simulation judge the same schema.
      .filter((position) => path !== '/api/v1/simulate' || position.path === '')
      .flatMap((position, at) =>
        fillersFor(position, at).map(
          (filler): Case => ({
            name: `${path} #/${position.path} with ${filler}`,
            path: path.replace('{id}', path.includes('/networks/') ? network.id : id),
            body: filledUp(samples[path] ?? {}, position.path, filler),
            headers: [['Idempotency-Key', `${path} ${position.path} ${filler}`]],
          }),
        ),
      ),
  )
  await holdsNotLong(t, cases)
})

t.test('no body on a route that takes none blocks the event loop', async (t) => {
  const routes = [
    { method: 'POST', path: '/api/v1/keys' },
    { method: 'DELETE', path: '/api/v1/simulations/sim_none' },
    { method: 'POST', path: '/sandbox/checkout/none' },
    { method: 'GET', path: '/api/v1/models' },
    { method: 'POST', path: '/api/v1/nowhere' },
    { method: 'POST', path: '/payments/stripe', origin: shop.origin },
  ]
  const cases = routes.flatMap((route) =>
    fillerNames.map((filler) => ({
      ...route,
      name: `${route.path} with ${filler}`,
      body: filledUp({}, '', filler),
    })),
  )
  await holdsNotLong(t, cases)
})

t.test('no batch of a mebibyte blocks the event loop', async (t) => {
  const path = '/api/v1/simulations/batch'
  const bytes = 1_048_576
  const full = (text: string) => text.repeat(bytes / Buffer.byteLength(text))
  const json = fillerNames.flatMap((filler) =>
    ['', 'simulations'].map((position) => ({
      name: `${position} with ${filler}`,
      path,
      body: filledUp({ simulations: [] }, position, filler, bytes),
    })),
  )
  const wrong = { ...validRequest, tx_lat: 'x', a: 1, b: 2 }
  const tables = {
    'empty lines': full('\n'),
    'both line ends': full('\r\n\r'),
    'many columns': full(','),
    'rows of nothing': full(',\n'),
    quotes: full('"'),
    'an open quote': `"${full('a\n').slice(1)}`,
    'rows of one cell': full('a\n'),
    'a long name': full('x'),
  }
  const csv = Object.entries(tables).map(([name, text]) => ({
    name,
    path,
    type: 'text/csv',
    body: Buffer.from(text),
  }))
  const rows = {
    name: 'a thousand wrong rows',
    path,
    body: Buffer.from(JSON.stringify({ simulations: Array(1000).fill(wrong) })),
  }
  await holdsNotLong(t, [...json, ...csv, rows])
})

t.test('no antenna file blocks the event loop', async (t) => {
  const full = (text: string) => text.repeat(LARGEST_BODY_BYTES / Buffer.byteLength(text))
  const texts = {
    'empty lines': full('\n'),
    'both line ends': full('\r\n\r'),
    spaces: full(' '),
    'a line of spaces': `HORIZONTAL${full(' ').slice(20)}x`,
    'spaces of all kinds': `HORIZONTAL\n${full('\t\u00a0\u2003').slice(0, 20_000)}x`,
    'separators without numbers': `HORIZONTAL\n${full(' ;').slice(20)}1`,
    numbers: full('0\n'),
    'one number': full('1'),
    words: full('a\n'),
    'one section without end': `HORIZONTAL 360\n${full('0 0\n').slice(20)}`,
    'sections without lines': full('HORIZONTAL\nVERTICAL\n'),
    keys: `HORIZONTAL\n${full('NAME a\n').slice(20)}`,
    'a long key': `POLARIZATION${full(' ').slice(30)}x\nHORIZONTAL`,
    'a long frequency': `FREQUENCY ${full('a ').slice(30)}\nHORIZONTAL`,
    'a long gain': `GAIN ${full('9').slice(30_000)}${full(' ').slice(40_000)}9\nHORIZONTAL`,
  }
  const cases = Object.entries(texts).map(([name, text]) => ({
    name,
    path: '/api/v1/antennas',
    type: 'text/plain',
    body: Buffer.from(text),
  }))
  await holdsNotLong(t, cases)
})

t.test('no link with the maximum number of points blocks the event loop', async (t) => {
  const points = Array.from({ length: 4096 }, (_, at) => at)
  const grounds = {
    flat: points.map(() => 0),
    rough: points.map((at) => (at * 7919) % 977),
    'one peak': points.map((at) => (at === 2000 ? 900 : 0)),
  }
  const cases = [...pathLossModels.keys()].flatMap((model) =>
    Object.entries(grounds).map(([name, ground_m]) => {
      const profile = { distance_m: points.map((at) => 2 * at), ground_m }
      const latitude = model === 'p1812' ? { latitude: 40 } : {}
      const body = { tx_height: 30, frequency: 900, model, ...latitude, profile }
      return { name: `${model}, ${name}`, path: '/api/v1/link', body: Buffer.from(JSON.stringify(body)) }
    }),
  )
  await holdsNotLong(t, cases)
})
