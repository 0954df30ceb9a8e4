import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { makePlain } from '../../server/results/products/plain.ts'
import { MAX_SIDE_PX, pictureGrid } from '../../storage/rasters/mercator.ts'
import { madeResult } from '../helpers/made-results.ts'

t.test('a plain picture shows the cell under each pixel, at full resolution', async (t) => {
  // Wider than a picture, narrower than two: an overview has too few cells.
  const made = await madeResult(t, {
    cellM: 50,
    rangeKm: 53,
    cell: (east, north) => (Math.floor(east / 50) + Math.floor(north / 50)) & 1,
  })
  t.ok(made.source.reader.sizes.length > 1, 'the raster has overviews')
  const path = join(t.testdirName, 'plain.png')
  await makePlain(made.source, {}, path)
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { widthPx, heightPx, rowOfPixel, colOfPixel } = pictureGrid(made.geometry, MAX_SIDE_PX)
  t.same([info.width, info.height], [widthPx, heightPx])
  const colors = new Map<number, string>()
  for (let at = 0; at < widthPx * heightPx; at += 7) {
    const [y, x] = [Math.floor(at / widthPx), at % widthPx]
    const [row, col] = [rowOfPixel[y] ?? 0, colOfPixel[x] ?? 0]
    if (!made.isInRange(row, col)) continue
    const value = made.cells[row * made.geometry.cols + col] ?? 255
    const color = data.subarray(4 * at, 4 * at + 4).toString('hex')
    const known = colors.get(value) ?? color
    colors.set(value, known)
    if (color !== known) return t.fail(`row ${row}, column ${col}: ${color} of class ${value}`)
  }
  t.not(colors.get(0), colors.get(1))
})
