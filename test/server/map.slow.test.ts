import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { geodesicFrom, inverse } from '../../kernels/geodesy/azimuthal.ts'
import { percentOf } from '../../server/compute/summary.ts'
import { groundOf } from '../../server/products/ground.ts'
import { roundLengthM, SHEET, sheetSvg, type Words } from '../../server/products/make/map/drawing.ts'
import { oneLine, outlinesOf, widthOf, wrapped } from '../../server/products/make/map/lettering.ts'
import { makeMap } from '../../server/products/make/map/map.ts'
import type { Ground } from '../../server/products/make/map/relief.ts'
import { wordsOf } from '../../server/products/words.ts'
import { zonesOf } from '../../storage/rasters/palette.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { TileRequest } from '../../storage/terrain/relief/maker.ts'
import { gapsPicture } from '../../storage/terrain/relief/picture.ts'
import type { Relief } from '../../storage/terrain/relief/relief.ts'
import { latitudeAt, longitudeAt } from '../../storage/terrain/relief/tile-grid.ts'
import { type Made, type MadeResult, madeResult } from '../helpers/made-results.ts'

// The finished picture, read as a map is: a place is found by its direction and its distance from the transmitter.

const middlePx = 24 + 600
const ringPx = 546
const words: Words = { title: 'Made', legend: 'Line of sight', facts: [['Model', 'los']] }

interface Drawn {
  made: Made
  /** Of a pixel of the sheet. */
  at(x: number, y: number): [number, number, number]
}

async function drawn(t: Test, options: MadeResult, ground?: Ground, said = words): Promise<Drawn> {
  const made = await madeResult(t, options)
  const path = join(t.testdirName, 'map.png')
  await makeMap(made.source, { words: said }, path, ground)
  const { data, info } = await sharp(await readFile(path))
    .raw()
    .toBuffer({ resolveWithObject: true })
  t.match(info, { width: SHEET.widthPx, height: SHEET.heightPx, channels: 3 })
  t.ok(info.width <= 2048 && info.height <= 2048)
  const at = (x: number, y: number) => {
    const start = 3 * (y * info.width + x)
    return [...data.subarray(start, start + 3)] as [number, number, number]
  }
  return { made, at }
}

/** The pixel of a place, by its geodesic from the transmitter. */
function pixelOf({ source }: Made, latDeg: number, lonDeg: number): [number, number] {
  const { disc } = source
  const { distanceM, azimuthDeg } = inverse(disc.latDeg, disc.lonDeg, latDeg, lonDeg)
  const [radians, px] = [(azimuthDeg * Math.PI) / 180, (distanceM / disc.rangeM) * ringPx]
  return [Math.floor(middlePx + px * Math.sin(radians)), Math.floor(middlePx - px * Math.cos(radians))]
}

const isOrange = ([red, , blue]: [number, number, number]) => red - blue > 60
const isGrey = ([red, green, blue]: [number, number, number]) =>
  Math.abs(red - green) < 12 && Math.abs(red - blue) < 12

const classes = (eastM: number, northM: number) =>
  northM > 6000 && eastM > 0 ? 1 : Math.hypot(eastM + 4000, northM + 4000) < 2500 ? 255 : 0

