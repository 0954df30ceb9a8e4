import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { levelsOf } from '../../../server/results/geojson.ts'
import { diskBytes } from '../../../storage/files/disk-space.ts'
import { ReliefLostError } from '../../../storage/terrain/relief/relief.ts'
import { until } from '../../helpers/compute.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'
import { tileJsonFaults } from '../../helpers/tilejson.ts'

// Products of a finished simulation, served like its other files. The raster of the tests' compute process does not lie
// where its transmitter stands: all of it is out of range, but for the simulations that stand on it.

const server = await startTestServer(t)
const { client } = await server.account('enterprise')
const request = { ...validRequest, tx_lat: 46.97, tx_lon: 8.03, max_range: 2 }
const id = await simulateToEnd(client, request)

/** Numbers of an object to the millionth. */
const rounded = (numbers: object | null) =>
  JSON.parse(
    JSON.stringify(numbers, (_, value) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)),
  )

const products = [
  { path: `/results/${id}.geojson`, type: 'application/geo+json', ending: 'geojson' },
  { path: `/results/${id}.kmz`, type: 'application/vnd.google-earth.kmz', ending: 'kmz' },
  { path: `/results/${id}.png?style=map`, type: 'image/png', ending: 'map.png' },
  { path: `/results/${id}.png?style=plain`, type: 'image/png', ending: 'png' },
  { path: `/results/${id}/tiles/12/2139/1443.png`, type: 'image/png', ending: 'png' },
  { path: `/results/${id}/values/12/2139/1443.png`, type: 'image/png', ending: 'png' },
  { path: `/results/${id}/tiles/12/0/0.png`, type: 'image/png', ending: 'png' },
  { path: `/results/${id}/values/12/0/0.png`, type: 'image/png', ending: 'png' },
  { path: `/results/${id}/tiles.json`, type: 'application/json', ending: 'tiles.json' },
  { path: `/results/${id}/stats`, type: 'application/json', ending: 'stats.json' },
  { path: `/results/${id}/value?lat=46.97&lon=8.03`, type: 'application/json', ending: 'value.json' },
]

for (const { path, type, ending } of products) {
  t.test(`${path.slice(`/results/${id}`.length)} is served like the raster`, async (t) => {
    const whole = await client.get(path)
    t.equal(whole.status, 200)
    const { etag = '' } = whole.headers
    t.match(whole.headers, {
      'content-type': type,
      'content-length': String(whole.body.length),
      'content-disposition': `attachment; filename="${id}.${ending}"`,
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: /^"[^"]+"$/,
    })
    t.same((await client.get(`/api/v1${path}`)).body, whole.body)
    const head = await client.ask(path, { method: 'HEAD' })
    t.same([head.status, head.body.length, head.headers.etag], [200, 0, etag])
    t.equal((await client.get(path, { 'if-none-match': String(etag) })).status, 304)
    t.equal((await client.get(path, { 'if-match': '"other"' })).status, 412)
    const part = await client.get(path, { range: 'bytes=2-5' })
    t.equal(part.status, 206)
    t.same(part.body, whole.body.subarray(2, 6))
    t.equal((await client.get(path, { range: 'bytes=99999999-' })).status, 416)

    const { url } = (await client.get(`/results/${id}/signed-url`)).json<{ url: string }>()
    const query = new URL(url).search
    const signed = `${path}${path.includes('?') ? query.replace('?', '&') : query}`
    t.same((await server.client().get(signed)).status, 200)
    t.equal((await server.client().get(signed.replace('expires=', 'expires=1'))).status, 401)
    t.equal((await server.client().get(path)).status, 401)
    const { client: stranger } = await server.account()
    t.equal((await stranger.get(path)).json().code, 'simulation_not_found')
    const layered = `${path}${path.includes('?') ? '&' : '?'}layer=`
    t.equal((await client.get(`${layered}visible`)).status, 200)
    t.equal((await client.get(`${layered}min_height`)).json().code, 'layer_not_available')
  })
}

