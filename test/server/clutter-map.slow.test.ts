import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { heightGainLossDb } from '../../kernels/propagation/clutter.ts'
import type { Link } from '../../server/link/schemas.ts'
import { FOREST, GRASS, HOUSES, quadrantsAbout, STRANGE, table } from '../helpers/class-quadrants.ts'
import type { Client } from '../helpers/client.ts'
import { mast, rasterIn, startOnHills } from '../helpers/compared-views.ts'
import { finished } from '../helpers/real-server.ts'

const { layersPath, classAt } = await quadrantsAbout(t, mast)
const server = await startOnHills(t, { LAYERS: layersPath })
const bareServer = await startOnHills(t)

const request = {
  ...mast,
  tx_height: 30,
  frequency: 868,
  max_range: 3,
  resolution: 100,
  rx_height: 2,
  output: 'path_loss',
}
const map = { rx_clutter: { type: 'map' } }

async function rasterOf(t: Test, client: Client, more: object) {
  const record = await finished(client, { ...request, ...more })
  const raster = await rasterIn(t, (await client.get(`/results/${record.id}.tif`)).body)
  return { record, ...raster }
}

interface Placed {
  geometry: { northDeg: number; westDeg: number; cellLatDeg: number; cellLonDeg: number; cols: number }
}

/** Center of a cell and the class there. */
function placeOf(cell: number, { geometry }: Placed) {
  const latDeg = geometry.northDeg - (Math.floor(cell / geometry.cols) + 0.5) * geometry.cellLatDeg
  const lonDeg = geometry.westDeg + ((cell % geometry.cols) + 0.5) * geometry.cellLonDeg
  return { latDeg, lonDeg, class: classAt(latDeg, lonDeg) }
}

for (const model of ['free_space', 'two_ray', 'p526', 'itm', 'p1812']) {
  t.test(`${model}: each cell is that of a bare raster at the height of its clutter, and A_h`, async (t) => {
    const { client } = await server.account()
    const covered = await rasterOf(t, client, { model, ...map })
    const bare = new Map<number, Float32Array>()
    for (const rx_height of [2, 8, 12]) {
      bare.set(rx_height, (await rasterOf(t, client, { model, rx_height })).data as Float32Array)
    }
    const expected = new Map([
      [FOREST, { heightM: 12, lossDb: heightGainLossDb('trees', 2, 12, 0.868) }],
      [HOUSES, { heightM: 8, lossDb: heightGainLossDb('suburban', 2, 8, 0.868) }],
      [GRASS, { heightM: 2, lossDb: 0 }],
    ])
    const counts = new Map<number, number>()
    let worstDb = 0
    covered.data.forEach((lossDb, cell) => {
      const at = placeOf(cell, covered)
      const known = expected.get(at.class)
      const expectedDb = known ? Number(bare.get(known.heightM)?.[cell]) + known.lossDb : Number.NaN
      if (Number.isNaN(lossDb) !== Number.isNaN(expectedDb)) t.fail(`cell ${cell}: ${lossDb}`)
      if (Number.isNaN(lossDb)) return
      counts.set(at.class, (counts.get(at.class) ?? 0) + 1)
      worstDb = Math.max(worstDb, Math.abs(lossDb - expectedDb))
    })
    for (const each of expected.keys()) t.ok(Number(counts.get(each)) > 300, `class ${each}`)
    t.ok(worstDb < 2e-5, `${worstDb} dB`)
  })

  t.test(`${model}: a link says the same, also with antennas above sea level`, async (t) => {
    for (const more of [
      {},
      { rx_height_mode: 'AMSL', rx_height: 640, tx_clutter: { type: 'map' }, tx_height: 3 },
    ]) {
      const { client } = await server.account()
      const asked = { model, ...map, ...more }
      const raster = await rasterOf(t, client, asked)
      let compared = 0
      for (let cell = 11; cell < raster.data.length; cell += 97) {
        const { latDeg, lonDeg } = placeOf(cell, raster)
        const { max_range: _range, output: _output, resolution, ...others } = request
        const body = {
          ...others,
          ...asked,
          rx_lat: latDeg,
          rx_lon: lonDeg,
          ...(model === 'p1812' && { resolution }),
        }
        const answer = await client.post('/api/v1/link', body)
        if (placeOf(cell, raster).class === STRANGE) t.equal(answer.status, 400, `cell ${cell}`)
        if (Number.isNaN(raster.data[cell])) continue
        if (answer.status === 400 && answer.text.includes('terrain_unavailable')) continue
        const lossDb = Number(answer.json<Link>().loss_db.model)
        if (!(Math.abs(lossDb - raster.data[cell]) <= 0.05))
          t.fail(`cell ${cell}: ${raster.data[cell]}, link ${lossDb}`)
        compared++
      }
      t.ok(compared > 8, `${compared} cells`)
    }
  })
}

