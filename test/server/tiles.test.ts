import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { makePlace } from '../../server/results/products/place.ts'
import type { PolygonRings } from '../../server/results/products/polygons.ts'
import {
  emptyNumberTiles,
  emptyTiles,
  encodingOf,
  makeBinTile,
  makeTile,
  makeValueTile,
  maximumZoom,
  meetsRaster,
} from '../../server/results/products/tiles.ts'
import { COVERED_COLOR, NOT_COVERED_COLOR, UNKNOWN_COLOR } from '../../server/results/views/styles.ts'
import { areasIn, type Made, madeResult } from '../helpers/made-results.ts'

// Tiles and figures against the cells, each found by its own formula.

async function pixelsOf(t: Test, made: Made, kind: typeof makeTile, z: number, x: number, y: number) {
  const path = join(t.testdirName, 'tile.png')
  await kind(made.source, { z, x, y, size: 256 }, path)
  return sharp(await readFile(path))
    .ensureAlpha()
    .raw()
    .toBuffer()
}

/** The cell under a place; -1 beside the raster. */
function cellAt({ geometry }: Made, latDeg: number, lonDeg: number): number {
  const row = Math.floor((geometry.northDeg - latDeg) / geometry.cellLatDeg)
  const col = Math.floor(((((lonDeg - geometry.westDeg) % 360) + 360) % 360) / geometry.cellLonDeg)
  return row >= 0 && row < geometry.rows && col < geometry.cols ? row * geometry.cols + col : -1
}

/** Of a pixel's centre, by the formula of the OpenStreetMap wiki. */
function placeOf(z: number, px: number, py: number): [number, number] {
  const n = 256 * 2 ** z
  return [
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * (py + 0.5)) / n))) * 180) / Math.PI,
    ((px + 0.5) / n) * 360 - 180,
  ]
}

function tileAt(z: number, latDeg: number, lonDeg: number): [number, number] {
  const radians = (latDeg * Math.PI) / 180
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z
  return [Math.floor(((lonDeg + 180) / 360) * 2 ** z), Math.floor(y)]
}

const classes = (eastM: number, northM: number) =>
  Math.hypot(eastM - 3000, northM + 2500) < 1500
    ? 255
    : Math.sin(eastM / 700) * Math.cos(northM / 500) > 0
      ? 1
      : 0

for (const lonDeg of [8.9, 179.98, -179.98]) {
  t.test(`at the finest zoom each pixel shows the cell under it, at ${lonDeg}`, async (t) => {
    const made = await madeResult(t, { lonDeg, cell: classes })
    const z = maximumZoom(made.geometry)
    let [seen, wrong] = [0, 0]
    const [, y] = tileAt(z, 47.6, lonDeg)
    for (const nearDeg of [lonDeg - 0.04, lonDeg + 0.04]) {
      const x = (tileAt(z, 47.6, nearDeg)[0] + 2 ** z) % 2 ** z
      const pixels = await pixelsOf(t, made, makeTile, z, x, y)
      const values = await pixelsOf(t, made, makeValueTile, z, x, y)
      for (let at = 0; at < 256 * 256; at += 5) {
        const [latDeg, pixelLonDeg] = placeOf(z, x * 256 + (at % 256), y * 256 + Math.floor(at / 256))
        const cell = cellAt(made, latDeg, pixelLonDeg)
        const value = cell < 0 ? 255 : made.cells[cell]
        const isInRange =
          cell >= 0 && made.isInRange(Math.floor(cell / made.geometry.cols), cell % made.geometry.cols)
        const color = `#${pixels.toString('hex', 4 * at, 4 * at + 4)}`
        const isHatched = ((at % 256) + Math.floor(at / 256)) % 8 < 3
        const unknown = isInRange && isHatched ? UNKNOWN_COLOR : '#00000000'
        const wanted = value === 1 ? COVERED_COLOR : value === 0 ? NOT_COVERED_COLOR : unknown
        if (color !== wanted && !(color.endsWith('00') && wanted.endsWith('00'))) wrong++
        if (values[4 * at + 2] !== (value === 255 ? 0 : value + 1)) wrong++
        if (wanted !== '#00000000') seen++
      }
    }
    t.equal(wrong, 0)
    t.ok(seen > 2000, `${seen} pixels`)
  })
}

t.test('numbers of a measure are its values to a hundredth, black is unknown', async (t) => {
  const params = { output: 'received_power' }
  const cell = (eastM: number, northM: number) =>
    eastM > 5000 ? Number.NaN : -60.123 - Math.hypot(eastM, northM) / 177
  const made = await madeResult(t, { layer: 'value', params, cell })
  const z = maximumZoom(made.geometry)
  const [x, y] = tileAt(z, 47.6, 8.96)
  const pixels = await pixelsOf(t, made, makeValueTile, z, x, y)
  const { base, step } = encodingOf('dBm')
  let [known, unknown] = [0, 0]
  for (let at = 0; at < 256 * 256; at++) {
    const [latDeg, lonDeg] = placeOf(z, x * 256 + (at % 256), y * 256 + Math.floor(at / 256))
    const value = made.cells[cellAt(made, latDeg, lonDeg)] ?? Number.NaN
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(4 * at, 4 * at + 4)
    const code = 65_536 * red + 256 * green + blue
    if (alpha !== 255) t.fail('opaque')
    if (Number.isNaN(value) ? code !== 0 : Math.abs(base + step * code - value) > 0.0051)
      t.fail(`${value} ${code}`)
    if (Number.isNaN(value)) unknown++
    else known++
  }
  t.ok(known > 1000 && unknown > 1000)
})

