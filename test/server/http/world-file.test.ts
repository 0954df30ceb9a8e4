import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { WEB_MERCATOR_WKT, worldFile } from '../../../storage/rasters/world-file.ts'
import { gdal, noGdal } from '../../helpers/gdal.ts'
import { rasterSide, simulateToEnd, startTestServer } from '../../helpers/server.ts'

// What lies beside the picture, for programs that know where a picture lies from a .pgw and a .prj.

const server = await startTestServer(t)
const { client } = await server.account('enterprise')
const id = await simulateToEnd(client)
const radiusM = 6_378_137
const eastingM = (lonDeg: number) => (radiusM * lonDeg * Math.PI) / 180
/** Web Mercator by the textbook formula; the code under test has another. */
const northingM = (latDeg: number) => radiusM * Math.log(Math.tan(Math.PI / 4 + (latDeg * Math.PI) / 360))
// The raster of the tests' compute process.
const bounds = { west: 8, south: 47 - rasterSide * 0.001, east: 8 + rasterSide * 0.001, north: 47 }

t.test('the world file spans the picture', async (t) => {
  const answer = await client.get(`/results/${id}.pgw`)
  t.equal(answer.status, 200)
  const [widthM, rotationX, rotationY, minusHeightM, eastM, northM] = answer.text
    .trim()
    .split('\n')
    .map(Number)
  const { width, height } = await sharp((await client.get(`/results/${id}.png`)).body).metadata()
  t.same([rotationX, rotationY], [0, 0])
  const found = [
    eastM - widthM / 2,
    northM - minusHeightM / 2,
    eastM + (width - 0.5) * widthM,
    northM + (height - 0.5) * minusHeightM,
  ]
  const corners = [bounds.west, bounds.east].map(eastingM)
  const wanted = [corners[0], northingM(bounds.north), corners[1], northingM(bounds.south)]
  for (const [index, metres] of found.entries()) {
    t.ok(Math.abs(metres - wanted[index]) < 1e-3, `${metres} and ${wanted[index]} m`)
  }
})

t.test('a large raster has larger pixels, one across the date line continues eastwards', async (t) => {
  const geometry = {
    rows: 4096,
    cols: 4096,
    northDeg: 1,
    westDeg: 179,
    cellLatDeg: 0.0005,
    cellLonDeg: 0.0005,
  }
  const [widthM = 0, , , , eastM = 0] = worldFile(geometry).split('\n').map(Number)
  t.ok(Math.abs(widthM - 2 * eastingM(0.0005)) < 1e-6, 'half as many pixels as columns')
  t.ok(eastM + 2047.5 * widthM > eastingM(181))
})

for (const [ending, other] of [
  ['pgw', 'prj'],
  ['prj', 'pgw'],
] as const) {
  t.test(`.${ending} is served like the picture`, async (t) => {
    const path = `/results/${id}.${ending}`
    const whole = await client.get(path)
    t.equal(whole.status, 200)
    const { etag = '' } = whole.headers
    t.match(whole.headers, {
      'content-type': 'text/plain',
      'content-length': String(whole.body.length),
      'content-disposition': `attachment; filename="${id}.${ending}"`,
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: /^"[^"]+"$/,
    })
    if (ending === 'prj') t.equal(whole.text, WEB_MERCATOR_WKT)
    t.not((await client.get(`/results/${id}.${other}`)).headers.etag, etag)
    t.same((await client.get(`/api/v1${path}`)).body, whole.body)
    t.same((await client.get(`${path}?layer=visible`)).body, whole.body)
    const head = await client.ask(path, { method: 'HEAD' })
    t.same([head.status, head.body.length], [200, 0])
    t.equal(head.headers['content-length'], String(whole.body.length))
    t.equal(head.headers.etag, etag)
    t.equal((await client.get(path, { 'if-none-match': String(etag) })).status, 304)
    t.equal((await client.get(path, { 'if-match': '"other"' })).status, 412)
    const part = await client.get(path, { range: 'bytes=2-5' })
    t.equal(part.status, 206)
    t.same(part.body, whole.body.subarray(2, 6))
    t.equal((await client.get(path, { range: 'bytes=9999-' })).status, 416)

    const { url } = (await client.get(`/results/${id}/signed-url`)).json<{ url: string }>()
    const signed = url.slice(new URL(url).origin.length).replace('.tif', `.${ending}`)
    t.same((await server.client().get(signed)).body, whole.body)
    t.equal((await server.client().get(path)).status, 401)
    const { client: stranger } = await server.account()
    t.equal((await stranger.get(path)).json().code, 'simulation_not_found')
    t.equal((await client.get(`${path}?layer=min_height`)).json().code, 'layer_not_available')

    const gone = await simulateToEnd(client)
    await client.delete(`/api/v1/simulations/${gone}`)
    t.equal((await client.get(`/results/${gone}.${ending}`)).json().code, 'simulation_not_found')
  })
}

t.test('GDAL places the picture by its world file', { skip: noGdal }, async (t) => {
  const folder = t.testdir()
  for (const ending of ['png', 'pgw', 'prj']) {
    await writeFile(join(folder, `a.${ending}`), (await client.get(`/results/${id}.${ending}`)).body)
  }
  t.match(await gdal('gdalsrsinfo', ['-o', 'epsg', join(folder, 'a.prj')]), /EPSG:3857/)
  const tif = join(folder, 'a.tif')
  await gdal('gdal_translate', ['-q', '-a_srs', join(folder, 'a.prj'), join(folder, 'a.png'), tif])
  const { wgs84Extent, size } = JSON.parse(await gdal('gdalinfo', ['-json', tif]))
  const { width, height } = await sharp(join(folder, 'a.png')).metadata()
  t.same(size, [width, height])
  const corners: [number, number][] = wgs84Extent.coordinates[0]
  const lonsDeg = corners.map(([lonDeg]) => lonDeg)
  const latsDeg = corners.map(([, latDeg]) => latDeg)
  const found = [Math.min(...lonsDeg), Math.min(...latsDeg), Math.max(...lonsDeg), Math.max(...latsDeg)]
  const wanted = [bounds.west, bounds.south, bounds.east, bounds.north]
  for (const [index, deg] of found.entries()) {
    t.ok(Math.abs(deg - wanted[index]) < 1e-6, `${deg} and ${wanted[index]} degrees`)
  }
})
