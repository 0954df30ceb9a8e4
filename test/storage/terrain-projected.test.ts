import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Lattice } from '../../storage/terrain/types.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { testData } from '../helpers/test-data.ts'
import { openTileAt } from '../helpers/tiles.ts'
import { groundM } from '../references/window.ts'

// Tiles in projected coordinates, sampled on a geographic lattice and held against GDAL's bilinear warp.

async function folderOf(t: Test, ...paths: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'projected-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const path of paths) await symlink(testData('terrain', path), join(folder, basename(path)))
  return folder
}

/** The whole of a tile as an area gives it, and the rectangle that was read. */
async function readWhole(folder: string, path: string) {
  const terrain = await openTerrain({ folders: [folder] })
  const { lattice, projected } = await openTileAt(path)
  const bounds = projected?.bounds
  if (bounds === undefined) throw new Error(`${path} is not projected`)
  const area = await terrain.openArea(bounds)
  if (area === undefined) throw new Error(terrain.problems()[0]?.detail ?? 'no tile')
  const rectangle = {
    firstRow: 0,
    firstCol: 0,
    rows: Math.ceil((lattice.northDeg - bounds.southDeg) / lattice.latStepDeg) + 1,
    cols: Math.ceil((bounds.eastDeg - lattice.westDeg) / lattice.lonStepDeg) + 1,
  }
  return { lattice: area.lattice, rectangle, heights: await area.read(rectangle) }
}

/** What gdalwarp makes of a file at the same posts. */
async function warp(
  folder: string,
  paths: string[],
  lattice: Lattice,
  { rows, cols }: { rows: number; cols: number },
): Promise<Float32Array> {
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
  const [north, west] = [northDeg + latStepDeg / 2, westDeg - lonStepDeg / 2]
  const extent = [west, north - rows * latStepDeg, west + cols * lonStepDeg, north].map(String)
  const out = join(folder, 'warped.bin')
  const options = ['-q', '-overwrite', '-of', 'ENVI', '-ot', 'Float32', '-r', 'bilinear', '-et', '0']
  const shape = ['-t_srs', 'EPSG:4326', '-te', ...extent, '-ts', String(cols), String(rows)]
  await gdal('gdalwarp', [...options, ...shape, '-dstnodata', '-99999', ...paths, out])
  const bytes = await readFile(out)
  return new Float32Array(new Uint8Array(bytes).buffer)
}

function compare(ours: Float32Array, theirs: Float32Array) {
  let [sum, count, worst, onlyOurs, onlyTheirs] = [0, 0, 0, 0, 0]
  for (let i = 0; i < ours.length; i++) {
    const isTheirs = theirs[i] !== -99999 && Math.abs(theirs[i]) < 1e6
    if (Number.isNaN(ours[i])) onlyTheirs += isTheirs ? 1 : 0
    else if (!isTheirs) onlyOurs++
    else {
      const off = Math.abs(ours[i] - theirs[i])
      sum += off
      count++
      worst = Math.max(worst, off)
    }
  }
  return { meanM: sum / count, worst, count, onlyOurs, onlyTheirs }
}

for (const path of [
  'projections/utm32n-west.tif',
  'projections/utm32n-east.tif',
  'projections/utm19s.tif',
  'projections/utm25s-without-code.tif',
  'projections/web-mercator.tif',
  'projections/krovak-nodata-float32.tif',
]) {
  t.test(`${basename(path)} sampled as GDAL warps it`, { skip: noGdal }, async (t) => {
    const folder = await folderOf(t, path)
    const { lattice, rectangle, heights } = await readWhole(folder, testData('terrain', path))
    const theirs = await warp(folder, [testData('terrain', path)], lattice, rectangle)
    const { meanM, worst, count, onlyOurs, onlyTheirs } = compare(heights, theirs)
    t.comment({ meanM, worst, count, onlyOurs, onlyTheirs, size: heights.length })
    t.ok(count > 0.5 * heights.length, `${count} posts compared`)
    t.ok(meanM < 0.1, `mean difference ${meanM} m`)
  })
}

