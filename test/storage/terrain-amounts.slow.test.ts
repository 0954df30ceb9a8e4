import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { nameAt, type People, type Pixel, pixelsOf, putPeople, UTM32, utm32 } from '../helpers/populations.ts'

// Every pixel of rasters of people once, at its center; each against the pixels that the rasters were made of.

type Found = Map<string, number>
type NameOf = (latDeg: number, lonDeg: number) => string

async function read(t: Test, folder: string, bounds: Bounds, nameOf: NameOf): Promise<Found> {
  const terrain = await openTerrain({ folders: [folder], areAmounts: true, cacheBytes: 2 ** 20 })
  t.teardown(() => terrain.close())
  t.same(terrain.problems(), [])
  const found: Found = new Map()
  await terrain.readAmounts(bounds, async ({ latDeg, lonDeg, amounts }) => {
    for (const [at, amount] of amounts.entries()) {
      const name = nameOf(latDeg[at] ?? Number.NaN, lonDeg[at] ?? Number.NaN)
      if (found.has(name)) t.fail(`${name} came twice`)
      found.set(name, amount)
    }
  })
  return found
}

/** How far a pixel is within bounds, in degrees; below 0 outside. */
function depthDeg({ southDeg, westDeg, northDeg, eastDeg }: Bounds, { latDeg, lonDeg }: Pixel): number {
  const middleDeg = (westDeg + eastDeg) / 2
  const turned = lonDeg - 360 * Math.round((lonDeg - middleDeg) / 360)
  return Math.min(latDeg - southDeg, northDeg - latDeg, turned - westDeg, eastDeg - turned)
}

/** Differences of two lists, of which a few are shown. */
function same(t: Test, found: Found, wanted: Found, about: string): void {
  const differing = [...new Set([...found.keys(), ...wanted.keys()])].filter(
    (name) => found.get(name) !== wanted.get(name),
  )
  const shown = differing.slice(0, 4).map((name) => [name, found.get(name), wanted.get(name)])
  t.same([differing.length, shown], [0, []], about)
}

/** Most pixels have nobody, some nothing known, and a few more than any height on earth. */
const people = (row: number, col: number) => {
  const mixed = (Math.imul(row + 1, 2_654_435_761) ^ Math.imul(col + 7, 40_503)) >>> 0
  return [0, -200, 0.25, (mixed >>> 8) % 90, Number.NaN, 120_000 + col][mixed % 6] ?? 0
}

const random = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function someBounds(next: () => number, [south, west, north, east]: number[]): Bounds {
  const [a, b] = [next(), next()].sort()
  const [c, d] = [next(), next()].sort()
  const between = (from: number | undefined, to: number | undefined, share: number | undefined) =>
    Number(from) + (Number(to) - Number(from)) * Number(share)
  return {
    southDeg: between(south, north, a),
    northDeg: between(south, north, b),
    westDeg: between(west, east, c),
    eastDeg: between(west, east, d),
  }
}

/** The pixels within bounds in a box; those nearer to their edges than positions are exact may be on either side. */
async function compare(t: Test, folder: string, made: People, box: number[], definition?: string) {
  const next = random(11)
  const pixels = pixelsOf(made, definition)
  const nameOf: NameOf = (latDeg, lonDeg) => nameAt(made, latDeg, lonDeg, definition)
  const exactDeg = definition ? (made.step / 111_000) * 0.003 : 1e-9
  let seen = 0
  for (let round = 0; round < 6; round++) {
    const bounds = someBounds(next, box)
    const found = await read(t, folder, bounds, nameOf)
    const wanted: Found = new Map()
    for (const pixel of pixels) {
      const inside = depthDeg(bounds, pixel)
      if (Math.abs(inside) < exactDeg) found.delete(pixel.name)
      else if (inside > 0) wanted.set(pixel.name, pixel.people)
    }
    seen += wanted.size
    same(t, found, wanted, JSON.stringify(bounds))
  }
  t.ok(seen > 1000, `${seen} pixels`)
}

