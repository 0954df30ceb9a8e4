import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import { cellKm2At } from '../../../server/results/products/bins.ts'
import { readRaster } from '../../../storage/rasters/read.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { putHgt } from '../../helpers/tiles.ts'

// A search for sites through HTTP, against simulations at the same places and sums over their files.

const hills = (row: number, col: number) =>
  Math.round(500 + 120 * Math.sin(row / 31) * Math.cos(col / 23) + 30 * Math.sin(row / 7 + col / 11))
const server = await startRealServer(t, (folder) => putHgt(join(folder, 'N46E020.hgt'), hills))
const { client, account } = await server.account()
t.testdir()

const base = { tx_height: 15, frequency: 868, max_range: 3, resolution: 60 }
const places = [
  [20.5, 46.5],
  [20.53, 46.52],
  [20.56, 46.49],
  [20.47, 46.48],
  [20.51, 46.54],
]
const hillPoints = {
  type: 'FeatureCollection',
  features: places.map((coordinates, at) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { name: `hill ${at}` },
  })),
}

interface Started {
  id: string
  status: string
  candidates: number
  cells: number
  credits: number
  seconds: number
}

interface Picked {
  candidate: number
  name?: string
  lat: number
  lon: number
  gain: number
}

interface Choice {
  unit: string
  sites: Picked[]
  gain: number
  bound: number
  is_optimal: boolean
  greedy: { sites: Picked[]; gain: number }
  candidates: { candidate: number; alone: number | null; error?: { code: string } }[]
  simulation: Record<string, unknown>
  site: object
}

interface Refusal {
  code: string
  detail: string
  errors?: { pointer?: string; parameter?: string; detail: string }[]
}

async function network(own: object, more: object = {}): Promise<{ id: string; first: string }> {
  const { id: first } = await finished(client, { ...base, ...own, tx_lat: 46.51, tx_lon: 20.46 })
  const answer = await client.post('/api/v1/networks', { sites: [{ id: first, name: 'first' }], ...more })
  t.equal(answer.status, 201, answer.text)
  return { id: answer.json<{ id: string }>().id, first }
}

async function searched(t: Test, id: string, body: object): Promise<Started> {
  const answer = await client.post(`/api/v1/networks/${id}/search`, body)
  t.equal(answer.status, 201, answer.text)
  const started = answer.json<Started>()
  for (let tries = 0; tries < 20; tries++) {
    const got = await client.get(`/api/v1/searches/${started.id}`, { prefer: 'wait=30' })
    const record = got.json<{ status: string; error?: object }>()
    if (record.status === 'pending') continue
    t.match(record, { id: started.id, network_id: id, status: 'completed', progress: 1, stage: null })
    return started
  }
  throw new Error('Expected the search to become final.')
}

async function choice(t: Test, id: string, query = ''): Promise<Choice> {
  const answer = await client.get(`/api/v1/searches/${id}/choice${query}`)
  t.equal(answer.status, 200, answer.text)
  return answer.json<Choice>()
}

/** Covered cells of a file by their row and column on the lattice, and their areas. */
async function coveredIn(id: string, query: string, place: { lat: number; lon: number }) {
  const answer = await client.get(`/results/${id}.tif${query}`)
  const path = join(t.testdirName, `${id}.tif`)
  await writeFile(path, answer.body)
  const { geometry, data } = await readRaster(path)
  const cells = new Map<string, number>()
  for (let at = 0; at < data.length; at++) {
    if (data[at] !== 1) continue
    const [row, col] = [Math.floor(at / geometry.cols), at % geometry.cols]
    const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
    const lonDeg = geometry.westDeg + (col + 0.5) * geometry.cellLonDeg
    if (inverse(place.lat, place.lon, latDeg, lonDeg).distanceM > 3000) continue
    const key = `${Math.round(latDeg / geometry.cellLatDeg)} ${Math.round(lonDeg / geometry.cellLonDeg)}`
    cells.set(key, cellKm2At(geometry, latDeg))
  }
  return cells
}

