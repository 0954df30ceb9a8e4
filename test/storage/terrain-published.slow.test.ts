import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { projectedDefinition } from '../../storage/terrain/crs/epsg.ts'
import { projectionOf } from '../../storage/terrain/crs/projection.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { chunkRectangle, type Tile, VOID_INT16 } from '../../storage/terrain/tile.ts'
import type { Lattice } from '../../storage/terrain/types.ts'
import { csvRows, testData } from '../helpers/test-data.ts'
import { openTileAt, postOf, putGeotiff, samePosts } from '../helpers/tiles.ts'

// Files of test/data/terrain: their values as GDAL and others read them, their boundaries, their encodings.

/** Terrain made of some files of `test/data/terrain` alone. */
async function terrainOf(t: Test, ...paths: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'terrain-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const path of paths) await symlink(testData('terrain', path), join(folder, basename(path)))
  return openTerrain({ folders: [folder] })
}

// On the edge between two cells GDAL reads the southern and eastern one.
const nearest = (position: number) => Math.floor(position + 0.5 + 1e-9)

function nearestPost(lattice: Lattice, lat: number, lon: number) {
  const firstRow = nearest((lattice.northDeg - lat) / lattice.latStepDeg)
  const firstCol = nearest((lon - lattice.westDeg) / lattice.lonStepDeg)
  return { firstRow, firstCol, rows: 1, cols: 1 }
}

/** One post, NaN where it is void. */
async function postAt(tile: Tile, row: number, col: number): Promise<number> {
  const few = await tile.readPosts?.({ firstRow: row, firstCol: col, rows: 1, cols: 1 })
  const chunkRow = Math.floor(row / tile.chunkRows)
  const chunkCol = Math.floor(col / tile.chunkCols)
  const { firstRow, firstCol, cols } = chunkRectangle(tile, chunkRow, chunkCol)
  const post =
    few?.[0] ?? (await tile.readChunk(chunkRow, chunkCol))[(row - firstRow) * cols + col - firstCol]
  return few instanceof Float32Array || post !== VOID_INT16 ? post : Number.NaN
}

t.test('nearest posts are those that GDAL reads, in the coordinates of each file', async (t) => {
  const samples = await csvRows(testData('terrain/samples.csv'))
  for (const [file, lon, lat, expected] of samples) {
    const tile = await openTileAt(testData('terrain', file))
    const [row, col] = postOf(tile, Number(lat), Number(lon)).map(nearest)
    // An empty value is a place outside the file.
    const isInside = row >= 0 && row < tile.rows && col >= 0 && col < tile.cols
    t.equal(isInside, expected !== '', `${file} covers ${lat}, ${lon}`)
    if (!isInside) continue
    const post = await postAt(tile, row, col)
    const at = `${file} at ${lat}, ${lon}: ${post} against ${expected}`
    if (expected === 'void') t.ok(Number.isNaN(post), at)
    else t.ok(Math.abs(post - Number(expected)) < 1e-4, at)
  }
  t.equal(new Set(samples.map(([file]) => file)).size, 33, 'every file but the one that is refused')
})

t.test('interpolation beside nodata is as opentopodata defines it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'terrain-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const heights = [
    [2, 1, 0],
    [3, 9999, 9999],
    [4, 9999, 9999],
  ]
  await putGeotiff(join(folder, 'nodata.tif'), {
    ...{ rows: 3, cols: 3, northDeg: 2, westDeg: 0, latStepDeg: 1, lonStepDeg: 1 },
    ...{ isPoint: true, nodata: '9999', heightAt: (row, col) => heights[row][col] },
  })
  const terrain = await openTerrain({ folders: [folder] })
  // Latitude, longitude, metres: raster and values of ajnisbet/opentopodata, tests/test_backend.py.
  for (const [lat, lon, expected] of [
    [0, 0, 4],
    [0, 2, undefined],
    [2, 0.5, 1.5],
    [1, 0.5, undefined],
  ] as const) {
    t.equal((await terrain.elevationAt(lat, lon)).elevationM, expected, `${lat} ${lon}`)
  }
  // `nearest` is another question than the one that elevationAt answers; posts themselves are the same.
  for (const [lat, lon, expected] of [
    [1, 0.49, 3],
    [1, 0.51, undefined],
  ] as const) {
    const area = await terrain.openArea({ southDeg: 0, westDeg: 0, northDeg: 2, eastDeg: 2 })
    const [height] = (await area?.read(nearestPost(area.lattice, lat, lon))) ?? []
    t.equal(Number.isNaN(height) ? undefined : height, expected, `nearest ${lat} ${lon}`)
  }
})