for (const [latDeg, lonDeg] of [
  [47.6, 8.9],
  [-66, 179.97],
  [84.5, 10],
] as const) {
  t.test(`places lie in their direction, at their distance, at latitude ${latDeg}`, async (t) => {
    const { made, at } = await drawn(t, { latDeg, lonDeg, cell: classes })
    const { geometry, cells } = made
    let [seen, wrong, hatched, pale] = [0, 0, 0, 0]
    for (let row = 1; row < geometry.rows - 1; row += 3) {
      for (let col = 1; col < geometry.cols - 1; col += 3) {
        const around = [-1, 0, 1].flatMap((r) =>
          [-1, 0, 1].map((c) => ({
            row: row + r,
            col: col + c,
            value: cells[(row + r) * geometry.cols + col + c],
          })),
        )
        const value = cells[row * geometry.cols + col]
        // Beside the boundary of two classes a pixel may be of the other one.
        if (around.some((one) => one.value !== value || !made.isInRange(one.row, one.col))) continue
        const [x, y] = pixelOf(
          made,
          geometry.northDeg - (row + 0.5) * geometry.cellLatDeg,
          geometry.westDeg + (col + 0.5) * geometry.cellLonDeg,
        )
        if (Math.hypot(x - middlePx, y - middlePx) < 12) continue
        const color = at(x, y)
        seen++
        if (isOrange(color) !== (value === 1)) wrong++
        if (value === 255 && color[0] < 200) hatched++
        if (value === 255 && color[0] > 210) pale++
      }
    }
    t.ok(seen > 700, `${seen} places`)
    t.equal(wrong, 0)
    t.ok(hatched > 5 && pale > 5, 'unknown ground is hatched')
  })
}

t.test('the circle is where the range ends; beyond it all is pale', async (t) => {
  const { made, at } = await drawn(t, { cellM: 25, cell: () => 1 })
  const { disc } = made.source
  for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 7) {
    // Where the label of the circle and the arrow stand.
    const place = (distanceM: number) => {
      const { dLatDeg, dLonDeg } = geodesicFrom(disc.latDeg, azimuthDeg)(distanceM)
      return pixelOf(made, disc.latDeg + dLatDeg, disc.lonDeg + dLonDeg)
    }
    const [x, y] = place(disc.rangeM)
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => at(x + dx, y + dy)))
    t.ok(
      around.some(([red]) => red < 60),
      `the line, at ${azimuthDeg}°`,
    )
    t.ok(isOrange(at(...place(0.97 * disc.rangeM))), `inside, at ${azimuthDeg}°`)
    if (Math.abs(azimuthDeg - 180) > 10)
      t.ok(at(...place(1.03 * disc.rangeM))[0] > 235, `beyond, at ${azimuthDeg}°`)
  }
  t.match(at(middlePx, middlePx), [200, 16, 46], 'the mast')
})

t.test('visible, blocked, unknown and out of range look different', async (t) => {
  const looks = new Map<string, [number, number, number]>()
  for (const [name, value] of Object.entries({ visible: 1, blocked: 0 })) {
    const { at } = await drawn(t, { cell: () => value })
    looks.set(name, at(middlePx + 100, middlePx))
    looks.set('out of range', at(30, 30))
  }
  const { at } = await drawn(t, { cell: () => 255 })
  for (const x of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const color = at(middlePx + 100 + x, middlePx)
    looks.set(color[0] < 200 ? 'hatching' : 'between', color)
  }
  const [visible, blocked, hatching, between, outside] = [
    'visible',
    'blocked',
    'hatching',
    'between',
    'out of range',
  ].map((name) => looks.get(name) ?? [Number.NaN, 0, 0]) as [number, number, number][]
  t.ok(isOrange(visible) && isGrey(outside) && isGrey(hatching))
  t.ok(Math.abs(blocked[0] - hatching[0]) > 15, `${blocked} and ${hatching}`)
  t.ok(between[0] - hatching[0] > 50 && outside[0] > between[0], `${outside}, ${between}`)
})

t.test('a large result keeps every visible cell that stands alone', async (t) => {
  // One in many hundreds, unlike any grid of pixels.
  const alone = (eastM: number, northM: number) => {
    const [col, row] = [Math.round(eastM / 15), Math.round(northM / 15)]
    return (((col * 7919 + row * 104_729) % 1009) + 1009) % 1009 === 0 ? 1 : 0
  }
  const { made, at } = await drawn(t, { cellM: 15, cell: alone })
  const { geometry, cells } = made
  let [seen, lost] = [0, 0]
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] !== 1) continue
    const [row, col] = [Math.floor(cell / geometry.cols), cell % geometry.cols]
    const [x, y] = pixelOf(
      made,
      geometry.northDeg - (row + 0.5) * geometry.cellLatDeg,
      geometry.westDeg + (col + 0.5) * geometry.cellLonDeg,
    )
    const fromMiddlePx = Math.hypot(x - middlePx, y - middlePx)
    if (fromMiddlePx < 14 || fromMiddlePx > ringPx - 6) continue
    seen++
    // Its overview's cell may begin in the pixel before.
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => at(x + dx, y + dy)))
    if (!around.some(isOrange)) lost++
  }
  t.ok(seen > 800, `${seen} cells`)
  t.equal(lost, 0)
})