t.test('a share reads the products of its simulation, and of no other', async (t) => {
  const made = await client.post(`/api/v1/simulations/${id}/shares`, {})
  const guest = server.client(new URL(made.json<{ url: string }>().url).hash.slice('#share='.length))
  const other = await simulateToEnd(client, request)
  for (const { path } of products) {
    for (const address of [path, `/api/v1${path}`]) {
      t.same((await guest.get(address)).body, (await client.get(address)).body, address)
      t.equal((await guest.ask(address, { method: 'HEAD' })).status, 200, address)
      const of = (simulation: string) => guest.get(address.replace(id, simulation))
      const refused = await Promise.all([other, 'sim_never0000000000000'].map(of))
      t.same(
        refused.map((answer) => `${answer.status} ${answer.json().code}`),
        ['404 simulation_not_found', '404 simulation_not_found'],
        address,
      )
    }
  }
  const seen = (await guest.get(`/api/v1/status/${id}`)).json<{ links: object }>()
  t.same(seen.links, (await client.get(`/api/v1/status/${id}`)).json<{ links: object }>().links)
  const { tiles } = (await guest.get(`/results/${id}/tiles.json`)).json<{ tiles: string[] }>()
  t.notMatch(tiles[0], /[?]/, 'nothing that opens more than the token')
})

t.test('products give way to computation', { skip: process.platform !== 'linux' }, async (t) => {
  const before = getPriority()
  await client.get(`/results/${id}/value?lat=46.9701&lon=8.03`)
  const niceness = async (thread: string) => {
    const stat = await readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => '')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  }
  const all = await Promise.all((await readdir('/proc/self/task')).map(niceness))
  // The compute process has 10.
  t.ok(all.includes(Math.max(19, getPriority())), 'the thread that made it')
  t.equal(await niceness(String(process.pid)), before, 'not the one that answers')
})

t.test('the record links to products while the result is there', async (t) => {
  const { links } = (await client.get(`/api/v1/status/${id}`)).json<{ links: Record<string, string> }>()
  t.equal(links.geojson, `/results/${id}.geojson`)
  for (const [name, path] of Object.entries(links)) t.equal((await client.get(path)).status, 200, name)
  const { simulations } = (await client.get('/api/v1/simulations')).json<{
    simulations: { links: unknown }[]
  }>()
  t.same(simulations.at(-1)?.links, links)
  server.compute.held = true
  const { id: pending } = (await client.post('/api/v1/simulate', request)).json<{ id: string }>()
  t.notOk('links' in (await client.get(`/api/v1/status/${pending}`)).json<object>())
  t.equal((await client.get(`/results/${pending}.geojson`)).json().code, 'result_not_ready')
  server.compute.release()
})

t.test('the polygons hold the request, and its terrain', async (t) => {
  const found = (await client.get(`/results/${id}.geojson`)).json<Record<string, unknown>>()
  t.match(found, { type: 'FeatureCollection', attribution: 'none', params: request, id })
})

