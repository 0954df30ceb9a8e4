import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Lattice } from '../../storage/terrain/types.ts'
import { needsSharedData, sharedPath } from '../helpers/shared-data.ts'
import { openTileAt, postOf, samePosts } from '../helpers/tiles.ts'

// Published tiles: their values as GDAL and others read them, their boundaries, their encodings.

/** Terrain made of some published files alone. */
async function terrainOf(t: Test, ...paths: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'terrain-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const path of paths) await symlink(sharedPath('dem', path), join(folder, basename(path)))
  return openTerrain({ folders: [folder] })
}

// On the edge between two cells GDAL reads the southern and eastern one.
const nearest = (position: number) => Math.floor(position + 0.5 + 1e-9)

function nearestPost(lattice: Lattice, lat: number, lon: number) {
  const firstRow = nearest((lattice.northDeg - lat) / lattice.latStepDeg)
  const firstCol = nearest((lon - lattice.westDeg) / lattice.lonStepDeg)
  return { firstRow, firstCol, rows: 1, cols: 1 }
}

async function csvRows(path: string): Promise<string[][]> {
  const [, ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/)
  return lines.map((line) => line.split(','))
}

t.test(
  'nearest posts are those that GDAL reads, in the coordinates of each file',
  needsSharedData,
  async (t) => {
    for (const [file, lon, lat, expected] of await csvRows(sharedPath('dem/gdal_samples.csv'))) {
      const folder = file.endsWith('.hgt') ? 'hgt' : /^(la|fairbanks)/.test(file) ? 'glo30' : 'geotiff'
      const tile = await openTileAt(sharedPath('dem', folder, file))
      const [row, col] = postOf(tile, Number(lat), Number(lon)).map(nearest)
      // An empty value is a point outside the file.
      const isInside = row >= 0 && row < tile.rows && col >= 0 && col < tile.cols
      t.equal(isInside, expected !== '', `${file} covers the point`)
      if (!isInside) continue
      const [height] = (await tile.readPosts?.({ firstRow: row, firstCol: col, rows: 1, cols: 1 })) ?? []
      t.ok(Math.abs(height - Number(expected)) < 1e-4, `${file}: ${height} against ${expected}`)
    }
  },
)

t.test('interpolation beside nodata is as opentopodata defines it', needsSharedData, async (t) => {
  const terrain = await terrainOf(t, 'geotiff/tiny_nodata_3x3.tif')
  for (const [, lat, lon, elevation, , kind] of await csvRows(sharedPath('dem/elevation_expected.csv'))) {
    const expected = elevation === 'nan' ? undefined : Number(elevation)
    // `nearest` is another question than the one that elevationAt answers; posts themselves are the same.
    if (kind === 'bilinear') {
      t.equal((await terrain.elevationAt(Number(lat), Number(lon))).elevationM, expected, `${lat} ${lon}`)
      continue
    }
    const area = await terrain.openArea({ southDeg: 0, westDeg: 0, northDeg: 2, eastDeg: 2 })
    const [height] = (await area?.read(nearestPost(area.lattice, Number(lat), Number(lon)))) ?? []
    t.equal(Number.isNaN(height) ? undefined : height, expected, `nearest ${lat} ${lon}`)
  }
})