function km2Beyond(cells: Map<string, number>, covered: ReadonlySet<string>): number {
  return [...cells].reduce((sum, [key, km2]) => sum + (covered.has(key) ? 0 : km2), 0)
}

for (const [model, own, query] of [
  ['los', { model: 'los' }, ''],
  ['p526', { model: 'p526', rx_sensitivity_dbm: -85, erp: 0.1 }, '?layer=class'],
] as const) {
  t.test(
    `candidates of ${model} gain what simulations at their places cover beyond the network`,
    async (t) => {
      const { id, first } = await network(own)
      const before = (await client.get('/api/v1/credits')).json<{ balance: number }>().balance
      const started = await searched(t, id, { candidates: hillPoints, sites: 2 })
      const found = await choice(t, started.id)
      t.equal(found.unit, 'km2')
      t.equal(found.candidates.length, places.length)
      const existing = await coveredIn(first, query, { lat: 46.51, lon: 20.46 })
      const covered = new Set(existing.keys())
      let credits = 0
      const sets: Map<string, number>[] = []
      for (const [at, [lon, lat]] of places.entries()) {
        const { resolution: _, ...rest } = base
        const single = await finished(client, { ...rest, ...own, tx_lat: lat, tx_lon: lon, grid: first })
        credits += single.credits_charged as number
        const cells = await coveredIn(single.id, query, { lat, lon })
        sets.push(cells)
        t.ok(
          Math.abs((found.candidates[at].alone ?? -1) - km2Beyond(cells, covered)) < 1e-5,
          `hill ${at}: ${found.candidates[at].alone} against ${km2Beyond(cells, covered)}`,
        )
      }
      t.equal(started.credits, credits, 'the price is that of the simulations')
      const after = (await client.get('/api/v1/credits')).json<{ balance: number }>().balance
      t.equal(before - after, 2 * credits, 'charged once for the search, once for the simulations')
      // The best two of all pairs.
      const pairs = places.flatMap((_, one) => places.flatMap((_, two) => (one < two ? [[one, two]] : [])))
      const gains = pairs.map((pair) => km2Beyond(new Map(pair.flatMap((at) => [...sets[at]])), covered))
      const best = gains.indexOf(Math.max(...gains))
      t.same(found.sites.map(({ candidate }) => candidate).toSorted(), pairs[best])
      t.ok(Math.abs(found.gain - gains[best]) < 1e-5, `${found.gain} ${gains[best]}`)
      t.match(found, { is_optimal: true, bound: found.gain })
      t.match(found.sites[0], { name: `hill ${found.sites[0].candidate}` })
      const list = (await client.get('/api/v1/simulations')).json<{ simulations: { id: string }[] }>()
      t.notOk(
        list.simulations.some((one) => one.id === started.id),
        'a list of simulations has no search',
      )
    },
  )
}

