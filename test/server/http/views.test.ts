import t from 'tap'
import { ONE_DIRECTION_COLOR } from '../../../server/results/views/styles.ts'
import { openRasterWriter } from '../../../storage/rasters/geotiff-writer.ts'
import type { Simulation } from '../../../storage/records/types.ts'
import {
  mast,
  rasterIn,
  reader,
  type Stats,
  startOnHills,
  viewedRequest,
} from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Sensitivity, EIRP and the way back of a result that was computed once.

const server = await startOnHills(t)
const { client } = await server.account()
const { ask, pixelsOf, statsOf } = reader(t, client)
const request = { ...viewedRequest, erp: 1, rx_gain_dbi: 2.3 }

const levels = await finished(client, request)
const bounded = await finished(client, { ...request, rx_sensitivity_dbm: -60 })
const classOnly = await finished(client, { ...request, rx_sensitivity_dbm: -60, layers: ['class'] })

t.test('without a sensitivity nothing is covered, and there is no class', async (t) => {
  const stats = await statsOf(levels.id, {})
  t.same([...new Set(stats.zones.map(({ state }) => state))], ['level', 'unknown'])
  t.equal(stats.farthest_km, 0)
  t.ok(stats.sectors.every(({ covered_km2, lacking_km2 }) => covered_km2 === 0 && lacking_km2 === 0))
  t.equal(levels.summary, null)
  t.match(await placeIn(levels, {}), { state: 'level', value: Number })
  for (const path of ['.tif', '.png', '/stats', '/tiles.json']) {
    const answer = await client.get(`/results/${levels.id}${path}?layer=class`)
    t.match(answer.json(), { status: 404, code: 'layer_not_available', detail: /add sensitivity_dbm/ }, path)
    await ask(levels.id, path, { layer: 'class', sensitivity_dbm: -60 })
  }
})

t.test('class is there unasked, and alone is a view of the values all the same', async (t) => {
  const unasked = (await ask(bounded.id, '.tif', { layer: 'class' })).body
  const alone = await ask(classOnly.id, '.tif', {})
  t.same((await rasterIn(t, alone.body)).data, (await rasterIn(t, unasked)).data)
  t.same((await ask(classOnly.id, '.tif', { layer: 'class' })).body, alone.body)
  const value = await rasterIn(t, (await ask(classOnly.id, '.tif', { layer: 'value' })).body)
  t.same(value.data, (await rasterIn(t, (await ask(levels.id, '.tif', {})).body)).data)
  t.equal(alone.headers['content-type'], 'image/tiff; application=geotiff; profile=cloud-optimized')
  const range = await client.get(`/results/${classOnly.id}.tif`, { range: 'bytes=0-9' })
  t.same([range.status, range.body], [206, alone.body.subarray(0, 10)])
  t.equal(
    (await client.get(`/results/${classOnly.id}.tif`, { 'if-none-match': String(alone.headers.etag) }))
      .status,
    304,
  )
})

t.test('the request’s own view is one with the default', async (t) => {
  for (const path of ['/stats', '.png', '.geojson', '/tiles.json']) {
    const own = await ask(bounded.id, path, {})
    const said = await ask(bounded.id, path, { sensitivity_dbm: -60 })
    if (path !== '/tiles.json') t.same(said.body, own.body, path)
    t.equal(said.headers.etag === own.headers.etag, path !== '/tiles.json', path)
    const other = await ask(bounded.id, path, { sensitivity_dbm: -61 })
    t.notSame(other.body, own.body, path)
    t.not(other.headers.etag, own.headers.etag, path)
  }
})