t.test('in degrees, with values beyond any height', async (t) => {
  const made: People = { west: 8.0003, north: 47.9, step: 0.0037, rows: 150, cols: 170, peopleAt: people }
  const folder = t.testdir()
  await putPeople(join(folder, 'people.tif'), made)
  await compare(t, folder, made, [47.2, 7.9, 48, 8.8])
})

t.test('across the date line, on either side of it and around the globe', async (t) => {
  const west: People = { west: 179, north: 10, step: 0.02, rows: 60, cols: 100, peopleAt: people }
  const folder = t.testdir()
  await putPeople(join(folder, 'across.tif'), west)
  await compare(t, folder, west, [8.5, 178, 10.5, 182])
  await compare(t, folder, west, [8.5, -182, 10.5, -178])
  const globe: People = { west: -180, north: 90, step: 1.5, rows: 120, cols: 240, peopleAt: people }
  const around = t.testdir()
  await putPeople(join(around, 'globe.tif'), globe)
  await compare(t, around, globe, [-90, 100, 90, 260])
  const all = { southDeg: -90, northDeg: 90, westDeg: -180, eastDeg: 180 }
  const found = await read(t, around, all, (latDeg, lonDeg) => nameAt(globe, latDeg, lonDeg))
  same(t, found, new Map(pixelsOf(globe).map(({ name, people }) => [name, people])), 'all')
})

t.test('in metres of a UTM zone', async (t) => {
  const made: People = { west: 400_030, north: 5_300_010, step: 250, rows: 140, cols: 160, peopleAt: people }
  const folder = t.testdir()
  await putPeople(join(folder, 'people.tif'), made, utm32)
  await compare(t, folder, made, [47.4, 7.5, 48, 8.4], UTM32)
})

for (const { name, system, definition, made, box } of [
  {
    name: 'LAEA',
    system: 'EPSG:3035',
    definition:
      '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
    made: { west: 4_200_000, north: 2_750_000, step: 1000, rows: 90, cols: 110 },
    box: [46.9, 8.1, 48.2, 10.4],
  },
  {
    name: 'Mollweide',
    system: 'ESRI:54009',
    definition: '+proj=moll +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
    made: { west: 560_000, north: 5_700_000, step: 1000, rows: 90, cols: 110 },
    box: [46.2, 7.1, 48.3, 10.4],
  },
  {
    name: 'Mollweide around the globe, over its edge',
    system: 'ESRI:54009',
    definition: '+proj=moll +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
    made: { west: -18_050_000, north: 3_000_000, step: 25_000, rows: 240, cols: 1444 },
    box: [-24, 170, 24, 190],
  },
]) {
  t.test(name, { skip: noGdal }, async (t) => {
    const isOnGlobe = (x: number, y: number) => (x / 18_040_095.7) ** 2 + (y / 9_020_047.85) ** 2 < 1
    const whole: People = {
      ...made,
      // Beyond the ellipse nobody lives.
      peopleAt: (row, col) =>
        name === 'LAEA' ||
        isOnGlobe(made.west + (col + 0.5) * made.step, made.north - (row + 0.5) * made.step)
          ? people(row, col)
          : -200,
    }
    const folder = t.testdir()
    const files = join(folder, 'files')
    await mkdir(files)
    await putPeople(join(folder, 'plain.tif'), whole, utm32)
    await gdal('gdal_translate', [
      '-q',
      '-a_srs',
      system,
      join(folder, 'plain.tif'),
      join(files, 'people.tif'),
    ])
    await compare(t, files, whole, box, definition)
  })
}