t.test('a polygon chooses what is counted; one that is none is refused', async (t) => {
  type Stats = {
    km2: number
    warnings?: object[]
    zones: { state: string; km2: number; share: number; cells: number }[]
  }
  const path = `/results/${id}/stats`
  const whole = (await client.get(path)).json<Stats>()
  t.ok(Math.abs(whole.km2 / (Math.PI * 4) - 1) < 0.02, `${whole.km2} of a circle of 2 km`)
  const ring = (west: number, east: number) => [
    [west, 46],
    [east, 46],
    [east, 48],
    [west, 48],
    [west, 46],
  ]
  const ask = (coordinates: unknown, type = 'Polygon') =>
    client.post(path, { polygon: { type, coordinates } })
  const west = (await ask([ring(7, 8.0305)])).json<Stats>()
  const east = (await ask([ring(8.0305, 9)])).json<Stats>()
  t.ok(Math.abs((west.km2 + east.km2) / whole.km2 - 1) < 1e-3)
  t.same(
    whole.zones.map(
      ({ cells }, index) => cells - (west.zones[index]?.cells ?? 0) - (east.zones[index]?.cells ?? 0),
    ),
    [0, 0, 0],
  )
  t.equal((await ask([ring(7, 9), ring(7, 9)])).json<Stats>().km2, 0, 'a ring within a ring is a hole')
  t.same([whole.warnings, west.warnings], [undefined, []])
  const swapped = ring(7, 9).map(([lon = 0, lat = 0]) => [lat, lon])
  const detail =
    'No cell within range has its center inside the polygon. The result is between longitudes 8 and 8.064 and latitudes 46.936 and 47; positions are longitude, then latitude.'
  t.match((await ask([swapped])).json(), { km2: 0, warnings: [{ code: 'no_cells', detail }] })
  // Self-crossing, across the antimeridian, beyond the raster, without an area.
  for (const coordinates of [
    [
      [
        [8, 46.9],
        [8.06, 47],
        [8, 47],
        [8.06, 46.9],
        [8, 46.9],
      ],
    ],
    [ring(179, -179)],
    [ring(-100, -90)],
    [
      [
        [8, 46.9],
        [8, 46.9],
        [8, 46.9],
        [8, 46.9],
      ],
    ],
  ]) {
    t.equal((await ask(coordinates)).status, 200)
  }
  for (const coordinates of [
    [],
    [[]],
    [[[8, 46]]],
    [ring(7, 9).slice(1)],
    [
      [
        [8, 99],
        [9, 99],
        [9, 9],
        [8, 99],
      ],
    ],
    [ring(7, 999)],
  ]) {
    t.equal((await ask(coordinates)).json().code, 'invalid_parameters', JSON.stringify(coordinates))
  }
  t.equal((await ask([ring(7, 9)], 'Point')).json().code, 'invalid_parameters')
  const vertices = Array.from({ length: 20_001 }, () => [8, 46])
  const large = await client.ask(path, {
    method: 'POST',
    body: { polygon: { type: 'Polygon', coordinates: [vertices] } },
  })
  t.match(large.json(), { status: 400, detail: /at most 20000 vertices/ })
  const { url } = (await client.get(`/results/${id}/signed-url`)).json<{ url: string }>()
  const signed = `${path}${new URL(url).search}`
  const answer = await server
    .client()
    .post(signed, { polygon: { type: 'Polygon', coordinates: [ring(7, 9)] } })
  t.equal(answer.status, 401, 'a signed address opens GET alone')
})

t.test('tiles that are none are refused, tiles beside the result are empty', async (t) => {
  for (const tile of ['23/0/0', '2/4/0', '2/0/4', '2/-1/0', '02/0/0', '2/0x1/0', '1/1e0/0', '99999999/0/0']) {
    for (const kind of ['tiles', 'values']) {
      const answer = await client.get(`/results/${id}/${kind}/${tile}.png`)
      t.equal(answer.status, 400, tile)
      t.equal(answer.json().code, 'invalid_parameters')
    }
  }
  const pixelsOf = async (path: string) =>
    sharp((await client.get(`/results/${id}/${path}`)).body)
      .ensureAlpha()
      .raw()
      .toBuffer()
  const pixels = await pixelsOf('tiles/12/0/0.png')
  t.equal(pixels.length, 4 * 256 * 256)
  t.ok(pixels.every((byte, at) => at % 4 !== 3 || byte === 0))
  const values = await pixelsOf('values/12/0/0.png')
  t.ok(
    values.every((byte, at) => byte === (at % 4 === 3 ? 255 : 0)),
    'unknown',
  )
})

t.test('tiles beside the result are neither drawn nor kept', async (t) => {
  const made = await simulateToEnd(client, request)
  const { rasters } = server.services.stores
  const { open, putFile } = rasters
  t.teardown(() => Object.assign(rasters, { open, putFile }))
  const refuse = () => Promise.reject(new Error('the store is not asked'))
  Object.assign(rasters, { open: refuse, putFile: refuse })
  for (const kind of ['tiles', 'values']) {
    for (const tile of ['22/0/0', '12/2100/1443', '12/2139/1400', '5/16/12', '1/0/0'])
      t.equal((await client.get(`/results/${made}/${kind}/${tile}.png`)).status, 200, tile)
  }
})

