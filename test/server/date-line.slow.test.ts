import { fromArrayBuffer } from 'geotiff'
import t from 'tap'
import { startAtDateLine } from '../helpers/date-line.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'

// Circles on both sides of ±180°, and the same ground at longitude 11, where nothing wraps.

const { client, isSameAsInland, rasterPath, simulated } = await startAtDateLine(t)
const halfDeg = 0.0287

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

for (const model of ['los_fresnel', 'p526']) {
  t.test(`${model}: the cells are those of the same ground elsewhere`, (t) => isSameAsInland(t, model))
}

t.test('GDAL reads the same bounds', { skip: noGdal }, async (t) => {
  const path = rasterPath(await simulated({ tx_lon: -180 }))
  const { cornerCoordinates } = JSON.parse(await gdal('gdalinfo', ['-json', path])) as {
    cornerCoordinates: { upperLeft: number[]; lowerRight: number[] }
  }
  t.ok(near(cornerCoordinates.upperLeft[0], 180 - halfDeg))
  t.ok(near(cornerCoordinates.lowerRight[0], 180 + halfDeg))
})