t.test('N49E011 and N50E011 join without a step', async (t) => {
  const north = await terrainOf(t, 'srtm/N50E011.hgt.zip')
  const both = await terrainOf(t, 'srtm/N49E011.hgt.zip', 'srtm/N50E011.hgt.zip')
  const bounds = { southDeg: 49, westDeg: 11, northDeg: 51, eastDeg: 12 }
  const northArea = await north.openArea(bounds)
  const area = await both.openArea(bounds)
  if (area === undefined || northArea === undefined) return t.fail('no tile')
  const top = Math.round((51 - area.lattice.northDeg) / -area.lattice.latStepDeg)
  const window = await area.read({ firstRow: top, firstCol: 0, rows: 2401, cols: 1201 })
  const alone = await northArea.read({ firstRow: 0, firstCol: 0, rows: 1201, cols: 1201 })
  t.ok(
    samePosts(window.subarray(1200 * 1201, 1201 * 1201), alone.subarray(1200 * 1201)),
    'the shared row is equal',
  )
  const steepest = (row: number) => {
    let maximum = 0
    for (let i = row * 1201; i < (row + 1) * 1201; i++)
      maximum = Math.max(maximum, Math.abs(window[i + 1201] - window[i]))
    return maximum
  }
  // Across the boundary the ground is no steeper than a few kilometres to either side.
  const near = Array.from({ length: 40 }, (_, i) => steepest(1180 + i))
  t.ok(Math.max(steepest(1199), steepest(1200)) <= Math.max(...near))
  const unknown = window.reduce((count, height) => count + (Number.isNaN(height) ? 1 : 0), 0)
  t.ok(unknown > 0 && unknown <= 28, `${unknown} isolated voids stay unknown`)
  t.same(
    area.used().tiles.map(({ name }) => name),
    ['N49E011.hgt.zip', 'N50E011.hgt.zip'],
  )
})

const ROWS = 240
const COLS = 280

/** The posts of the window that each encoding and the four quarters hold, from its grid of text. */
async function windowPosts(): Promise<Float32Array> {
  const lines = (await readFile(testData('terrain/encodings/alps.asc'), 'utf8')).trim().split(/\r?\n/)
  const posts = Float32Array.from(lines.slice(-ROWS).flatMap((line) => line.trim().split(/\s+/).map(Number)))
  return posts.map((post) => (post === -32767 ? Number.NaN : post))
}

t.test('every encoding of one window gives the same posts', async (t) => {
  const expected = await windowPosts()
  t.equal(expected.length, ROWS * COLS)
  const voids = expected.reduce((count, post) => count + (Number.isNaN(post) ? 1 : 0), 0)
  t.ok(voids > 2000, `${voids} voids`)
  const names = await readdir(testData('terrain/encodings'))
  const encodings = names.filter((name) => /\.(?:tif|asc)$/.test(name))
  t.equal(encodings.length, 11, 'ten GeoTIFFs and the grid in letters')
  for (const name of encodings.sort()) {
    await t.test(name, async (t) => {
      const files = name.endsWith('.asc') ? [name, name.replace('.asc', '.prj')] : [name]
      const terrain = await terrainOf(t, ...files.map((file) => `encodings/${file}`))
      const area = await terrain.openArea({ southDeg: 46.4, westDeg: 8.3, northDeg: 46.5, eastDeg: 8.4 })
      if (area === undefined) return t.fail(terrain.problems()[0]?.detail)
      const posts = await area.read({ firstRow: 0, firstCol: 0, rows: ROWS, cols: COLS })
      t.ok(
        Math.abs(area.lattice.northDeg - 46.5833333333) < 2e-7 &&
          Math.abs(area.lattice.westDeg - 8.25) < 1e-9,
      )
      t.ok(samePosts(posts, expected))
      // One post by itself takes another path through the decoder.
      const i = 170 * COLS + 201
      const { lattice } = area
      const latDeg = lattice.northDeg - 170 * lattice.latStepDeg
      const at = await terrain.elevationAt(latDeg, lattice.westDeg + 201 * lattice.lonStepDeg)
      t.equal(at.elevationM, expected[i])
    })
  }
})

