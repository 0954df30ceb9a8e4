import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeArrayBuffer } from 'geotiff'
import proj4 from 'proj4'
import t, { type Test } from 'tap'
import { CLASS_PRESETS } from '../../storage/terrain/remote/known-sources.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'

// Values of the nearest pixel, never between two: a raster of classes is named by numbers, of which 1 and 9 have no mean.

const SIDE = 60
/** A class for each pixel that its neighbours do not have; 0 is none. */
const classAt = (row: number, col: number) => (row === 7 && col === 9 ? 0 : 1 + ((3 * row + 5 * col) % 200))

interface Grid {
  west: number
  north: number
  step: number
}

async function putClasses(path: string, { west, north, step }: Grid, keys: object): Promise<void> {
  const classes = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => classAt(Math.floor(i / SIDE), i % SIDE))
  const bytes = writeArrayBuffer(classes, {
    width: SIDE,
    height: SIDE,
    ModelPixelScale: [step, step, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    GTRasterTypeGeoKey: 1,
    GDAL_NODATA: '0',
    ...keys,
  })
  await writeFile(path, Buffer.from(bytes))
}

const degrees = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 }
const utm32 = { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32632 }
const UTM32 = '+proj=utm +zone=32 +datum=WGS84 +units=m'
/** Cells that are neither pixels nor multiples of them, and a few beyond the file on all sides. */
const cells = { northDeg: 48.50171, westDeg: 8.49733, latStepDeg: 0.000711, lonStepDeg: 0.000913 }
const ROWS = 85
const COLS = 70

async function valuesIn(t: Test, path: string): Promise<Float32Array> {
  const terrain = await openTerrain({ folders: [[path]] })
  t.teardown(() => terrain.close())
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = cells
  const bounds = {
    ...{ northDeg, westDeg },
    southDeg: northDeg - ROWS * latStepDeg,
    eastDeg: westDeg + COLS * lonStepDeg,
  }
  const area = await terrain.openValues(cells, bounds)
  const values = await area.read({ firstRow: 0, firstCol: 0, rows: ROWS, cols: COLS })
  t.same(
    area.used().tiles.map(({ name }) => name),
    ['classes.tif'],
  )
  return values
}

/** Holds the value of each cell against the pixel that `pixelAt` (row and column, fractional) puts its center in. */
function compare(t: Test, values: Float32Array, pixelAt: (latDeg: number, lonDeg: number) => number[]) {
  let known = 0
  for (let i = 0; i < values.length; i++) {
    const latDeg = cells.northDeg - Math.floor(i / COLS) * cells.latStepDeg
    const lonDeg = cells.westDeg + (i % COLS) * cells.lonStepDeg
    const [row, col] = pixelAt(latDeg, lonDeg)
    // On the border of two pixels either is right.
    if ([row, col].some((place) => Math.abs(place - Math.round(place)) < 0.002)) continue
    const isInside = row > 0 && col > 0 && row < SIDE && col < SIDE
    const expected = isInside ? classAt(Math.floor(row), Math.floor(col)) || Number.NaN : Number.NaN
    if (!Object.is(values[i], expected)) t.fail(`${latDeg}, ${lonDeg}: ${values[i]}, not ${expected}`)
    if (isInside) known++
  }
  t.ok(known > 2000, `${known} cells`)
  t.ok(values.some(Number.isNaN), 'some are beyond the file')
}

t.test('in degrees each cell has the class of the pixel that holds its center', async (t) => {
  const path = join(t.testdir({}), 'classes.tif')
  const grid = { west: 8.5, north: 48.5, step: 0.001 }
  await putClasses(path, grid, degrees)
  compare(t, await valuesIn(t, path), (latDeg, lonDeg) => [
    (grid.north - latDeg) / grid.step,
    (lonDeg - grid.west) / grid.step,
  ])
})

t.test('in a projection too', async (t) => {
  const path = join(t.testdir({}), 'classes.tif')
  const [x = 0, y = 0] = proj4(UTM32, [8.5, 48.5])
  const grid = { west: x, north: y, step: 90 }
  await putClasses(path, grid, utm32)
  compare(t, await valuesIn(t, path), (latDeg, lonDeg) => {
    const [east = 0, north = 0] = proj4(UTM32, [lonDeg, latDeg])
    return [(grid.north - north) / grid.step, (east - grid.west) / grid.step]
  })
})

t.test('where a file has no class the next folder is asked', async (t) => {
  const folder = t.testdir({ first: {}, second: {} })
  const [first, second] = ['first', 'second'].map((name) => join(folder, name))
  await putClasses(join(first, 'classes.tif'), { west: 8.5, north: 48.5, step: 0.001 }, degrees)
  await putClasses(join(second, 'coarse.tif'), { west: 8.4, north: 48.6, step: 0.01 }, degrees)
  const terrain = await openTerrain({ folders: [first, second] })
  t.teardown(() => terrain.close())
  const at = async (latDeg: number, lonDeg: number) => {
    const lattice = { northDeg: latDeg, westDeg: lonDeg, latStepDeg: 1e-6, lonStepDeg: 1e-6 }
    const bounds = { northDeg: latDeg, southDeg: latDeg, westDeg: lonDeg, eastDeg: lonDeg }
    const area = await terrain.openValues(lattice, bounds)
    return (await area.read({ firstRow: 0, firstCol: 0, rows: 1, cols: 1 }))[0]
  }
  t.equal(await at(48.4915, 8.5085), classAt(8, 8))
  t.equal(await at(48.4925, 8.5095), classAt(10, 10), 'in the hole')
  t.equal(await at(48.5505, 8.4105), classAt(4, 1), 'beside the first')
})

t.test('WorldCover has tiles of three degrees, named by their south-western corners', (t) => {
  const [source] = parseSources('worldcover', CLASS_PRESETS)
  const namesIn = (southDeg: number, westDeg: number, northDeg: number, eastDeg: number) =>
    source?.tilesIn({ southDeg, westDeg, northDeg, eastDeg }).map(({ name }) => name.slice(29, 36))
  t.same(namesIn(47.5, 8.2, 47.6, 8.3), ['N45E006'])
  t.same(namesIn(47.9, 8.9, 48.1, 9.1), ['N48E006', 'N48E009', 'N45E006', 'N45E009'])
  t.same(namesIn(-0.1, -0.1, 0.1, 0.1), ['N00W003', 'N00E000', 'S03W003', 'S03E000'])
  t.same(namesIn(-1, 179.5, -0.5, 180.5), ['S03E177', 'S03W180'])
  t.match(source?.tileAt('N45E006.tif'), { bounds: { southDeg: 45, northDeg: 48, westDeg: 6, eastDeg: 9 } })
  t.match(source, { name: 'ESA WorldCover', isRanged: true, attribution: /© ESA WorldCover/ })
  t.throws(() => parseSources('worldcover'), 'it is no elevation')
  t.end()
})