t.test('on the way back a place is covered where both directions are', async (t) => {
  const view = { sensitivity_dbm: -60, eirp_dbm: 30, up_eirp_dbm: 14, up_sensitivity_dbm: -70 }
  // 84 dB of loss on the way back; down it is 30 + 2.3 + 60 = 92.3.
  const raster = await rasterIn(t, (await ask(levels.id, '.tif', {})).body)
  const eirpDbm = 10 * Math.log10(1000) + 2.15
  const classes = await rasterIn(t, (await ask(levels.id, '.tif', { layer: 'class', ...view })).body)
  let wrong = 0
  let ring = 0
  const counts = { 0: 0, 1: 0, 255: 0 } as Record<number, number>
  for (const [at, value] of raster.data.entries()) {
    const lossDb = eirpDbm + 2.3 - value
    const near = Math.abs(lossDb - 84) < 1e-4
    const expected = Number.isNaN(value) ? 255 : lossDb <= 84 ? 1 : 0
    counts[expected] = (counts[expected] ?? 0) + 1
    if (lossDb > 84 && lossDb <= 92.3) ring++
    if (classes.data[at] !== expected && !near) wrong++
  }
  t.equal(wrong, 0)
  t.ok(Number(counts[0]) > 100 && Number(counts[1]) > 100, JSON.stringify(counts))
  const stats = await statsOf(levels.id, view)
  t.equal(
    stats.zones.find(({ state }) => state === 'lacking')?.label,
    'less than -60 dBm, less than -70 dBm (talk-in)',
  )
  const coveredCells = stats.zones.reduce((sum, zone) => sum + (zone.state === 'covered' ? zone.cells : 0), 0)
  t.ok(Math.abs(coveredCells - Number(counts[1])) <= 1)
  const outward = stats.zones.filter(({ state }) => state === 'talk_out')
  t.match(outward, [{ label: 'talk-out only: less than -70 dBm (talk-in)' }])
  t.ok(ring > 100 && Math.abs(ring - Number(outward[0]?.cells)) <= 1, `${ring} cells hear the mast alone`)
  t.ok(stats.sectors.every(({ one_direction_km2 }) => one_direction_km2 !== undefined))
  const down = await statsOf(levels.id, { sensitivity_dbm: -60, eirp_dbm: 30 })
  t.notOk(down.sectors.some((sector) => 'one_direction_km2' in sector))
  const easy = await statsOf(levels.id, { ...view, up_eirp_dbm: 60 })
  const covered = ({ zones }: typeof easy) =>
    zones.flatMap(({ state, cells }) => (state === 'covered' ? cells : []))
  t.same(covered(easy), covered(down), 'a way back that is everywhere changes nothing that is covered')
  t.match(
    easy.zones.filter(({ state }) => state === 'talk_in'),
    [{ label: 'talk-in only: less than -60 dBm' }],
  )
})

t.test('pictures, polygons, places and legends have the zone of one direction in its color', async (t) => {
  const view = { sensitivity_dbm: -60, eirp_dbm: 30, up_eirp_dbm: 14, up_sensitivity_dbm: -70 }
  const colorsIn = async (query: object) => {
    const pixels = await pixelsOf(levels.id, '.png', query)
    return new Set(Array.from({ length: pixels.length / 4 }, (_, at) => pixels.readUInt32BE(4 * at)))
  }
  const color = Number.parseInt(ONE_DIRECTION_COLOR.slice(1), 16)
  for (const layer of ['value', 'class']) {
    t.ok((await colorsIn({ layer, ...view })).has(color))
    t.notOk((await colorsIn({ layer, sensitivity_dbm: -60, eirp_dbm: 30 })).has(color))
    const { legend } = (await ask(levels.id, '/preview', { layer, ...view })).json<{
      legend: { entries: { state: string; value?: number }[] }
    }>()
    t.match(
      legend.entries.filter(({ state }) => state === 'talk_out'),
      [{ color: ONE_DIRECTION_COLOR, ...(layer === 'class' && { value: 0 }) }],
    )
  }
  const { features } = (await ask(levels.id, '.geojson', view)).json<{
    features: { properties: { zone: string; fill?: string } }[]
  }>()
  t.match(
    features.filter(({ properties }) => properties.zone === 'talk_out'),
    [{ properties: { fill: ONE_DIRECTION_COLOR.slice(0, 7) } }],
  )
  const style = (await ask(levels.id, '.qml', { layer: 'class', ...view })).body.toString()
  t.same(style.match(/<paletteEntry value="\d"/g), ['<paletteEntry value="1"', '<paletteEntry value="0"'])
  t.match(
    style,
    /value="0" color="#1a1a2e" alpha="64" label="talk-out only: .*; less than -60 dBm, less than/,
  )
})