t.test('tiles.json leads to tiles, also from a signed address', async (t) => {
  const { url } = (await client.get(`/results/${id}/signed-url`)).json<{ url: string }>()
  const signed = `/results/${id}/tiles.json${new URL(url).search}`
  type TileJson = { tiles: string[]; maxzoom: number; values: { tiles: string[] } }
  const { tiles, values, maxzoom } = (await server.client().get(signed)).json<TileJson>()
  for (const address of [...tiles, ...values.tiles]) {
    const place = address.replace('{z}', String(maxzoom)).replace('{x}', '0').replace('{y}', '0')
    t.equal((await server.client().get(place.slice(new URL(place).origin.length))).status, 200)
  }
  const document = (await client.get(`/results/${id}/tiles.json`)).json<TileJson & Record<string, unknown>>()
  t.notMatch(document.tiles[0], /signature/)
  t.same(tileJsonFaults(document), [])
})

t.test('tiles say the power that a view starts from, where there is one', async (t) => {
  const powerOf = async (more: object) => {
    const made = await simulateToEnd(client, { ...request, model: 'p526', erp: 1, rx_gain_dbi: 2.3, ...more })
    const { bins } = (await client.get(`/results/${made}/tiles.json`)).json<{
      bins: { link: object | null }
    }>()
    return bins.link
  }
  // 1 W of ERP is 30 dBm and 2.15 dB above an isotropic antenna.
  const link = { eirp_dbm: 32.15, rx_gain_dbi: 2.3, lossless: 34.45 }
  t.strictSame(rounded(await powerOf({})), link)
  t.strictSame(rounded(await powerOf({ output: 'path_loss' })), { ...link, lossless: null })
  const document = (await client.get(`/results/${id}/tiles.json`)).json<{ bins: { link: object | null } }>()
  t.equal(document.bins.link, null)
})

t.test('a picture is plain or a map; another style is refused', async (t) => {
  const path = `/results/${id}.png`
  const plain = await client.get(path)
  t.same((await client.get(`${path}?style=plain`)).body, plain.body)
  const map = await client.get(`${path}?style=map`)
  t.not(map.headers.etag, plain.headers.etag)
  t.match(await sharp(map.body).metadata(), { width: 1680, height: 1248, hasAlpha: false })
  for (const style of ['maps', 'MAP', '', 'plain,map', 'map&style=plain', '%00']) {
    const answer = await client.get(`${path}?style=${style}`)
    t.equal(answer.status, 400, style)
    t.match(answer.text, /plain/)
    t.match(answer.text, /map/)
  }
})

t.test('a map that fails for want of its ground leaves the others their turn', async (t) => {
  const { relief } = server.services
  const other = await simulateToEnd(client, { ...request, name: '</svg><script>"&\u202e東' })
  const path = `/results/${other}.png?style=map`
  const { tile } = relief
  const zooms = new Set<number>()
  relief.tile = ({ z }) => {
    zooms.add(z)
    return Promise.reject(new ReliefLostError('a test'))
  }
  for (let attempt = 0; attempt < 4; attempt++) {
    const answer = await client.get(path)
    t.equal(`${answer.status} ${answer.json().code}`, '503 overloaded')
  }
  // A pixel of the map is 3.7 m; one of a tile, 156,543 m · cos 47° / 2^z, may be a fifth larger.
  t.same([...zooms], [15])
  relief.tile = async () => undefined
  t.equal((await client.get(path)).status, 200, 'drawn on plain ground')
  relief.tile = tile
})