/** Tiles whose ground rises towards the east. */
function reliefOf(heightAt: (latDeg: number, lonDeg: number) => number, asked: TileRequest[] = []): Relief {
  const tile = async (request: TileRequest) => {
    asked.push(request)
    const heightsM = Float32Array.from({ length: 256 * 256 }, (_, i) =>
      heightAt(latitudeAt(request, Math.floor(i / 256) + 0.5), longitudeAt(request, (i % 256) + 0.5)),
    )
    return { tag: '', png: await gapsPicture(heightsM) }
  }
  return { tile } as unknown as Relief
}

t.test('the relief is that of the ground, lit from the north-west, plain where it is unknown', async (t) => {
  const ridge = (_latDeg: number, lonDeg: number) =>
    lonDeg > 9 ? Number.NaN : 500 - 4000 * Math.abs(lonDeg - 8.9)
  const ground = await groundOf(reliefOf(ridge), 47.6, 8.9, 10_000)
  t.ok(ground && ground.tiles.length > 4)
  const { made, at } = await drawn(t, { cell: () => 255 }, ground)
  const brightest = (latDeg: number, lonDeg: number) => {
    const [x, y] = pixelOf(made, latDeg, lonDeg)
    return Math.max(...[0, 1, 2, 3, 4, 5, 6, 7].map((dx) => at(x + dx, y)[0]))
  }
  for (const latDeg of [47.55, 47.6, 47.65]) {
    const [west, east, unknown] = [8.85, 8.93, 9.005].map((lonDeg) => brightest(latDeg, lonDeg)) as [
      number,
      number,
      number,
    ]
    t.ok(west - unknown > 10 && unknown - east > 30, `${west}, ${unknown}, ${east}`)
  }
})

t.test(
  'tiles of the ground are few, lie under the map, and are finer where there are too many posts',
  async (t) => {
    for (const [latDeg, lonDeg, rangeM] of [
      [47.6, 8.9, 300_000],
      [0, 179.99, 100],
      [85, -179.99, 300_000],
      [-84, 0, 100_000],
    ] as const) {
      const asked: TileRequest[] = []
      const relief = {
        tile: async (request: TileRequest) => {
          asked.push(request)
          return { tag: '', png: Buffer.of() }
        },
      }
      const ground = await groundOf(relief as unknown as Relief, latDeg, lonDeg, rangeM)
      t.ok(asked.length > 0 && asked.length <= 144, `${asked.length} tiles at ${latDeg}`)
      t.equal(new Set(asked.map(({ x, y }) => `${x} ${y}`)).size, asked.length)
      for (const { z, x, y } of asked) t.ok(x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z)
      const { z } = ground ?? { z: 0 }
      for (const azimuthDeg of [0, 45, 90, 200, 300]) {
        const { dLatDeg, dLonDeg } = geodesicFrom(latDeg, azimuthDeg)(rangeM)
        if (Math.abs(latDeg + dLatDeg) > 85) continue
        const turns = ((lonDeg + dLonDeg + 180) / 360 + 1) % 1
        const northing = Math.asinh(Math.tan(((latDeg + dLatDeg) * Math.PI) / 180))
        const [x, y] = [Math.floor(turns * 2 ** z), Math.floor((0.5 - northing / (2 * Math.PI)) * 2 ** z)]
        t.ok(
          asked.some((one) => one.x === x && one.y === y),
          `${azimuthDeg}° at ${latDeg}`,
        )
      }
    }
    const zooms = new Set<number>()
    const full = { tile: async ({ z }: TileRequest) => void zooms.add(z) } as unknown as Relief
    t.equal(await groundOf(full, 60, 10, 300_000), undefined, 'none, and no endless attempts')
    t.equal(zooms.size, 2)
  },
)