t.test('N49E011 and N50E011 join without a step', needsSharedData, async (t) => {
  const north = await terrainOf(t, 'hgt/N50E011.hgt.zip')
  const both = await terrainOf(t, 'hgt/N49E011.hgt.zip', 'hgt/N50E011.hgt.zip')
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

t.test('every encoding of one window gives the same posts', needsSharedData, async (t) => {
  const lines = (await readFile(sharedPath('dem/geotiff_variants/base.asc'), 'utf8')).trim().split(/\r?\n/)
  const expected = Float32Array.from(
    lines.slice(-300).flatMap((line) => line.trim().split(/\s+/).map(Number)),
  )
  for (let i = 0; i < expected.length; i++) if (expected[i] === -32767) expected[i] = Number.NaN
  t.equal(expected.length, 96_000)
  const names = await readdir(sharedPath('dem/geotiff_variants'))
  const encodings = names.filter((name) => /\.(?:tif|asc)$/.test(name) && !name.startsWith('warped'))
  t.equal(encodings.length, 11, 'ten GeoTIFFs and the grid in letters')
  for (const name of encodings.sort()) {
    await t.test(name, async (t) => {
      const files = name.endsWith('.asc') ? [name, name.replace('.asc', '.prj')] : [name]
      const terrain = await terrainOf(t, ...files.map((file) => `geotiff_variants/${file}`))
      const area = await terrain.openArea({ southDeg: 46.4, westDeg: 8.3, northDeg: 46.5, eastDeg: 8.4 })
      if (area === undefined) return t.fail(terrain.problems()[0]?.detail)
      const posts = await area.read({ firstRow: 0, firstCol: 0, rows: 300, cols: 320 })
      t.ok(
        Math.abs(area.lattice.northDeg - 46.5833333333) < 2e-7 &&
          Math.abs(area.lattice.westDeg - 8.25) < 1e-9,
      )
      t.ok(samePosts(posts, expected))
      // One post by itself takes another path through the decoder.
      const i = 170 * 320 + 201
      const { lattice } = area
      const latDeg = lattice.northDeg - 170 * lattice.latStepDeg
      const at = await terrain.elevationAt(latDeg, lattice.westDeg + 201 * lattice.lonStepDeg)
      t.equal(at.elevationM, expected[i])
    })
  }
})

t.test('four tiles are the published mosaic', needsSharedData, async (t) => {
  const tiles = [0, 1, 2, 3].map((i) => `glo30/la_tile_${i}.tif`)
  const bounds = { southDeg: 33.96, westDeg: -118.04, northDeg: 34.04, eastDeg: -117.96 }
  const area = await (await terrainOf(t, ...tiles)).openArea(bounds)
  const mosaic = await (await terrainOf(t, 'glo30/la_mosaic_geoid.tif')).openArea(bounds)
  if (area === undefined || mosaic === undefined) return t.fail('no tile')
  const row = Math.round((area.lattice.northDeg - mosaic.lattice.northDeg) / area.lattice.latStepDeg)
  const col = Math.round((mosaic.lattice.westDeg - area.lattice.westDeg) / area.lattice.lonStepDeg)
  const own = await area.read({ firstRow: row, firstCol: col, rows: 361, cols: 361 })
  const theirs = await mosaic.read({ firstRow: 0, firstCol: 0, rows: 361, cols: 361 })
  t.ok(samePosts(own, theirs))
})

t.test(
  'of all published files one is refused: its geographic system has no name',
  needsSharedData,
  async (t) => {
    const terrain = await openTerrain({ folders: [sharedPath('dem')] })
    const details = terrain.problems().map(({ detail }) => detail)
    t.equal(details.length, 1, details.join('; '))
    t.match(details[0], /^dem_hills_f32_unknownGCS\.tif: expected WGS 84 .* got a user-defined one/)
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
  },
)

t.test('neighbours share their edge posts', needsSharedData, async (t) => {
  for (const [west, east] of [
    ['hgt/N00E010.hgt', 'hgt/N00E011.hgt.zip'],
    ['geotiff/srtm3_N49W124.tif', 'geotiff/srtm3_N49W123.tif'],
  ]) {
    const [left, right] = await Promise.all(
      [west, east].map(async (path) => (await openTileAt(sharedPath('dem', path))).readChunk(0, 0)),
    )
    let different = 0
    for (let row = 0; row < 1201; row++) if (left[row * 1201 + 1200] !== right[row * 1201]) different++
    t.equal(different, 0, `${west} and ${east}`)
  }
})