t.test('a chosen place becomes a site, which the next choice counts as covered', async (t) => {
  const { id, first } = await network({ model: 'los' })
  const started = await searched(t, id, { candidates: hillPoints })
  const found = await choice(t, started.id)
  const [{ lat, lon, candidate, gain }] = found.sites
  const site = await finished(client, { ...found.simulation, tx_lat: lat, tx_lon: lon })
  const changed = await client.ask(`/api/v1/networks/${id}`, {
    method: 'PUT',
    body: { sites: [{ id: first }, { id: site.id }] },
  })
  t.equal(changed.status, 200, changed.text)
  const next = await choice(t, started.id, '?sites=5')
  t.equal(next.candidates[candidate].alone, 0, 'it gains nothing more')
  t.not(next.sites[0].candidate, candidate)
  t.ok(gain >= next.sites[0].gain)
  t.ok(Math.abs(next.gain - next.sites.reduce((sum, one) => sum + one.gain, 0)) < 1e-4)
  const apart = await choice(t, started.id, '?sites=5&min_distance_m=4000')
  for (const one of apart.sites) {
    t.ok(inverse(one.lat, one.lon, lat, lon).distanceM >= 4000)
    t.ok(inverse(one.lat, one.lon, 46.51, 20.46).distanceM >= 4000)
  }
  const linked = await client.get(`/api/v1/searches/${started.id}/choice?sites=5&must_reach=1,2`)
  t.equal(linked.headers['x-credits-charged'], '1')
  const sees = await Promise.all(
    places.map(async ([tx_lon, tx_lat]) => {
      const to = [
        [46.51, 20.46],
        [lat, lon],
      ].map(([rx_lat, rx_lon]) =>
        client.post('/api/v1/link', {
          ...{ tx_lat, tx_lon, rx_lat, rx_lon, tx_height: 15, rx_height: 15, frequency: 868 },
        }),
      )
      const both = await Promise.all(to)
      return both.every((one) => one.json<{ visible?: boolean }>().visible === true)
    }),
  )
  for (const one of linked.json<Choice>().sites) t.ok(sees[one.candidate], `hill ${one.candidate} is linked`)
  t.ok(linked.json<Choice>().sites.length <= sees.filter(Boolean).length)
})

t.test(
  'with the power and sensitivity of the search a chosen place covers what the search counted',
  async (t) => {
    const { id, first } = await network({ model: 'p526', rx_sensitivity_dbm: -85, erp: 0.1 })
    const started = await searched(t, id, { candidates: hillPoints, eirp_dbm: 30, sensitivity_dbm: -90 })
    const found = await choice(t, started.id)
    t.same(found.site, { eirp_dbm: 30, sensitivity_dbm: -90 })
    const [{ lat, lon, candidate }] = found.sites
    const site = await finished(client, { ...found.simulation, tx_lat: lat, tx_lon: lon })
    const body = { sites: [{ id: first }, { id: site.id, ...found.site }] }
    const changed = await client.ask(`/api/v1/networks/${id}`, { method: 'PUT', body })
    t.equal(changed.status, 200, changed.text)
    t.equal((await choice(t, started.id)).candidates[candidate].alone, 0, 'it gains nothing more')
    const visible = await network({ model: 'los' })
    const seen = await searched(t, visible.id, { candidates: hillPoints })
    t.same((await choice(t, seen.id)).site, {}, 'visibility has neither')
  },
)

t.test('summits and lattices lie within the area, which alone is to be covered', async (t) => {
  const ring = [
    [20.45, 46.47],
    [20.55, 46.47],
    [20.55, 46.53],
    [20.45, 46.53],
    [20.45, 46.47],
  ]
  const area = { type: 'Polygon', coordinates: [ring] }
  const { id } = await network({ model: 'los' }, { area })
  const isInside = ({ lat, lon }: { lat: number; lon: number }) =>
    lat > 46.47 && lat < 46.53 && lon > 20.45 && lon < 20.55
  const summits = await choice(t, (await searched(t, id, { candidates: 'summits', sites: 3 })).id)
  t.ok(summits.candidates.length > 0)
  t.ok(summits.candidates.every((one) => isInside(one as unknown as Picked)))
  t.ok(summits.sites[0].name?.startsWith('Summit, '))
  const lattice = { candidates: { area, spacing_m: 2000 }, sites: 3 }
  const estimate = await client.post(`/api/v1/networks/${id}/search/estimate`, lattice)
  const started = await searched(t, id, lattice)
  t.match(started, {
    candidates: estimate.json<Started>().candidates,
    credits: estimate.json<Started>().credits,
  })
  const spaced = await choice(t, started.id)
  t.ok(spaced.candidates.length > 10)
  const areaKm2 = 7.68 * 6.67
  t.ok(spaced.bound < areaKm2 * 1.02, `${spaced.bound} of ${areaKm2}`)
  t.ok(spaced.gain <= spaced.bound && spaced.greedy.gain <= spaced.gain)
})