t.test("the model's own parameters stand among the facts", async (t) => {
  const settingsOf = (params: object) => {
    const simulation = { params: { tx_lat: 47, tx_lon: 9, ...params } } as unknown as Simulation
    return new Map(wordsOf(simulation, 'value').facts).get('Settings')
  }
  t.equal(
    settingsOf({
      model: 'itm',
      time_percent: 10,
      climate: 'maritime_temperate_land',
      sea_level_refractivity: 301,
    }),
    'time 10 %, climate maritime temperate land, sea level refractivity 301 N-units',
  )
  t.equal(settingsOf({ model: 'los' }), undefined)
})

t.test('text is outlines alone, whatever it says', async (t) => {
  const hostile = '"/><script>alert(1)</script><svg onload=x>&amp;]]>\u0000\u202e'
  const zones = zonesOf({ kind: 'visibility', labels: { 1: hostile, 0: hostile } })
  const sheet = {
    words: { title: hostile, legend: hostile, facts: [[hostile, hostile]] as [string, string][] },
    zones,
    rangeM: 10_000,
    azimuthDeg: 120,
    notes: [hostile],
  }
  t.notMatch(sheetSvg(sheet), /script|onload|alert|<text|NaN/)
  t.match((await drawn(t, { cell: () => 1 }, undefined, sheet.words)).at(middlePx, middlePx), [200, 16, 46])
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.double({ min: 5, max: 40, noNaN: true }),
      (text, sizePx) => {
        const d = outlinesOf(text, 1.1, 99.3, sizePx)
        const width = widthOf(text, sizePx)
        const lines = wrapped(text, 120, sizePx, 3)
        const fits = lines.every((line) => [...line].length <= 2 || widthOf(line, sizePx) <= 120)
        return /^[MLQCZ0-9. -]*$/.test(d) && Number.isFinite(width) && lines.length <= 3 && fits
      },
    ),
    { numRuns: 300, seed: 15 },
  )
  t.equal(wrapped('one two three', widthOf('one two ', 20), 20, 3).join('|'), 'one two|three')
  t.match(wrapped('word '.repeat(90), 200, 20, 2)[1], /…$/, 'what is cut says so')
  t.equal(oneLine(' a\n\tb\u0007 '), 'a b')
  for (const text of ['Łódź', 'Ωμέγα', 'Жуков', 'Đà Nẵng', '−120 dBµV/m °×²']) {
    for (const character of text.replaceAll(' ', '')) {
      t.not(
        outlinesOf(character, 0, 0, 10),
        outlinesOf('東', 0, 0, 10),
        `${character} has a letter of its own`,
      )
    }
  }
})

t.test('the scale bar has a round length that fits', async (t) => {
  for (const [maximumM, lengthM] of [
    [300, 200],
    [1999, 1000],
    [5000, 5000],
    [54, 50],
    [164_835, 100_000],
  ] as const) {
    t.equal(roundLengthM(maximumM), lengthM)
  }
})

t.test('a percentage is 0 or 100 only of none and of all', async (t) => {
  const shares = [0, 0.000_14, 0.001, 0.256, 0.999, 0.999_86, 1]
  const figures = ['0', 'less than 0.1', '0.1', '25.6', '99.9', 'more than 99.9', '100']
  t.same(shares.map(percentOf), figures)
  const summary = { visible: 1, blocked: 9999, unknown: 0, visible_km2: 0.1, farthest_km: 1 }
  const simulation = { params: { tx_lat: 47, tx_lon: 9 }, summary } as unknown as Simulation
  t.match(new Map(wordsOf(simulation, 'visible').facts).get('Covered'), /^less than 0\.1\s%, /)
})