t.test('addresses hand the view on', async (t) => {
  const view = { layer: 'class', sensitivity_dbm: -70, eirp_dbm: 40 }
  const { tiles, values } = (await ask(levels.id, '/tiles.json', view)).json<{
    tiles: string[]
    values: { tiles: string[]; unit: null }
  }>()
  for (const address of [...tiles, ...values.tiles])
    t.match(address, /\?.*layer=class.*sensitivity_dbm=-70.*eirp_dbm=40/)
  t.equal(values.unit, null)
  const preview = (await ask(levels.id, '/preview', view)).json<{
    url: string
    legend: { entries: object[] }
  }>()
  t.match(preview.legend.entries[0], { value: 1, label: 'at least -70 dBm' })
  const { pathname, search } = new URL(preview.url)
  t.match(search, /sensitivity_dbm=-70/)
  const signed = await server.anonymous.get(pathname + search)
  t.same(signed.body, (await ask(levels.id, '.png', view)).body)
  t.match((await ask(levels.id, '.kmz', view)).headers['content-type'], 'application/vnd.google-earth.kmz')
})

t.test('a polygon is counted in a view too', async (t) => {
  const [west, east, south, north] = [mast.tx_lon, mast.tx_lon + 1, 46, 48]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const body = { polygon: { type: 'Polygon', coordinates: [ring] } }
  const within = (await client.post(`/results/${levels.id}/stats?sensitivity_dbm=-60`, body)).json<Stats>()
  const all = await statsOf(levels.id, { sensitivity_dbm: -60 })
  t.ok(Math.abs(within.km2 / all.km2 - 0.5) < 0.02, `${within.km2} of ${all.km2}`)
  t.ok(within.zones.every(({ cells }, index) => cells <= (all.zones[index]?.cells ?? 0)))
  t.ok(within.zones.some(({ state, cells }) => state === 'covered' && cells > 0))
})

t.test('a result that 0.3.0 stored is served as it was', async (t) => {
  const { id } = await finished(client, {
    ...request,
    rx_sensitivity_dbm: -60,
    layers: ['value', 'class'],
  })
  const classes = (await ask(id, '.tif', { layer: 'class' })).body
  const stats = await statsOf(id, {})
  const place = { lat: mast.tx_lat, lon: mast.tx_lon + 0.01 }
  const value = (await ask(id, '/value', place)).json<object>()
  // As that version wrote it: nothing below the sensitivity, and the classes beside it.
  const { rasters } = server.services.stores
  const { data, geometry, metadata, description } = await rasterIn(t, (await ask(id, '.tif', {})).body)
  const path = `${t.testdirName}.old.tif`
  const writer = await openRasterWriter(path, { geometry, kind: 'float', metadata, description, unit: 'dBm' })
  await writer.writeRows((data as Float32Array).map((power) => (power >= -60 ? power : Number.NaN)))
  await writer.close()
  await rasters.putFile(`${id}.tif`, path)
  await rasters.putBytes(`${id}.class.tif`, classes)
  await rasters.removeAll(`${id}.products/`)
  const { records } = server.services
  const confirmed = records.confirmedSimulation.bind(records)
  records.confirmedSimulation = async (one) => {
    const record = await confirmed(one)
    const engine = record?.engine ? { ...record.engine, version: '0.3.0' } : null
    return record?.id === id ? { ...record, engine } : record
  }
  t.teardown(() => Object.assign(records, { confirmedSimulation: confirmed }))

  t.same((await ask(id, '.tif', { layer: 'class' })).body, classes)
  t.same(await statsOf(id, {}), stats)
  t.same(await statsOf(id, { layer: 'class' }), await statsOf(id, { layer: 'class', sensitivity_dbm: -60 }))
  t.same((await ask(id, '/value', place)).json(), value)
  const states = ({ zones }: Stats) =>
    ['covered', 'lacking', 'unknown'].map((state) =>
      zones.reduce((sum, zone) => sum + (zone.state === state ? zone.cells : 0), 0),
    )
  t.same(states(await statsOf(id, { sensitivity_dbm: -90 })), states(stats), 'no more is known of it')
  const bound = await statsOf(bounded.id, { sensitivity_dbm: -50 })
  t.same(states(await statsOf(id, { sensitivity_dbm: -50 })), states(bound))
  await client.delete(`/api/v1/simulations/${id}`)
  t.equal(await rasters.stat(`${id}.class.tif`), undefined, 'its classes go with it')
})