t.test('a thousand candidates as named points fit into one request', async (t) => {
  const { id } = await network({ model: 'los' })
  const features = Array.from({ length: 1000 }, (_, at) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [20.45 + (at % 40) / 380.123, 46.45 + at / 9876.54321] },
    properties: { name: `Candidate ${at}` },
  }))
  const body = { candidates: { type: 'FeatureCollection', features }, sites: 2 }
  const estimate = await client.post(`/api/v1/networks/${id}/search/estimate`, body)
  t.match(estimate.json(), { candidates: 1000 }, estimate.text.slice(0, 200))
})

t.test('what does not fit is refused by its field; nothing of others is found', async (t) => {
  const { id, first } = await network({ model: 'los' })
  for (const [body, field] of [
    [{ candidates: 'peaks' }, 'candidates'],
    [{ candidates: hillPoints, sites: 0 }, 'sites'],
    [{ candidates: hillPoints, like: 2 }, 'like'],
    [{ candidates: hillPoints, must_reach: [3] }, 'must_reach'],
    [{ candidates: hillPoints, weights: 'people' }, 'weights'],
    [{ candidates: hillPoints, sensitivity_dbm: -90 }, 'sensitivity_dbm'],
    [{ candidates: hillPoints, max_range: 900 }, 'max_range'],
    [{ candidates: hillPoints, hight: 20 }, 'hight'],
  ] as const) {
    const answer = await client.post(`/api/v1/networks/${id}/search`, body)
    t.equal(answer.status, 400, `${field} ${answer.text}`)
    t.ok(answer.text.includes(field), answer.text)
  }
  const area = { type: 'Polygon', coordinates: [places.concat([places[0]])] }
  const dense = await client.post(`/api/v1/networks/${id}/search`, { candidates: { area, spacing_m: 10 } })
  t.match(dense.json<Refusal>(), { code: 'invalid_parameters' })
  t.match(dense.text, /spacing_m/)
  const started = (
    await client.post(`/api/v1/networks/${id}/search`, { candidates: hillPoints })
  ).json<Started>()
  for (const path of [
    `/api/v1/status/${started.id}`,
    `/results/${started.id}.tif`,
    `/api/v1/simulations/${started.id}/shares`,
  ]) {
    t.equal((await client.get(path)).status, 404, path)
  }
  t.equal((await client.delete(`/api/v1/simulations/${started.id}`)).status, 404)
  const asSite = await client.post('/api/v1/networks', { sites: [{ id: started.id }] })
  t.equal(asSite.status, 400)
  const { client: other } = await server.account()
  for (const path of [`/api/v1/searches/${started.id}`, `/api/v1/searches/${started.id}/choice`]) {
    t.match((await other.get(path)).json<Refusal>(), { code: 'search_not_found' }, path)
  }
  t.equal((await other.delete(`/api/v1/searches/${started.id}`)).status, 404)
  t.equal((await other.post(`/api/v1/networks/${id}/search`, { candidates: hillPoints })).status, 404)
  const { entries } = (await client.get('/api/v1/credits/ledger')).json<{
    entries: { reason: string; simulation_id?: string }[]
  }>()
  const own = entries.filter(({ simulation_id }) => simulation_id === started.id)
  t.ok(own.length > 0)
  t.same(
    own.filter(({ reason }) => !reason.startsWith('search ')),
    [],
    'a search is called one',
  )
  t.equal((await client.delete(`/api/v1/searches/${started.id}`)).status, 204)
  t.equal((await client.get(`/api/v1/searches/${started.id}`)).status, 404)
  t.ok(first.startsWith('sim_'))
  t.ok(account.id.startsWith('acc_'))
})

