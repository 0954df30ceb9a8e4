import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Simulation } from '../../../storage/records/types.ts'
import { typed } from '../../helpers/command.ts'
import { mast, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { type People, putPeople } from '../../helpers/populations.ts'
import { finished } from '../../helpers/real-server.ts'

// People in statistics of a service that has a layer of them; the figures are checked in ../weights.test.ts.

const people: People = {
  west: mast.tx_lon - 0.05,
  north: mast.tx_lat + 0.05,
  step: 0.001,
  rows: 100,
  cols: 100,
  peopleAt: () => 3,
}
const attribution = 'Made for a test'
const folder = await mkdtemp(join(tmpdir(), 'coverage-weights-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'people.tif')
await putPeople(path, people)
const layersPath = join(folder, 'layers.json')
await writeFile(layersPath, JSON.stringify([{ kind: 'weights', name: 'residents', path, attribution }]))

const server = await startOnHills(t, { LAYERS: layersPath })
const { account, client } = await server.account()
const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
const request = { ...viewedRequest, rx_sensitivity_dbm: -60 }
const result: Simulation = await finished(client, request)

const ring = [
  [mast.tx_lon, 46],
  [mast.tx_lon + 1, 46],
  [mast.tx_lon + 1, 47],
  [mast.tx_lon, 47],
  [mast.tx_lon, 46],
]
const polygon = { type: 'Polygon', coordinates: [ring] }

interface Weight {
  total: number
  zones: { state: string; label: string; weight: number; share: number }[]
  attribution: string
}
interface Stats {
  zones: { state: string; label: string; km2: number }[]
  weight: { residents: Weight }
}

const statsOf = async (t: Test, query = '') => {
  const answer = await client.get(`/results/${result.id}/stats${query}`)
  t.equal(answer.status, 200)
  return answer
}

t.test('statistics have people by zone, in every view, and others once the file is another', async (t) => {
  for (const query of ['', '?sensitivity_dbm=-90', '?layer=class']) {
    const { zones, weight } = (await statsOf(t, query)).json<Stats>()
    const { residents } = weight
    t.equal(residents.attribution, attribution)
    t.same(
      residents.zones.map(({ state, label }) => [state, label]),
      zones.map(({ state, label }) => [state, label]),
    )
    // As many everywhere: shares of people are about those of area.
    const km2 = zones.reduce((sum, zone) => sum + zone.km2, 0)
    for (const [at, zone] of zones.entries())
      t.ok(Math.abs((residents.zones[at]?.share ?? 1) - zone.km2 / km2) < 0.02, `${query} ${zone.label}`)
    t.ok(residents.total > 8000 && residents.total < 12_000, `${residents.total}`)
  }
  const { total } = (await statsOf(t)).json<Stats>().weight.residents
  await putPeople(path, { ...people, rows: 101, peopleAt: () => 6 })
  let doubled = total
  for (let tries = 0; doubled === total && tries < 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    doubled = (await statsOf(t)).json<Stats>().weight.residents.total
  }
  t.equal(doubled, 2 * total)
})

t.test('inside polygons, of statistics and of features alike', async (t) => {
  const stats = (await client.post(`/results/${result.id}/stats`, { polygon })).json<Stats>()
  const { features } = (await client.post(`/results/${result.id}/features`, polygon)).json<{
    features: { properties: { result: Stats } }[]
  }>()
  t.same(features[0]?.properties.result.weight, stats.weight)
  const { total } = (await statsOf(t)).json<Stats>().weight.residents
  const share = stats.weight.residents.total / total
  t.ok(share > 0.4 && share < 0.6, `${share} of the people east of the mast`)
})

t.test('the command line prints them', async (t) => {
  const { services, origin } = server
  const [ca, homes] = [join(folder, 'ca.pem'), join(folder, 'homes.csv')]
  await writeFile(ca, services.certificate.cert)
  await writeFile(homes, `lat,lon,weight\n${mast.tx_lat + 0.001},${mast.tx_lon},2.5\n0,0,4\n`)
  const env = { COVERAGE_URL: origin, COVERAGE_KEY: apiKey, COVERAGE_CA: ca }
  const { residents } = (await statsOf(t)).json<Stats>().weight
  const [covered] = residents.zones
  t.equal(covered?.state, 'covered')
  const stats = await typed(['stats', result.id, '--layer', 'class'], { env })
  const inClass = (await statsOf(t, '?layer=class')).json<Stats>().weight.residents.zones
  const sum = inClass.reduce((all, { state, weight }) => all + (state === 'covered' ? weight : 0), 0)
  t.match(stats.out, new RegExp(`^residents +${sum} of ${residents.total}, [\\d.]+ %; Made for a test$`, 'm'))
  const points = await typed(['features', result.id, homes], { env })
  t.match(points.out, /^weight +2\.5 of 2\.5, 100\.00 %; 4 out of range$/m)
})

t.test('people are no land cover', async (t) => {
  const place = `lat=${mast.tx_lat}&lon=${mast.tx_lon}`
  t.match((await client.get(`/api/v1/clutter?${place}`)).json(), { state: 'unknown', layer: null })
  t.notOk((await client.get('/api/v1/clutter/tiles.json')).json<{ attribution?: string }>().attribution)
  const refused = await client.post('/api/v1/simulate', { ...request, rx_clutter: { type: 'map' } })
  t.match(refused.json(), { status: 400, errors: [{ pointer: '#/rx_clutter' }] })
})

t.test('a service without layers answers as it did, byte by byte', async (t) => {
  const plain = await startOnHills(t)
  const { client: other } = await plain.account()
  const { id } = await finished(other, request)
  const answer = await other.get(`/results/${id}/stats`)
  const { weight, ...without } = (await statsOf(t)).json<Stats & Record<string, unknown>>()
  t.ok(weight)
  const text = JSON.stringify(without)
  t.equal(answer.text, text)
  t.equal(answer.headers.etag, `"${createHash('sha256').update(text).digest('base64url')}"`)
  const posted = await other.post(`/results/${id}/stats`, { polygon })
  const own = (await client.post(`/results/${result.id}/stats`, { polygon })).json<Record<string, unknown>>()
  delete own.weight
  t.equal(posted.text, JSON.stringify(own))
})

t.test('people of a network: by zone, and what each site covers and adds', async (t) => {
  const beside = {
    ...request,
    tx_lat: mast.tx_lat + 0.01,
    tx_lon: mast.tx_lon + 0.012,
    grid: result.id,
    resolution: undefined,
  }
  const other = await finished(client, beside)
  const made = await client.post('/api/v1/networks', { sites: [{ id: result.id }, { id: other.id }] })
  const { id } = made.json<{ id: string }>()
  interface OfNetwork extends Stats {
    sites: { weight: { residents: { covered: number; alone: number } } }[]
  }
  const network = (await client.get(`/results/${id}/stats?layer=any`)).json<OfNetwork>()
  const coveredOf = ({ weight }: Stats) =>
    weight.residents.zones.reduce((sum, zone) => sum + (zone.state === 'covered' ? zone.weight : 0), 0)
  const alone = await Promise.all(
    [result.id, other.id].map(async (site) =>
      coveredOf((await client.get(`/results/${site}/stats`)).json<Stats>()),
    ),
  )
  const all = coveredOf(network)
  const [first, second] = network.sites.map(({ weight }) => weight.residents)
  t.ok(all > alone[0] && alone[0] > 0 && alone[1] > 0, `${all} ${alone}`)
  t.same([first.covered, second.covered], alone, 'of each site as its own result says')
  t.same([first.alone, second.alone], [all - alone[1], all - alone[0]], 'what the other does not cover')
  t.equal(network.weight.residents.attribution, attribution)
  const inside = (await client.post(`/results/${id}/stats?layer=any`, polygon)).json<OfNetwork>()
  t.ok(coveredOf(inside) > 0 && coveredOf(inside) < all)
  t.ok(inside.sites[0].weight.residents.covered < first.covered)
})