t.test('the same ground in UTM and in degrees differs as much as GDAL finds', async (t) => {
  const utm = await readWhole(
    await folderOf(t, 'projections/utm32n-west.tif'),
    testData('terrain/projections/utm32n-west.tif'),
  )
  const { lattice, rectangle, heights } = utm
  const terrain = await openTerrain({ folders: [await folderOf(t, 'srtm/N50E011.hgt.zip')] })
  const area = await terrain.openArea({ southDeg: 50, northDeg: 51, westDeg: 11, eastDeg: 12 })
  if (area === undefined) return t.fail('no tile')
  const heightsM = await area.read({ firstRow: 0, firstCol: 0, rows: 1201, cols: 1201 })
  const geographic = { ...area.lattice, heightsM, rows: 1201, cols: 1201 }
  let [sum, count] = [0, 0]
  for (let i = 0; i < heights.length; i++) {
    const latDeg = lattice.northDeg - Math.floor(i / rectangle.cols) * lattice.latStepDeg
    const lonDeg = lattice.westDeg + (i % rectangle.cols) * lattice.lonStepDeg
    const off = Math.abs(heights[i] - groundM(geographic, latDeg, lonDeg))
    if (Number.isNaN(off)) continue
    sum += off
    count++
  }
  t.ok(count > 34_000, `${count} posts compared`)
  // GDAL's warps of the two differ by 1.03 m in the mean.
  t.ok(sum / count <= 1.03, `mean difference ${sum / count} m`)
})

t.test('two projected tiles join without a gap, and points are what areas are', async (t) => {
  const folder = await folderOf(t, 'projections/utm32n-west.tif', 'projections/utm32n-east.tif')
  const terrain = await openTerrain({ folders: [folder] })
  const area = await terrain.openArea({ southDeg: 50.1, northDeg: 50.3, westDeg: 11.63, eastDeg: 11.83 })
  if (area === undefined) return t.fail('no tile')
  const { lattice } = area
  // The tiles meet in the column of posts 11 + 880/1200 degrees east; the window has it in its middle.
  const boundaryDeg = 11 + 880 / 1200
  const firstRow = Math.round((lattice.northDeg - 50.3) / lattice.latStepDeg)
  const firstCol = Math.round((boundaryDeg - lattice.westDeg) / lattice.lonStepDeg) - 90
  const at = { firstRow, firstCol, rows: 240, cols: 180 }
  const heights = await area.read(at)
  t.equal(area.used().tiles.length, 2)
  let [unknown, steepest, atBoundary] = [0, 0, 0]
  for (let i = 0; i < heights.length; i++) {
    if (Number.isNaN(heights[i])) unknown++
    if (i % at.cols === 0) continue
    const step = Math.abs(heights[i] - heights[i - 1])
    const isBoundary = Math.abs((i % at.cols) - at.cols / 2) < 4
    if (isBoundary) atBoundary = Math.max(atBoundary, step)
    else steepest = Math.max(steepest, step)
  }
  t.equal(unknown, 0, 'no post is open')
  t.ok(atBoundary <= steepest, `steps of ${atBoundary} m at the boundary, of ${steepest} m elsewhere`)
  const part = await area.read({ firstRow: firstRow + 50, firstCol: firstCol + 86, rows: 9, cols: 9 })
  const isSame = part.every(
    (height, i) => height === heights[(50 + Math.floor(i / 9)) * at.cols + 86 + (i % 9)],
  )
  t.ok(isSame, 'a small window sees the same')
  for (const lonDeg of [boundaryDeg - 0.05, boundaryDeg - 0.0001, boundaryDeg + 0.0001]) {
    t.equal((await terrain.elevationAt(50.2, lonDeg)).state, 'known', `known at ${lonDeg}`)
  }
})