t.test('a choice is of the cells that the search had; what nobody can compute costs nothing', async (t) => {
  const { id } = await network({ model: 'los' })
  const started = await searched(t, id, { candidates: hillPoints })
  const path = `/api/v1/searches/${started.id}/choice`
  const spelled = await client.get(`${path}?must_reach=any%20site`)
  t.equal(spelled.status, 200, spelled.text)
  t.same(spelled.json<Choice>(), await choice(t, started.id, '?must_reach=any'))
  const coarse = await finished(client, { ...base, resolution: 100, tx_lat: 46.5, tx_lon: 20.5 })
  const body = { sites: [{ id: coarse.id }] }
  t.equal((await client.ask(`/api/v1/networks/${id}`, { method: 'PUT', body })).status, 200)
  t.match((await client.get(path)).json<Refusal>(), { code: 'not_aligned', detail: /search again/ })
  const balance = async () => (await client.get('/api/v1/credits')).json<{ balance: number }>().balance
  const before = await balance()
  const nowhere = { type: 'Feature', geometry: { type: 'Point', coordinates: [25, 46] }, properties: null }
  const answer = await client.post(`/api/v1/networks/${id}/search`, {
    candidates: { type: 'FeatureCollection', features: [nowhere] },
  })
  t.equal(answer.status, 201, answer.text)
  const search = `/api/v1/searches/${answer.json<Started>().id}`
  const failed = (await client.get(search, { prefer: 'wait=30' })).json<{ status: string }>()
  t.match(failed, { status: 'failed', credits_charged: 0, error: { code: 'terrain_unavailable' } })
  t.equal(await balance(), before)
})

t.test('an idempotency key is of one network, and HEAD makes no choice', async (t) => {
  const [{ id: one }, { id: other }] = [await network({ model: 'los' }), await network({ model: 'los' })]
  const body = { candidates: hillPoints }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'planned' }
  const asked = (id: string) =>
    client.ask(`/api/v1/networks/${id}/search`, { method: 'POST', headers, body: JSON.stringify(body) })
  const first = await asked(one)
  t.equal(first.status, 201, first.text)
  t.equal((await asked(one)).json<Started>().id, first.json<Started>().id)
  for (const id of [other, 'net_gone'])
    t.match((await asked(id)).json<Refusal>(), { code: 'idempotency_mismatch' })
  const choice = `/api/v1/searches/${first.json<Started>().id}/choice`
  t.equal((await client.ask(choice, { method: 'HEAD' })).status, 405)
})

t.test('an area beyond every range says so, and one with endless edges is refused at once', async (t) => {
  const around = (deg: number) => [
    [20.46 - deg, 46.51 - deg],
    [20.46 + deg, 46.51 - deg],
    [20.46 + deg, 46.51 + deg],
    [20.46 - deg, 46.51 + deg],
    [20.46 - deg, 46.51 - deg],
  ]
  for (const [deg, isWide] of [
    [0.01, false],
    [0.2, true],
  ] as const) {
    const { id } = await network({ model: 'los' }, { area: { type: 'Polygon', coordinates: [around(deg)] } })
    const stats = (await client.get(`/results/${id}/stats`)).json<{ km2: number; out_of_range_km2: number }>()
    const wholeKm2 = (2 * deg * 111.17) ** 2 * Math.cos((46.51 * Math.PI) / 180)
    t.ok(Math.abs(stats.out_of_range_km2 - (isWide ? wholeKm2 - stats.km2 : 0)) < 0.01 * wholeKm2, `${deg}`)
    if (!isWide) continue
    // There and back, so that nothing is inside.
    const there = Array.from({ length: 1500 }, (_, at) => [at % 2, 46 + (at % 3) / 3])
    const coordinates = [[...there, ...there.toReversed()]]
    const startMs = performance.now()
    const refused = await client.post(`/api/v1/networks/${id}/search/estimate`, {
      candidates: { area: { type: 'Polygon', coordinates }, spacing_m: 80 },
    })
    t.match(refused.json<Refusal>(), { code: 'invalid_parameters', detail: /too many edges/ })
    t.comment(`refused after ${(performance.now() - startMs).toFixed(0)} ms`)
  }
})