t.test('what no view can be is refused by name', async (t) => {
  const visible = await finished(client, {
    ...mast,
    tx_height: 30,
    frequency: 600,
    resolution: 90,
    max_range: 3,
  })
  const refusals = async (id: string, path: string, query: string) => {
    const answer = await client.get(`/results/${id}${path}${path.includes('?') ? '&' : '?'}${query}`)
    t.equal(`${answer.status} ${answer.json().code}`, '400 invalid_parameters', `${path} ${query}`)
    const { errors } = answer.json<{ errors: { parameter: string; detail: string }[] }>()
    return Object.fromEntries(errors.map(({ parameter, detail }) => [parameter, detail]))
  }
  const paths = [
    '.png',
    '.png?style=map',
    '/stats',
    '.geojson',
    '.kmz',
    '/tiles.json',
    '/tiles/12/2139/1443.png',
    '/values/12/2139/1443.png',
    '/value?lat=46.5&lon=7.5',
    '/preview',
    '.tif',
  ]
  for (const path of paths) {
    for (const query of ['sensitivity_dbm=-100', 'eirp_dbm=40', 'up_eirp_dbm=10&up_sensitivity_dbm=-110']) {
      const [name = ''] = query.split('=')
      t.match(await refusals(visible.id, path, query), { [name]: /geometry only and knows no power/ })
    }
    for (const [name, value] of [
      ['sensitivity_dbm', '-201'],
      ['sensitivity_dbm', '101'],
      ['sensitivity_dbm', '-99.5'],
      ['eirp_dbm', '-51'],
      ['eirp_dbm', '121'],
      ['eirp_dbm', 'much'],
    ])
      t.ok((name as string) in (await refusals(levels.id, path, `${name}=${value}`)), `${name}=${value}`)
  }
  t.match(await refusals(bounded.id, '/stats', 'up_eirp_dbm=10'), { up_sensitivity_dbm: /is required/ })
  t.match(await refusals(bounded.id, '/stats', 'up_sensitivity_dbm=-110'), { up_eirp_dbm: /is required/ })
  t.match(await refusals(levels.id, '/stats', 'up_eirp_dbm=10&up_sensitivity_dbm=-110'), {
    sensitivity_dbm: /is required for the uplink/,
  })
  t.match(await refusals(bounded.id, '.tif', 'sensitivity_dbm=-80'), {
    sensitivity_dbm: /is for layer=class/,
  })
  t.match(await refusals(bounded.id, '.pgw', 'sensitivity_dbm=-80'), { sensitivity_dbm: /./ })
})

async function placeIn({ id }: Simulation, query: object) {
  return (await ask(id, '/value', { lat: mast.tx_lat, lon: mast.tx_lon + 0.01, ...query })).json<object>()
}