for (const [latDeg, lonDeg, rangeKm] of [
  [-20, 179.98, 10],
  [20, -179.98, 10],
  [84, 100, 300],
] as const) {
  t.test(`tiles that are said to miss the raster are empty, at ${latDeg}, ${lonDeg}`, async (t) => {
    const cellM = rangeKm * 10
    const made = await madeResult(t, { latDeg, lonDeg, rangeKm, cellM, cell: () => 1 })
    const path = join(t.testdirName, 'tile.png')
    const [empty, emptyValues] = await Promise.all(
      [emptyTiles[256], emptyNumberTiles[256]].map((png) => sharp(png).ensureAlpha().raw().toBuffer()),
    )
    let [missing, meeting] = [0, 0]
    for (const z of [0, 3, maximumZoom(made.geometry) - 2]) {
      const side = 2 ** z
      const [left, top] = tileAt(z, latDeg, lonDeg)
      for (let dx = -2; dx <= 2; dx++) {
        for (let y = Math.max(0, top - 2); y <= Math.min(side - 1, top + 2); y++) {
          const x = (((left + dx) % side) + side) % side
          const isMet = meetsRaster(made.geometry, { z, x, y })
          await makeTile(made.source, { z, x, y, size: 256 }, path)
          const tile = await sharp(await readFile(path))
            .ensureAlpha()
            .raw()
            .toBuffer()
          const isEmpty = tile.equals(empty)
          if (isMet) meeting += isEmpty ? 0 : 1
          else missing++
          if (isMet) continue
          if (!isEmpty) t.fail(`${z}/${x}/${y}`)
          await makeValueTile(made.source, { z, x, y, size: 256 }, path)
          const values = await sharp(await readFile(path))
            .ensureAlpha()
            .raw()
            .toBuffer()
          if (!values.equals(emptyValues)) t.fail(`values of ${z}/${x}/${y}`)
        }
      }
    }
    t.ok(missing > 15 && meeting > 2, `${missing} miss it, ${meeting} do not`)
  })
}

t.test('a tile of 512 pixels is four of the next zoom', async (t) => {
  const made = await madeResult(t, { cell: (at) => at % 3 })
  const z = maximumZoom(made.geometry) - 1
  const [x, y] = tileAt(z, 47.6, 8.96)
  const path = join(t.testdirName, 'large.png')
  for (const kind of [makeTile, makeValueTile, makeBinTile]) {
    await kind(made.source, { z, x, y, size: 512 }, path)
    const large = await sharp(await readFile(path))
      .ensureAlpha()
      .raw()
      .toBuffer()
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const quarter = await pixelsOf(t, made, kind, z + 1, 2 * x + dx, 2 * y + dy)
      for (let row = 0; row < 256; row++) {
        const from = 4 * (512 * (256 * dy + row) + 256 * dx)
        if (!large.subarray(from, from + 1024).equals(quarter.subarray(1024 * row, 1024 * (row + 1)))) {
          t.fail(`${kind.name}: row ${row} of ${dx}, ${dy}`)
        }
      }
    }
  }
})

t.test('one tile of the whole world holds the result', async (t) => {
  const made = await madeResult(t, { rangeKm: 100, cellM: 500, cell: () => 1 })
  const pixels = await pixelsOf(t, made, makeTile, 0, 0, 0)
  t.ok(pixels.includes(Buffer.from(COVERED_COLOR.slice(1), 'hex')))
})

