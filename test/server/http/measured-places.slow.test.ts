import t from 'tap'
import { planetFile } from '../../helpers/antennas.ts'
import { quadrantsAbout, table } from '../../helpers/class-quadrants.ts'
import type { Answer } from '../../helpers/client.ts'
import { mast, rasterIn, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Points of features that the raster does not answer: receivers at another height, and the land cover around measurements.

const quadrants = await quadrantsAbout(t, mast)
const server = await startOnHills(t, { LAYERS: quadrants.layersPath })
const { client } = await server.account()

interface Collection {
  features: { properties: { result: { value: number | null; state: string; residual_db?: number } } }[]
  summary: Record<string, number> & {
    by_clutter?: {
      type: string | null
      height_m: number | null
      n: number
      bias_db: number
      rmse_db: number
    }[]
  }
}

const csv = (id: string, text: string, query = '') =>
  client.ask(`/results/${id}/features${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(text),
  })
const collectionOf = (answer: Answer) => {
  t.equal(answer.status, 200, answer.text.slice(0, 300))
  return answer.json<Collection>()
}

/** Centers of some known cells, with the values there. */
async function centersOf(id: string, count: number) {
  const { geometry, data } = await rasterIn(t, (await client.get(`/results/${id}.tif`)).body)
  const { cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const known = [...data.keys()].filter((index) => Number.isFinite(data[index]))
  return Array.from({ length: count }, (_, at) => {
    const index = known[Math.floor((at * known.length) / count)] ?? 0
    const lat = northDeg - (Math.floor(index / cols) + 0.5) * cellLatDeg
    return { lat, lon: westDeg + ((index % cols) + 0.5) * cellLonDeg, value: Number(data[index]) }
  })
}

const antenna = {
  azimuth: 70,
  tilt: 3,
  pattern: { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 25 },
}
const clutter = {
  tx_clutter: { type: 'open' },
  rx_clutter: { type: 'map' },
  rx_indoor: { building: 'traditional', percent: 50 },
}

t.test('a point with a height of its own has the value of a raster for that height', async (t) => {
  const cases = [
    { antenna, output: 'received_power' },
    { output: 'path_loss' },
    { ...clutter, correction: { offset_db: 3, slope_db: 2 } },
    { model: 'itm', output: 'field_strength' },
  ]
  for (const fields of cases) {
    const request = { ...viewedRequest, ...fields }
    const low = await finished(client, { ...request, rx_height: 1.5 })
    const high = await finished(client, { ...request, rx_height: 20 })
    const centers = await centersOf(high.id, 60)
    const rows = centers.map(({ lat, lon }) => `${lat},${lon}`)
    const table = (heightM: number | '') =>
      `lat,lon,rx_height\n${rows.map((row) => `${row},${heightM}`).join('\n')}\n`
    const own = collectionOf(await csv(low.id, table(20))).features.map(({ properties }) => properties.result)
    const away = own.map(({ value }, at) => Math.abs(Number(value) - Number(centers[at]?.value)))
    // At the mast's own cell a raster has a distance of its own.
    t.ok(
      away.every((db) => db < 0.05),
      `${JSON.stringify(fields)}: ${Math.max(...away)} dB`,
    )
    const [bare, same] = await Promise.all(
      ['' as const, 1.5].map(async (heightM) => (await csv(low.id, table(heightM))).text),
    )
    const valuesOf = (text: string) =>
      (JSON.parse(text) as Collection).features.map(({ properties }) => properties.result)
    t.same(valuesOf(bare ?? ''), valuesOf(same ?? ''), "the result's own height is the raster's")
    t.ok(valuesOf(bare ?? '').some(({ value }, at) => Math.abs(Number(value) - Number(own[at]?.value)) > 1))
  }
})

t.test('states and residuals of such points follow, and unknown ground stays unknown', async (t) => {
  const { id } = await finished(client, { ...viewedRequest, rx_sensitivity_dbm: -60 })
  const [first, second] = await centersOf(id, 2)
  const hole = { lat: 47 - 615 / 1200, lon: 7 + 600 / 1200 }
  const text = `lat,lon,rx_height,measured_dbm
${first?.lat},${first?.lon},30,-70
${second?.lat},${second?.lon},30,-70
${hole.lat},${hole.lon},30,-70
`
  const { features, summary } = collectionOf(await csv(id, text))
  t.match(summary, { n: 3, used: 2, unknown: 1 })
  for (const { properties } of features.slice(0, 2)) {
    const { value, state, residual_db } = properties.result
    t.equal(state, Number(value) >= -60 ? 'covered' : 'lacking')
    t.ok(Math.abs(Number(residual_db) - (-70 - Number(value))) < 0.002, 'predicted minus measured loss')
  }
  t.match(features[2]?.properties.result, { value: null, state: 'unknown' })
})

t.test('a summary by the land cover at the points', async (t) => {
  const { id } = await finished(client, viewedRequest)
  const centers = await centersOf(id, 200)
  const rows = centers.map(({ lat, lon, value }, at) => `${lat},${lon},${(value - 5 + (at % 7)).toFixed(3)}`)
  const { features, summary } = collectionOf(await csv(id, `lat,lon,measured_dbm\n${rows.join('\n')}\n`))
  const groups = new Map<string, number[]>()
  for (const [at, { lat, lon }] of centers.entries()) {
    const { type = null, height_m = null } =
      (table as Record<number, { type: string; height_m: number }>)[quadrants.classAt(lat, lon)] ?? {}
    const name = JSON.stringify([type, height_m])
    groups.set(name, [...(groups.get(name) ?? []), Number(features[at]?.properties.result.residual_db)])
  }
  t.equal(groups.size, 4)
  t.equal(summary.by_clutter?.length, 4)
  for (const { type, height_m, n, bias_db, rmse_db } of summary.by_clutter ?? []) {
    const errors = groups.get(JSON.stringify([type, height_m])) ?? []
    const mean = (of: (db: number) => number) => errors.reduce((sum, db) => sum + of(db), 0) / errors.length
    t.equal(n, errors.length, `${type}`)
    t.ok(Math.abs(bias_db - mean((db) => db)) < 0.002)
    t.ok(Math.abs(rmse_db - Math.sqrt(mean((db) => db * db))) < 0.002)
  }
  const bare = collectionOf(await csv(id, `lat,lon\n${mast.tx_lat},${mast.tx_lon}\n`))
  t.equal(bare.summary.by_clutter, undefined, 'only of measurements')
})

t.test('heights that no path is for are refused by their rows', async (t) => {
  const { id } = await finished(client, viewedRequest)
  const hata = await finished(client, { ...viewedRequest, model: 'hata', environment: 'urban' })
  const { erp: _, ...radio } = viewedRequest
  const los = await finished(client, { ...radio, model: 'los' })
  const row = `${mast.tx_lat + 0.005},${mast.tx_lon}`
  for (const [result, height, detail] of [
    [id, '-1', /row 2: rx_height must be a number of metres above the ground between 0 and 60000, got -1/],
    [id, 'high', /row 2: rx_height must be a number of metres.*got "high"/],
    [hata.id, '50', /row 2: rx_height must be between 0.5 and 30 metres for the model hata, got 50/],
    [los.id, '10', /row 2: rx_height is only for path-loss results: a result of the model los/],
  ] as const) {
    const answer = await csv(result, `lat,lon,rx_height\n${row},${height}\n`)
    t.equal(answer.status, 400, answer.text)
    t.match(answer.json<{ errors: { detail: string }[] }>().errors[0]?.detail, detail)
  }
  const many = `lat,lon,rx_height\n${`${row},9\n`.repeat(10_001)}`
  t.match((await csv(id, many)).text, /at most 10000 points, and 50000 km of total path length; got 10001/)
  const misnamed = await csv(id, `lat,lon,RX_Height (m)\n${row},9\n`)
  t.match(misnamed.text, /use rx_height for the height of a receiver above the ground, in metres/)
  const square = [mast, { tx_lat: 47, tx_lon: 7 }, { tx_lat: 46.6, tx_lon: 7.6 }, mast].map((at) => [
    at.tx_lon,
    at.tx_lat,
  ])
  const town = {
    type: 'Feature',
    properties: { rx_height: 'tall' },
    geometry: { type: 'Polygon', coordinates: [square] },
  }
  t.equal((await client.post(`/results/${id}/features`, town)).status, 200, 'of points alone')
})

t.test(
  'the antenna is in the value however the height is written; a deleted pattern is missed only by paths',
  async (t) => {
    const uploaded = await client.ask('/api/v1/antennas', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: planetFile(),
    })
    const { id: pattern } = uploaded.json<{ id: string }>()
    const { id } = await finished(client, {
      ...viewedRequest,
      antenna: { azimuth: 70, pattern: { type: 'uploaded', id: pattern } },
    })
    const feature = (properties: string) =>
      `{"type":"Feature","properties":${properties},"geometry":{"type":"Point","coordinates":[${mast.tx_lon - 0.01},${mast.tx_lat}]}}`
    const asked = (properties: string) =>
      client.ask(`/results/${id}/features`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(feature(properties)),
      })
    const valueIn = (answer: Answer) => collectionOf(answer).features[0]?.properties.result.value
    const value = valueIn(await asked('{"rx_height":20}'))
    t.ok(Number.isFinite(value))
    t.equal(valueIn(await asked('{"rx\\u005fheight":20}')), value)
    t.equal((await client.delete(`/api/v1/antennas/${pattern}`)).status, 204)
    t.match((await asked('{"rx\\u005fheight":20}')).text, /antenna pattern .*, which was deleted/)
    t.equal(
      (await asked('{"rx_height":2,"note":"rx_height"}')).status,
      200,
      "the result's own height needs no path",
    )
  },
)