t.test('four tiles that share their edges are the window that they were cut from', async (t) => {
  const tiles = ['north-west', 'north-east', 'south-west', 'south-east'].map((name) => `quarters/${name}.tif`)
  const terrain = await terrainOf(t, ...tiles)
  const area = await terrain.openArea({ southDeg: 46.4, westDeg: 8.3, northDeg: 46.55, eastDeg: 8.45 })
  if (area === undefined) return t.fail('no tile')
  const firstRow = Math.round((area.lattice.northDeg - 46.5833333333) / area.lattice.latStepDeg)
  const firstCol = Math.round((8.25 - area.lattice.westDeg) / area.lattice.lonStepDeg)
  const posts = await area.read({ firstRow, firstCol, rows: ROWS, cols: COLS })
  t.ok(samePosts(posts, await windowPosts()))
  t.equal(area.used().tiles.length, 4)
})

t.test('of all files one is refused: its geographic system has no name', async (t) => {
  const terrain = await openTerrain({ folders: [testData('terrain')] })
  const details = terrain.problems().map(({ detail }) => detail)
  t.equal(details.length, 1, details.join('; '))
  t.match(details[0], /^unnamed-geographic\.tif: expected WGS 84 .* got a user-defined one/)
  // Poles, the antimeridian and the deep sea, from the globe at one degree.
  for (const [lat, lon] of [
    [89.5, 0],
    [-89.5, 180],
    [-85, -180],
    [85, 179.9],
    [11.35, 142.2],
  ]) {
    t.equal((await terrain.elevationAt(lat, lon)).state, 'known', `${lat} ${lon}`)
  }
  t.ok(((await terrain.elevationAt(11.35, 142.2)).elevationM ?? 0) < -5000, 'below sea level')
  const across = await terrain.elevationAt(10, 179.99999)
  const beyond = await terrain.elevationAt(10, -179.99999)
  t.ok(Math.abs((across.elevationM ?? 0) - (beyond.elevationM ?? 1e9)) < 1, 'no step at 180 degrees')
})

t.test('neighbours share their edge posts', async (t) => {
  const [west, east] = await Promise.all(
    ['srtm/N49W124-east.tif', 'srtm/N49W123-west.tif'].map(async (path) => {
      const tile = await openTileAt(testData('terrain', path))
      t.same([tile.rows, tile.cols], [400, 30])
      return tile.readPosts?.({ firstRow: 0, firstCol: 0, rows: 400, cols: 30 })
    }),
  )
  if (west === undefined || east === undefined) return t.fail('no posts')
  const edge = (posts: ArrayLike<number>, col: number) =>
    Array.from({ length: 400 }, (_, row) => posts[row * 30 + col])
  t.same(edge(west, 29), edge(east, 0))
  t.ok(new Set(edge(west, 29)).size > 50, 'on rough ground')
})

t.test('a place of each projected system is where PROJ has it', async (t) => {
  const out = new Float64Array(2)
  const isSwapped = /[+]axis=(?!enu)/
  const off: number[] = []
  for (const row of await csvRows(testData('terrain/epsg.csv'))) {
    const [code = 0, lonDeg = 0, latDeg = 0, x = 0, y = 0] = row.map(Number)
    const definition = projectedDefinition(code)
    if (definition === undefined || isSwapped.test(definition)) continue
    projectionOf(definition).forward(lonDeg, latDeg, out)
    const offBy = Math.hypot(out[0] - x, out[1] - y)
    off.push(offBy)
    // PROJ shifts some datums by a grid or by newer parameters.
    if (!(offBy < 60)) t.fail(`EPSG:${code}, off by ${offBy}`)
  }
  t.ok(off.length > 880, `${off.length} systems`)
  t.ok(off.filter((offBy) => offBy > 0.02).length < 80, 'most to centimetres')
})