t.test('record and file say which table, whom to credit, and how much is unknown', async (t) => {
  const { client } = await server.account()
  const { record, metadata } = await rasterOf(t, client, { model: 'p526', ...map })
  t.match(record, {
    clutter: { layers: [{ name: 'classes.tif', attribution: 'Made for a test', table }] },
    terrain: { sources: [{}, { name: 'classes.tif', attribution: 'Made for a test' }] },
    params: { rx_clutter: { type: 'map' } },
  })
  const { clutter, warnings, terrain } = record as unknown as {
    clutter: { unknown_share: number }
    warnings: { code: string }[]
    terrain: { tiles: { name: string; source: string }[] }
  }
  t.ok(Math.abs(clutter.unknown_share - 0.25) < 0.02, `${clutter.unknown_share}`)
  t.ok(warnings.some(({ code }) => code === 'unknown_clutter'))
  t.ok(terrain.tiles.some(({ name, source }) => name === 'classes.tif' && source === 'classes.tif'))
  t.same(JSON.parse(String(metadata.CLUTTER)), [
    { name: 'classes.tif', attribution: 'Made for a test', table },
  ])
  t.match(metadata.ATTRIBUTION, /classes\.tif: Made for a test/)
})

t.test('a point of the map', async (t) => {
  const { client } = await server.account()
  const at = async (north: number, east: number) =>
    (await client.get(`/api/v1/clutter?lat=${mast.tx_lat + north}&lon=${mast.tx_lon + east}`)).json()
  t.match(await at(-0.01, 0.01), {
    state: 'known',
    class: FOREST,
    type: 'trees',
    height_m: 12,
    layer: 'classes.tif',
  })
  t.match(await at(-0.01, -0.01), { state: 'known', class: GRASS, type: 'open', height_m: 0 })
  t.match(await at(0.01, -0.01), { state: 'unknown', class: null, layer: null }, 'of no table')
  t.match(await at(1, 1), { state: 'unknown', class: null }, 'beyond the file')
})

t.test('where nothing is known, transmitters and links are refused', async (t) => {
  const { client } = await server.account()
  const there = { tx_lat: mast.tx_lat + 0.005, tx_lon: mast.tx_lon - 0.005 }
  const accepted = (
    await client.post('/api/v1/simulate', {
      ...{ ...request, ...there, model: 'p526', tx_clutter: { type: 'map' } },
    })
  ).json<{ id: string }>()
  const { status, error, credits_charged } = (
    await client.get(`/api/v1/status/${accepted.id}`, { prefer: 'wait=60' })
  ).json<{ status: string; error: { code: string }; credits_charged: number }>()
  t.same(
    { status, code: error.code, credits_charged },
    { status: 'failed', code: 'clutter_unavailable', credits_charged: 0 },
  )
  const { max_range: _range, output: _output, resolution: _cells, ...link } = request
  const rx = { rx_lat: there.tx_lat, rx_lon: there.tx_lon }
  const refused = await client.post('/api/v1/link', { ...link, ...rx, model: 'p526', ...map })
  t.equal(refused.status, 400)
  t.match(refused.json(), {
    errors: [{ pointer: '#/rx_clutter/type', detail: /The land cover at .* is unknown/ }],
  })
  const profile = { distance_m: [0, 500, 1000], ground_m: [1, 1, 1] }
  const { tx_lat: _lat, tx_lon: _lon, ...placeless } = link
  const nowhere = await client.post('/api/v1/link', { ...placeless, profile, model: 'p526', ...map })
  t.match(nowhere.json(), { errors: [{ pointer: '#/rx_clutter/type', detail: /positions/ }] })
})

t.test('without layers the map is refused by name, and nothing else changes', async (t) => {
  const [mapped, bare] = await Promise.all([server.account(), bareServer.account()])
  for (const path of ['/api/v1/simulate', '/api/v1/simulate/estimate']) {
    const answer = await bare.client.post(path, { ...request, model: 'p526', ...map })
    t.equal(answer.status, 400, path)
    t.match(answer.json(), { errors: [{ pointer: '#/rx_clutter/type', detail: /LAYERS/ }] })
  }
  const of = async (client: Client) => (await rasterOf(t, client, { model: 'p526' })).data
  t.same(await of(mapped.client), await of(bare.client))
})

t.test('a circle of which no layer knows anything fails and is refunded', async (t) => {
  const { client } = await server.account()
  const far = { ...request, model: 'p526', ...map, tx_lat: mast.tx_lat + 0.3 }
  const { id } = (await client.post('/api/v1/simulate', far)).json<{ id: string }>()
  const ended = (await client.get(`/api/v1/status/${id}`, { prefer: 'wait=60' })).json()
  t.match(ended, { status: 'failed', credits_charged: 0, error: { code: 'clutter_unavailable' } })
})

t.test('a layer without a raster that can be read stops the start', async (t) => {
  const folder = t.testdir({ 'classes.tif': '', 'layers.json': '' })
  const entry = { kind: 'classes', path: 'classes.tif', table: 'nlcd', attribution: 'Somebody' }
  await writeFile(join(folder, 'layers.json'), JSON.stringify([entry]))
  await t.rejects(startOnHills(t, { LAYERS: join(folder, 'layers.json') }), {
    message: /LAYERS: the layer classes\.tif has no readable raster: classes\.tif/,
  })
})