t.test('areas, shares, farthest and sectors are those of the cells', async (t) => {
  const made = await madeResult(t, { cell: classes })
  const found = await areasIn(t, made)
  const { geometry, cells } = made
  const wanted = {
    km2: [0, 0, 0],
    farthestM: 0,
    sectors: new Array(36).fill(0),
    farthestIn: new Array(36).fill(0),
  }
  for (const [at, value] of cells.entries()) {
    const [row, col] = [Math.floor(at / geometry.cols), at % geometry.cols]
    if (!made.isInRange(row, col)) continue
    const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
    const perDegree = metresPerDegree(latDeg)
    const km2 = (geometry.cellLatDeg * perDegree.lat * geometry.cellLonDeg * perDegree.lon) / 1e6
    const index = value === 1 ? 0 : value === 0 ? 1 : 2
    wanted.km2[index] += km2
    if (value !== 1) continue
    const { distanceM, azimuthDeg } = inverse(
      47.6,
      0,
      latDeg,
      geometry.westDeg + (col + 0.5) * geometry.cellLonDeg - 8.9,
    )
    const sector = Math.floor(((azimuthDeg + 360) % 360) / 10)
    wanted.sectors[sector] += km2
    wanted.farthestM = Math.max(wanted.farthestM, distanceM)
    wanted.farthestIn[sector] = Math.max(wanted.farthestIn[sector], distanceM)
  }
  for (const [index, km2] of wanted.km2.entries())
    t.ok(Math.abs(found.zones[index].km2 - km2) < 1e-3, `${km2}`)
  t.ok(Math.abs(found.farthest_km - wanted.farthestM / 1000) < 1e-3)
  for (const [index, km2] of wanted.sectors.entries()) {
    // A cell on the boundary may be in either.
    t.ok(
      Math.abs(found.sectors[index].covered_km2 - km2) < 0.03,
      `sector ${index}: ${found.sectors[index].covered_km2} ${km2}`,
    )
    t.ok(
      Math.abs(found.sectors[index].farthest_km - wanted.farthestIn[index] / 1000) < 0.15,
      `farthest in ${index}`,
    )
  }
})

t.test(
  'rings choose what is counted: two halves are the whole, a ring within a ring is a hole',
  async (t) => {
    const made = await madeResult(t, { lonDeg: 179.99, cell: classes })
    const countIn = async (...rings: PolygonRings) => {
      const { zones } = await areasIn(t, made, {}, rings.length > 0 ? rings : undefined)
      return zones.map(({ cells }) => cells)
    }
    const box = (west: number, east: number): [number, number][] => [
      [west, 47],
      [east, 47],
      [east, 48],
      [west, 48],
      [west, 47],
    ]
    const whole = await countIn()
    const [west, east] = [await countIn(box(179, 179.9902)), await countIn(box(179.9902, -179))]
    t.same(
      whole.map((cells, index) => cells - (west[index] ?? 0) - (east[index] ?? 0)),
      [0, 0, 0],
    )
    t.ok((west[0] ?? 0) > 0 && (west[1] ?? 0) > 0)
    t.same(await countIn(box(179, -179), box(179, -179)), [0, 0, 0])
    t.same(await countIn(box(10, 20)), [0, 0, 0])
    t.same(await countIn(box(-180, 180)), whole, 'all of the world')
    const [low, high] = [47, 49]
    const across: [number, number][] = [
      ...[179, 180, -180, -179].map((lon): [number, number] => [lon, low]),
      ...[-179, -180, 180, 179].map((lon): [number, number] => [lon, high]),
      [179, low],
    ]
    t.same(await countIn(across), await countIn(box(179, -179)), 'on both sides of the antimeridian')
    const round: [number, number][] = [
      ...[-175, -60, 60, 178].map((lon): [number, number] => [lon, 80]),
      ...[178, 60, -60, -175].map((lon): [number, number] => [lon, -80]),
    ]
    // What it leaves out is between 178 and -175 degrees.
    for (const start of round.keys()) {
      const ring = [...round.slice(start), ...round.slice(0, start + 1)]
      t.same(await countIn(ring), [0, 0, 0], `from its vertex ${start}`)
      t.same(await countIn(box(-180, 180), ring), whole, 'as a hole')
    }
    const hole = box(179.9902, -179)
    t.same(await countIn(box(179, -179), [...hole.slice(1), hole[1]]), west, 'a hole that begins beyond')
  },
)

t.test('a place has the value of its cell', async (t) => {
  const made = await madeResult(t, { lonDeg: 179.98, cell: classes })
  const path = join(t.testdirName, 'place.json')
  const at = async (latDeg: number, lonDeg: number) => {
    await makePlace(made.source, { latDeg, lonDeg }, path)
    return JSON.parse(await readFile(path, 'utf8'))
  }
  for (const lonDeg of [179.98, -179.96, 179.9, -179.9]) {
    const value = made.cells[cellAt(made, 47.61, lonDeg)]
    t.match(await at(47.61, lonDeg), { value: value === 255 ? null : value, unit: null })
  }
  t.match(await at(47.6, 179.98), { distance_km: 0 })
  for (const [latDeg, lonDeg] of [
    [47.6, 179.93],
    [47.55, -179.98],
  ]) {
    const exact = inverse(47.6, 179.98, latDeg, lonDeg)
    const { distance_km, azimuth_deg } = await at(latDeg, lonDeg)
    t.ok(Math.abs(distance_km - exact.distanceM / 1000) < 1e-3)
    t.ok(Math.abs(azimuth_deg - ((exact.azimuthDeg + 360) % 360)) < 0.01, `${azimuth_deg}`)
  }
  t.match(await at(47.7, 179.98), { state: 'out_of_range', value: null, azimuth_deg: 0 })
  t.match(await at(-47.7, 0), { state: 'out_of_range' })
})