t.test('parameters of polygons have steps, and a refusal names both neighbours', async (t) => {
  const path = `/results/${id}.geojson`
  for (const query of ['tolerance_m=0', 'tolerance_m=1', 'tolerance_m=100000', 'max_bytes=200000'])
    t.equal((await client.get(`${path}?${query}`)).status, 200, query)
  const same = [path, `${path}?max_bytes=10000000`].map(async (one) => (await client.get(one)).headers.etag)
  t.equal(new Set(await Promise.all(same)).size, 1, 'the default is a step')
  for (const [parameter, value, below, above] of [
    ['tolerance_m', '0.5', '0', '1'],
    ['tolerance_m', '90', '50', '100'],
    ['tolerance_m', '50.000001', '50', '100'],
    ['max_bytes', '10000001', '10000000', '20000000'],
    ['max_bytes', '99999999', '50000000', '100000000'],
  ]) {
    const answer = await client.get(`${path}?${parameter}=${value}`)
    const detail = `${value} is between the steps ${below} and ${above}`
    t.match(answer.json(), { code: 'invalid_parameters', errors: [{ parameter, detail }] })
  }
  t.same(levelsOf('-110,-100,0'), [-110, -100, 0])
  t.throws(() => levelsOf('-110,-100.5'), { message: /-100\.5 is between the whole numbers -101 and -100/ })
})

t.test('levels are checked, and belong to measures', async (t) => {
  for (const query of ['levels=-100', 'levels=a', 'max_bytes=1', 'tolerance_m=-1', 'level=3']) {
    const answer = await client.get(`/results/${id}.geojson?${query}`)
    t.equal(answer.status, 400, query)
    t.equal(answer.json().code, 'invalid_parameters')
  }
})

t.test('a product is made once, kept, counted, and gone with its simulation', async (t) => {
  const { results, config } = server.services
  const { account, client } = await server.account()
  const made = await simulateToEnd(client, request)
  const path = `/results/${made}.geojson`
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.get(path)))
  t.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 1)
  const folder = join(config.dataDir, 'rasters', `${made}.products`)
  const [file = '', ...others] = await readdir(folder)
  t.same(others, [])
  const sizes = await Promise.all(
    [join(folder, file), join(config.dataDir, 'rasters', `${made}.tif`)].map((one) => stat(one)),
  )
  const bytes = sizes.reduce((sum, { size }) => sum + diskBytes(size), 0)
  await until(() => results.usedBytes(account.id) === bytes, 'the count')
  await client.delete(`/api/v1/simulations/${made}`)
  t.notOk(existsSync(folder))
  t.equal((await client.get(path)).json().code, 'simulation_not_found')
  const left = async () =>
    (await readdir(join(config.dataDir, 'rasters'))).filter((name) => name.startsWith(made))
  await until(async () => (await left()).length === 0, 'its files to be gone')
})

t.test("what visitors cause is kept within bounds, and never instead of the owner's", async (t) => {
  const { config } = server.services
  const { client } = await server.account('enterprise')
  const made = await simulateToEnd(client, { ...request, max_range: 10 })
  const folder = join(config.dataDir, 'rasters', `${made}.products`)
  const own = await client.get(`/results/${made}/stats`)
  const [kept = ''] = await readdir(folder)
  const shared = await client.post(`/api/v1/simulations/${made}/shares`, {})
  const guest = server.client(new URL(shared.json<{ url: string }>().url).hash.slice('#share='.length))
  const { url } = (await client.get(`/results/${made}/signed-url`)).json<{ url: string }>()
  const signature = new URL(url).search
  const [left, top] = [273838, 184469]
  for (let n = 0; n < 152; n++) {
    const path = `/results/${made}/tiles/19/${left + (n % 15)}/${top + Math.floor(n / 15)}.png`
    const answer = n < 76 ? await guest.get(path) : await server.client().get(`${path}${signature}`)
    if (answer.status !== 200) t.fail(`${path} ${answer.text}`)
  }
  const names = await readdir(folder)
  t.equal(names.length, 151)
  t.ok(names.includes(kept))
  t.same((await client.get(`/results/${made}/stats`)).headers.etag, own.headers.etag, 'it was not made again')
})

t.test('without space products are made all the same, and not kept', async (t) => {
  const poor = await server.account('pro')
  const made = await simulateToEnd(poor.client, request)
  await server.services.records.updateAccount(poor.account.id, { plan: 'free' })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => poor.client.get(`/results/${made}.geojson`)),
  )
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  t.notOk(existsSync(join(server.services.config.dataDir, 'rasters', `${made}.products`)))
})