t.test('files that touch, and files that overlap: a pixel is of the first one that knows it', async (t) => {
  const folder = t.testdir()
  const whole: People = { west: 8, north: 48, step: 0.005, rows: 120, cols: 120, peopleAt: people }
  const part = (firstRow: number, firstCol: number, more: number, seed: number): People => ({
    ...whole,
    west: whole.west + firstCol * whole.step,
    north: whole.north - firstRow * whole.step,
    rows: 60 + more,
    cols: 60 + more,
    peopleAt: (row, col) => people(firstRow + row + seed, firstCol + col),
  })
  const corners = [
    [0, 0],
    [0, 60],
    [60, 0],
    [60, 60],
  ] as const
  for (const [at, [row, col]] of corners.entries())
    await putPeople(join(folder, `${at}.tif`), part(row, col, 0, 0))
  await compare(t, folder, whole, [47.3, 7.9, 48.1, 8.7])

  // Ten pixels further each, and of people of its own.
  const overlapping = t.testdir({})
  const held: Found = new Map()
  for (const [at, [firstRow, firstCol]] of corners.entries()) {
    const made = part(firstRow, firstCol, 10, 1000 * at)
    await putPeople(join(overlapping, `${at}.tif`), made)
    for (let row = 0; row < made.rows; row++) {
      for (let col = 0; col < made.cols; col++) {
        const [amount, name] = [made.peopleAt(row, col), `${firstRow + row} ${firstCol + col}`]
        if (amount >= 0 && !held.has(name)) held.set(name, Math.fround(amount))
      }
    }
  }
  const all = { southDeg: 47, northDeg: 49, westDeg: 7, eastDeg: 9 }
  const nameOf: NameOf = (latDeg, lonDeg) => nameAt(whole, latDeg, lonDeg)
  const known = new Map([...held].filter(([, amount]) => amount > 0))
  t.ok(known.size > 8000)
  same(t, await read(t, overlapping, all, nameOf), known, 'overlapping')
})

t.test('a coarser file fills what earlier ones do not know, by the centers of its pixels', async (t) => {
  const folder = t.testdir()
  const fine: People = { west: 8, north: 48, step: 0.005, rows: 120, cols: 120, peopleAt: people }
  const coarse: People = { west: 7.8513, north: 48.1013, step: 0.05, rows: 18, cols: 18, peopleAt: () => 5 }
  await putPeople(join(folder, 'a.tif'), fine)
  await putPeople(join(folder, 'z.tif'), coarse)
  const isKnown = ({ latDeg, lonDeg }: Pixel) => {
    const [row, col] = [Math.floor((48 - latDeg) / 0.005), Math.floor((lonDeg - 8) / 0.005)]
    return row >= 0 && row < 120 && col >= 0 && col < 120 && people(row, col) >= 0
  }
  const left = pixelsOf(coarse).filter((pixel) => !isKnown(pixel))
  t.ok(left.length > 150 && left.length < 324, `${left.length}`)
  const wanted: Found = new Map(pixelsOf(fine).map(({ name, people: n }) => [name, n]))
  for (const { name } of left) wanted.set(`coarse ${name}`, 5)
  const nameOf: NameOf = (latDeg, lonDeg) => {
    const name = nameAt(fine, latDeg, lonDeg)
    return name.startsWith('no') ? `coarse ${nameAt(coarse, latDeg, lonDeg)}` : name
  }
  const all = { southDeg: 47, northDeg: 49, westDeg: 7, eastDeg: 9 }
  same(t, await read(t, folder, all, nameOf), wanted, 'both')
})

t.test(
  'a unit that is none of length is no fault, and other files are no people',
  { skip: noGdal },
  async (t) => {
    const made: People = { west: 8, north: 48, step: 0.01, rows: 9, cols: 9, peopleAt: () => 2.5 }
    const folder = t.testdir({ files: { 'notes.asc': 'no grid' } })
    await putPeople(join(folder, 'plain.tif'), made)
    const vrt = await gdal('gdal_translate', ['-q', '-of', 'VRT', join(folder, 'plain.tif'), '/vsistdout/'])
    const path = join(folder, 'files', 'people.tif')
    const band = '<NoDataValue>'
    t.match(vrt, band)
    await writeFile(join(folder, 'with-unit.vrt'), vrt.replace(band, `<UnitType>people</UnitType>${band}`))
    await gdal('gdal_translate', ['-q', join(folder, 'with-unit.vrt'), path])
    const all = { southDeg: 47, northDeg: 49, westDeg: 7, eastDeg: 9 }
    const nameOf: NameOf = (latDeg, lonDeg) => nameAt(made, latDeg, lonDeg)
    t.equal((await read(t, join(folder, 'files'), all, nameOf)).size, 81)
    const heights = await openTerrain({ folders: [path] })
    t.match(heights.problems(), [{ detail: /unit of height is "people"/ }])
    await heights.close()
  },
)
