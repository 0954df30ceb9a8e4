import { join } from 'node:path'
import { fromArrayBuffer } from 'geotiff'
import t from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// Circles on both sides of ±180°, and the same ground at longitude 11, where nothing wraps.

const POSTS = 1200
const hill = (row: number, col: number) => Math.round(600 + 70 * Math.sin(row / 13) * Math.cos(col / 17))

const server = await startRealServer(t, async (folder) => {
  for (const [west, east] of [
    ['E179', 'W180'],
    ['E010', 'E011'],
  ]) {
    await putHgt(join(folder, `N10${west}.hgt`), hill)
    await putHgt(join(folder, `N10${east}.hgt`), (row, col) => hill(row, POSTS + col))
  }
})
const { client } = await server.account()
const request = {
  tx_lat: 11 - 600 * HGT_STEP_DEG,
  tx_height: 30,
  frequency: 600,
  resolution: 90,
  max_range: 3,
}
const halfDeg = 0.0287

const rasterOf = ({ id }: Simulation) =>
  readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
const simulated = async (change: object) => {
  const record = await finished(client, { ...request, ...change })
  if (record.terrain?.unknown_share !== 0) throw new Error(`Expected known ground: ${JSON.stringify(record)}`)
  return record
}
/** To half a cell. */
const near = (actual: number, expected: number) => Math.abs(actual - expected) < 0.0004

t.test('bounds continue beyond 180 degrees on either side', async (t) => {
  for (const [tx_lon, middleDeg] of [
    [-180, 180],
    [180, 180],
    [-179.99, 180.01],
    [179.99, 179.99],
    // Those cross nothing.
    [-179.9, -179.9],
    [179.9, 179.9],
  ]) {
    const record = await simulated({ tx_lon })
    const [west, east] = [middleDeg - halfDeg, middleDeg + halfDeg]
    const { body } = await client.get(`/results/${record.id}.tif`)
    const image = await (await fromArrayBuffer(new Uint8Array(body).buffer)).getImage()
    const box = image.getBoundingBox()
    t.ok(near(box[0], west) && near(box[2], east), `${tx_lon}: the file reaches from ${box[0]} to ${box[2]}`)
    t.equal((await image.getTiePoints())[0].x, box[0])
    const preview = await client.get(`/api/v1/results/${record.id}/preview`)
    const { bounds } = preview.json<{ bounds: number[] }>()
    t.same([bounds[0], bounds[2]], [box[0], box[2]], 'the picture lies there too')
    t.equal((await client.get(`/results/${record.id}.png`)).status, 200)
  }
})

for (const model of ['los', 'los_fresnel', 'p526']) {
  t.test(`${model}: the cells are those of the same ground elsewhere`, async (t) => {
    const inland = await rasterOf(await simulated({ model, tx_lon: 11 }))
    for (const tx_lon of [-180, 180]) {
      const { data } = await rasterOf(await simulated({ model, tx_lon }))
      t.equal(data.length, inland.data.length)
      // A point differs in the last digits of its longitude.
      const toleranceDb = model === 'p526' ? 0.01 : 0
      const different = data.filter((value, at) => {
        const other = inland.data[at]
        return Number.isNaN(value) ? !Number.isNaN(other) : !(Math.abs(value - other) <= toleranceDb)
      })
      t.ok(different.length <= 2, `${different.length} of ${data.length} cells differ`)
    }
  })
}

t.test('a link is the same for longitudes 180 and -180', async (t) => {
  const link = { ...request, rx_lat: request.tx_lat + 0.01, rx_lon: 179.985 }
  const { resolution: _resolution, max_range: _range, ...asked } = link
  const [plus, minus] = await Promise.all(
    [180, -180].map(async (tx_lon) => (await client.post('/api/v1/link', { ...asked, tx_lon })).json()),
  )
  t.same(minus, plus)
})

t.test('GDAL reads the same bounds', { skip: noGdal }, async (t) => {
  const { id } = await simulated({ tx_lon: -180 })
  const path = join(server.services.config.dataDir, 'rasters', `${id}.tif`)
  const { cornerCoordinates } = JSON.parse(await gdal('gdalinfo', ['-json', path])) as {
    cornerCoordinates: { upperLeft: number[]; lowerRight: number[] }
  }
  t.ok(near(cornerCoordinates.upperLeft[0], 180 - halfDeg))
  t.ok(near(cornerCoordinates.lowerRight[0], 180 + halfDeg))
})
