import geographiclib from 'geographiclib-geodesic'
import t, { type Test } from 'tap'
import type { LosEngine } from '../../kernels/engines/sight/engine.ts'
import { onBoth, onOwnRays } from '../../kernels/engines/sight/own-rays.ts'
import { slopeCeiling } from '../../kernels/engines/sight/rays/ceiling.ts'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import {
  addLevels,
  blankMaxima,
  fillLowest,
  maximumM,
  mayBeUnknown,
} from '../../kernels/engines/sight/rays/maxima.ts'
import { type DirectRay, PathProfile } from '../../kernels/engines/sight/rays/profile.ts'
import { PathSearch } from '../../kernels/engines/sight/rays/search.ts'
import { mayMeetSector, type Sector, sectorsOf, stretchTo } from '../../kernels/engines/sight/rays/sectors.ts'
import { widestM, zoneExcess, zoneM } from '../../kernels/engines/sight/rays/zone.ts'
import { discExtent, inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import {
  GeodesicPathInSegments,
  geodesicAlone,
  geodesicTable,
} from '../../kernels/geodesy/geodesic-segments.ts'
import type { VisibilityJob } from '../../kernels/model.ts'
import { UNKNOWN } from '../../kernels/terrain/classes.ts'
import type { PostGrid, PostLattice } from '../../kernels/terrain/window.ts'
import { gridOf, hills, type LosCase, madeCase, referenceOf, runOwnRays } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'

// Judged by the float64 reference, which shares nothing with the engine.

const { Geodesic } = geographiclib

/** A ray that passes the ground by less may be decided either way. */
const GRAZING_M = 0.001

const engine = new OwnRayEngine()
t.teardown(() => engine.destroy())

/** Cells on which raster and reference disagree, other than by grazing; of a seeded sample. */
function wrongCells(asked: LosCase, visibility: Uint8Array, sample = 200): string[] {
  const reference = referenceOf(asked)
  const { rows, cols } = gridOf(asked)
  const random = seededRandom(5)
  const wrong: string[] = []
  const total = rows * cols
  for (let draw = 0; draw < Math.min(sample, total); draw++) {
    const cell = sample < total ? Math.floor(random() * total) : draw
    const [row, col] = [Math.floor(cell / cols), cell % cols]
    const truth = reference.cell(row, col)
    // The centre may lie within rounding of the range.
    if (Math.abs(truth.distanceM - 1000 * asked.rangeKm) < 0.01) continue
    const expected = truth.distanceM > 1000 * asked.rangeKm ? UNKNOWN : truth.class
    if (visibility[cell] === expected || Math.abs(truth.clearanceM) < GRAZING_M) continue
    wrong.push(`${row}, ${col}: ${visibility[cell]}, not ${expected}; clearance ${truth.clearanceM}`)
  }
  return wrong
}

function count(visibility: Uint8Array, value: number): number {
  return visibility.reduce((sum, own) => sum + (own === value ? 1 : 0), 0)
}

async function judge(t: Test, name: string, asked: LosCase, sample?: number): Promise<Uint8Array> {
  const { visibility } = await runOwnRays(engine, asked)
  t.same(wrongCells(asked, visibility, sample), [], name)
  t.ok(count(visibility, 1) > 0 && count(visibility, 0) > 0, `${name}: some are visible, some blocked`)
  return visibility
}

/** Rough ground about a position, as far as a disc and its margin need it. */
function groundAbout(
  latDeg: number,
  rangeKm: number,
  steps: { lat: number; lon: number },
  seed = 3,
): Pick<LosCase, 'ground' | 'latDeg' | 'lonDeg' | 'rangeKm'> {
  const disc = discExtent(latDeg, 1000 * rangeKm)
  const height = hills(seed)
  const north = Math.ceil(disc.northDeg / steps.lat) + 4
  const south = Math.ceil(disc.southDeg / steps.lat) + 4
  const half = Math.ceil(disc.eastDeg / steps.lon) + 4
  const rows = north + south + 1
  const cols = 2 * half + 1
  const heightsM = new Float32Array(rows * cols)
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) heightsM[row * cols + col] = height(row - north, col - half)
  }
  const ground: PostGrid = {
    heightsM,
    rows,
    cols,
    northDeg: latDeg + north * steps.lat,
    westDeg: 11 - half * steps.lon,
    latStepDeg: steps.lat,
    lonStepDeg: steps.lon,
  }
  return { ground, latDeg, lonDeg: 11, rangeKm }
}

t.test('cells of 1, 4, 16 and 64 posts a side', async (t) => {
  for (const [posts, rangeKm] of [
    [1, 4],
    [4, 10],
    [16, 14],
    [64, 26],
  ]) {
    const half = Math.ceil(rangeKm / 0.09) + 8
    const asked = madeCase(hills(posts), { half, rangeKm, resolutionM: posts * 92.6 })
    await judge(t, `${posts} posts a cell, to ${rangeKm} km`, asked)
  }
})

t.test('antennas high, low and on the ground; earths flat and round', async (t) => {
  const cases: [string, Partial<LosCase>][] = [
    ['mast on the ground', { transmitter: { heightM: 0, mode: 'AGL' } }],
    ['receivers on the ground', { receiver: { heightM: 0, mode: 'AGL' } }],
    [
      'both on the ground',
      { transmitter: { heightM: 0, mode: 'AGL' }, receiver: { heightM: 0, mode: 'AGL' } },
    ],
    ['flat earth', { kFactor: 0 }],
    ['k = 0.3', { kFactor: 0.3 }],
    ['receivers above sea level', { receiver: { heightM: 60, mode: 'AMSL' } }],
    ['mast above sea level', { transmitter: { heightM: 250, mode: 'AMSL' } }],
    ['mast between posts', { latDeg: 0.00041, lonDeg: 11.00067 }],
  ]
  const plain = madeCase(hills(8), { half: 130, resolutionM: 300, rangeKm: 8 })
  for (const [name, change] of cases) {
    await judge(t, name, { ...plain, ...change }, 150)
  }
})

t.test('a wall where the ground is bounded in two parts hides what is behind it', async (t) => {
  // Of more posts than are bounded at once, which ends after 499 rows of squares of four posts.
  const [side, step] = [2101, 1 / 1200]
  const heightsM = new Float32Array(side * side).fill(100)
  heightsM.fill(160, 1994 * side, 1995 * side)
  const ground = { heightsM, rows: side, cols: side, northDeg: 2, westDeg: 10 }
  const asked = {
    ...madeCase(() => 0),
    ground: { ...ground, latStepDeg: step, lonStepDeg: step },
    ...{ latDeg: 2 - 1970 * step, lonDeg: 10 + 1050 * step, rangeKm: 4, resolutionM: 200 },
  }
  await judge(t, 'a wall', asked)
})

t.test('up to the poles', async (t) => {
  for (const [latDeg, rangeKm, resolutionM, lonSteps] of [
    [70.5, 300, 12_000, 3],
    [-75.5, 200, 8000, 4],
    [80.5, 20, 600, 6],
    [84.5, 20, 600, 10],
    [85, 300, 12_000, 12],
  ]) {
    const latStep = rangeKm > 100 ? 1 / 60 : 1 / 1200
    const about = groundAbout(latDeg, rangeKm, { lat: latStep, lon: lonSteps * latStep })
    const asked = { ...madeCase(() => 0), ...about, resolutionM }
    asked.transmitter = { heightM: rangeKm > 100 ? 900 : 20, mode: 'AGL' }
    await judge(t, `latitude ${latDeg}, ${rangeKm} km`, asked, 100)
  }
})

t.test('the height from which a cell is visible', async (t) => {
  const asked = madeCase(hills(21), { half: 130, resolutionM: 600, rangeKm: 9 })
  const { visibility, minHeightM } = await runOwnRays(engine, asked, { minHeight: true })
  const plain = await runOwnRays(engine, asked)
  t.equal(plain.settled, 0, 'nothing was left to settle')
  t.same(visibility, plain.visibility, 'the classes are those without it')
  const reference = referenceOf(asked)
  const { rows, cols } = gridOf(asked)
  let off = 0
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const { minReceiverHeightM, distanceM } = reference.cell(row, col)
      if (distanceM > 1000 * asked.rangeKm) continue
      off = Math.max(off, Math.abs((minHeightM?.[row * cols + col] ?? Number.NaN) - minReceiverHeightM))
    }
  }
  // The reference follows geodesics to a millimetre; a cell may be far beyond the ridge that hides it.
  t.ok(off < 0.02, `off by ${off} m at most`)
})

t.test('unknown ground hides nothing, and leaves open what nothing known hides', async (t) => {
  const rough = hills(4)
  const random = seededRandom(9)
  const hasHole = Array.from({ length: 261 * 261 }, () => random() < 0.004)
  const withHoles = (row: number, col: number) =>
    hasHole[(row + 130) * 261 + col + 130] && Math.hypot(row, col) > 3 ? Number.NaN : rough(row, col)
  const asked = madeCase(withHoles, { resolutionM: 200, rangeKm: 9 })
  const visibility = await judge(t, 'holes', asked, 1000)
  t.ok(count(visibility, UNKNOWN) > 500, 'some are open')
  const above = { ...asked, receiver: { heightM: 80, mode: 'AMSL' as const } }
  await judge(t, 'holes, receivers above sea level', above, 500)
})

t.test('a finer part within the ground', async (t) => {
  // Coarse ground is bilinear between its posts, and so exactly the same on posts eight times as close.
  const [coarseStep, ratio] = [1 / 1200, 8]
  const about = groundAbout(47, 4, { lat: coarseStep, lon: coarseStep }, 6)
  const { ground: coarse } = about
  const fineHeight = hills(2)
  const rows = (coarse.rows - 1) * ratio + 1
  const cols = (coarse.cols - 1) * ratio + 1
  const whole: PostGrid = {
    ...coarse,
    rows,
    cols,
    latStepDeg: coarseStep / ratio,
    lonStepDeg: coarseStep / ratio,
    heightsM: new Float32Array(rows * cols),
  }
  // Off the middle, with bounds on coarse lines; rougher ground within, none at the bounds.
  const [top, left, side] = [20 * ratio, 30 * ratio, 30 * ratio]
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const inside = Math.min(row - top, top + side - row, col - left, left + side - col)
      const relief = inside > 0 ? Math.min(1, inside / 20) * (30 + 0.4 * fineHeight(row, col)) : 0
      whole.heightsM[row * cols + col] = between(coarse, row / ratio, col / ratio) + relief
    }
  }
  const patch: PostGrid = {
    ...whole,
    northDeg: whole.northDeg - top * whole.latStepDeg,
    westDeg: whole.westDeg + left * whole.lonStepDeg,
    rows: side + 1,
    cols: side + 1,
    heightsM: new Float32Array((side + 1) ** 2),
  }
  for (let row = 0; row <= side; row++) {
    const from = (top + row) * cols + left
    patch.heightsM.set(whole.heightsM.subarray(from, from + side + 1), row * (side + 1))
  }
  for (const resolutionM of [45, 150]) {
    const asked = { ...madeCase(() => 0), ...about, resolutionM }
    const { visibility } = await runOwnRays(engine, asked, { parts: [patch] })
    t.same(wrongCells({ ...asked, ground: whole }, visibility, 800), [], `cells of ${resolutionM} m`)
    const without = await runOwnRays(engine, asked)
    t.not(count(without.visibility, 1), count(visibility, 1), 'the part makes a difference')
  }
})

t.test('with a part of the Fresnel zone', async (t) => {
  const asked = madeCase(hills(31), { resolutionM: 280, rangeKm: 9 })
  asked.transmitter = { heightM: 120, mode: 'AGL' }
  asked.receiver = { heightM: 15, mode: 'AGL' }
  for (const [fraction, frequencyMhz] of [
    [0.6, 400],
    [1, 100],
    [0.2, 5000],
  ]) {
    await judge(
      t,
      `${fraction} at ${frequencyMhz} MHz`,
      { ...asked, fresnel: { fraction, frequencyMhz } },
      400,
    )
  }
})

t.test('a job ends when its signal aborts', async (t) => {
  const asked = madeCase(hills(1), { resolutionM: 20, rangeKm: 9 })
  const reason = new Error('enough')
  await t.rejects(runOwnRays(engine, asked, { signal: AbortSignal.abort(reason) }), reason)
  const controller = new AbortController()
  const running = runOwnRays(engine, asked, { signal: controller.signal })
  setTimeout(() => controller.abort(reason), 50)
  await t.rejects(running, reason)
})

/** Bilinear, in float64. */
function between({ heightsM, rows, cols }: PostGrid, row: number, col: number): number {
  const top = Math.min(Math.floor(row), rows - 2)
  const left = Math.min(Math.floor(col), cols - 2)
  const post = (down: number, right: number) => heightsM[(top + down) * cols + left + right]
  const north = post(0, 0) + (col - left) * (post(0, 1) - post(0, 0))
  const south = post(1, 0) + (col - left) * (post(1, 1) - post(1, 0))
  return north + (row - top) * (south - north)
}

t.test('sectors are those directions in which a path meets the finer part', (t) => {
  const [latDeg, lonDeg, step] = [47, 8, 0.001]
  const size = 60
  // About the transmitter, due south included, where azimuths turn from π to −π.
  for (let direction = 0; direction < 360; direction += 30) {
    const radians = (direction * Math.PI) / 180
    const part: PostGrid = {
      heightsM: new Float32Array(0),
      rows: size + 1,
      cols: size + 1,
      latStepDeg: step,
      lonStepDeg: step,
      northDeg: latDeg + 0.15 * Math.cos(radians) + (size * step) / 2,
      westDeg: lonDeg + 0.15 * Math.sin(radians) - (size * step) / 2,
    }
    const sectors = sectorsOf([part, part], { latDeg, lonDeg, rangeM: 100_000 }) ?? []
    const missed: number[] = []
    const far: number[] = []
    for (let turn = 0; turn < 360; turn += 1) {
      const angle = (turn * Math.PI) / 180
      let meets = false
      let isNear = false
      let isOff = false
      for (let deg = 0; deg < 0.3; deg += step / 2) {
        const [lat, lon] = [deg * Math.cos(angle), deg * Math.sin(angle)]
        const row = (part.northDeg - latDeg - lat) / step
        const col = (lonDeg + lon - part.westDeg) / step
        const isIn = row > -2 && row < size + 2 && col > -2 && col < size + 2
        meets ||= isIn
        // What it tells of the stretch is right for all of the part, and the posts about it.
        if (isIn) {
          const { lat: latM, lon: lonM } = metresPerDegree(latDeg + lat / 2)
          const distanceM = Math.hypot(lat * latM, lon * lonM)
          isOff ||= sectors.some(({ fromM, toM }) => distanceM < fromM || distanceM > toM)
        }
        isNear ||= row > -9 && row < size + 9 && col > -9 && col < size + 9
      }
      const { lat, lon } = metresPerDegree(latDeg)
      const [eastM, northM] = [0.3 * Math.sin(angle) * lon, 0.3 * Math.cos(angle) * lat]
      const isIn = stretchTo(sectors, eastM, northM) !== undefined
      if (isOff || (meets && !isIn)) missed.push(turn)
      if (!isNear && isIn) far.push(turn)
    }
    t.same(missed, [], `a part at ${direction}°`)
    t.same(far, [], `beside a part at ${direction}°`)
  }
  t.end()
})

t.test('a sector may hold a point near another one where a circle about that one meets it', (t) => {
  const degrees = Math.PI / 180
  // About north east, and about south, where azimuths turn from π to −π.
  const sectors = [
    { fromAzimuth: 40 * degrees, toAzimuth: 50 * degrees, fromM: 1000, toM: 1500 },
    { fromAzimuth: 170 * degrees, toAzimuth: 190 * degrees, fromM: 3000, toM: 3500 },
  ]
  for (const [azimuthDeg, distanceM, radiusM, isMet, isIn] of [
    [45, 1001, 0, true, true],
    [45, 999, 0, false, false],
    [45, 999, 2, true, false],
    [39, 2000, 30, false, false],
    [39, 2000, 36, true, false],
    [51, 2000, 30, false, false],
    [51, 2000, 36, true, false],
    [180, 3001, 0, true, true],
    [-171, 3001, 0, true, true],
    [-169, 4000, 60, false, false],
    [-169, 4000, 75, true, false],
    [169, 4000, 60, false, false],
    [169, 4000, 75, true, false],
    [-90, 100, 101, true, false],
    [-90, 9000, 100, false, false],
  ] as const) {
    const [eastM, northM] = [Math.sin(azimuthDeg * degrees), Math.cos(azimuthDeg * degrees)].map(
      (part) => distanceM * part,
    )
    const name = `${azimuthDeg}°, ${distanceM} m, ${radiusM} m around`
    t.equal(mayMeetSector(sectors, eastM, northM, radiusM), isMet, name)
    t.equal(stretchTo(sectors, eastM, northM) !== undefined, isIn, name)
  }
  const crossing = { fromAzimuth: 185 * degrees, toAzimuth: 195 * degrees, fromM: 2000, toM: 3200 }
  const azimuth = 187 * degrees
  t.match(
    stretchTo([...sectors, crossing], 9000 * Math.sin(azimuth), 9000 * Math.cos(azimuth)),
    { fromM: 2000, toM: 3500 },
    'both stretches in one',
  )
  const part = { rows: 11, cols: 11, latStepDeg: 0.001, lonStepDeg: 0.001 }
  // Posts so close that what is lowered about a part reaches no further.
  const last = { ...part, northDeg: 48, westDeg: 7, latStepDeg: 1e-9, lonStepDeg: 1e-9 }
  const inGround = (parts: PostLattice[], rangeM = 1e5) =>
    sectorsOf([...parts, last], { latDeg: 47, lonDeg: 8, rangeM })
  const isAround = (northDeg: number, westDeg: number) => {
    const [{ fromAzimuth, toAzimuth, fromM }] = inGround([{ ...part, northDeg, westDeg }]) as Sector[]
    return fromM === 0 && toAzimuth - fromAzimuth === 2 * Math.PI
  }
  t.ok(isAround(47.005, 7.995), 'about the transmitter')
  t.ok(isAround(47.0104, 7.995), '45 m north of it')
  t.notOk(isAround(47.0105, 7.995), '55 m north of it')
  t.ok(isAround(46.9996, 7.995), '45 m south of it')
  t.ok(isAround(47.005, 8.0006), '46 m east of it')
  t.ok(isAround(47.005, 7.9894), '46 m west of it')
  t.notOk(isAround(46.995, 8.0112), 'farther off')
  const about = { ...part, northDeg: 47.005, westDeg: 7.994 }
  t.equal(inGround([about], 1000), undefined, 'most of the disc')
  t.equal(inGround([about], 2000)?.length, 1)
  t.equal(inGround([about, about], 1400), undefined, 'two of them')
  t.same(inGround([]), [])
  // 50 km to either side of the mast, which is north of it: a parallel bends northwards there, over more than a half turn.
  const wide = { ...part, northDeg: 46.9985, cols: 1321, westDeg: 8 - 0.66 }
  const [{ fromAzimuth, toAzimuth }] = inGround([wide]) as Sector[]
  t.ok(toAzimuth - fromAzimuth > Math.PI, 'more than a half turn')
  for (const towards of [92, 120, 180, 240, 268]) {
    const [eastM, northM] = [60_000 * Math.sin(towards * degrees), 60_000 * Math.cos(towards * degrees)]
    t.ok(stretchTo(inGround([wide]) as Sector[], eastM, northM), `${towards}° goes over it`)
  }
  t.end()
})

t.test('no ground on the paths to a square has a greater slope than their ceiling', (t) => {
  const random = seededRandom(31)
  let [tight, paths] = [0, 0]
  for (const [latDeg, fromM, toM, reliefM] of [
    [0.01, 0, 3000, 10],
    [47, 0, 9000, 30],
    [47, 5000, 9000, 300],
    [-70, 2000, 40_000, 100],
    [84.5, 0, 30_000, 300],
    [84.5, 20_000, 40_000, 30],
  ] as const) {
    const perDegree = metresPerDegree(latDeg)
    const step = { lat: toM / 60 / perDegree.lat, lon: toM / 60 / perDegree.lon }
    const { ground } = groundAbout(latDeg, (1.2 * toM) / 1000, step)
    for (let post = 0; post < ground.heightsM.length; post++) ground.heightsM[post] = reliefM * random()
    const maxima = blankMaxima(ground)
    fillLowest(ground, maxima, 0, maxima.rows[0])
    addLevels(maxima)
    const parts = [{ grid: ground, maxima }]
    const origin = { parts, latDeg, lonDeg: 11, antennaM: 1.2 * reliefM, dropPerM2: 1e-7 }
    const path = new GeodesicPathInSegments(geodesicTable(latDeg, 1.1 * toM, 1e-3))
    const search = new PathSearch(parts, path, { latDeg, lonDeg: 11, metresADegree: perDegree.lat })
    Object.assign(search, { antennaM: origin.antennaM, dropPerM2: origin.dropPerM2 })
    for (let square = 0; square < 40; square++) {
      const [towards, halfAngle] = [Math.PI * (2 * random() - 1), 0.2 * random() ** 2]
      const ceiling = slopeCeiling(origin, towards, halfAngle, { fromM, toM })
      for (let draw = 0; draw < 20; draw++, paths++) {
        const azimuth = towards + halfAngle * (2 * random() - 1)
        path.to(1.05 * toM * Math.sin(azimuth), 1.05 * toM * Math.cos(azimuth))
        search.along(fromM, toM, -1e3, false)
        if (search.slope > ceiling) t.fail(`${latDeg}°, ${fromM} m: ${search.slope} over ${ceiling}`)
        if (search.slope > ceiling - (2 * reliefM) / (fromM + toM / 60)) tight++
      }
    }
    const unknown = new Uint8Array(maxima.valuesM.length).fill(1)
    const withHoles = { ...origin, parts: [{ grid: ground, maxima: { ...maxima, unknown } }] }
    const none = Number.POSITIVE_INFINITY
    t.equal(slopeCeiling(withHoles, 0, 0.1, { fromM, toM }), none, 'unknown ground')
    t.equal(slopeCeiling(origin, 0, 0.1, { fromM, toM: 1e6 }), none, 'too far')
  }
  t.ok(tight > 0.9 * paths, `near their slopes: ${tight} of ${paths}`)
  t.end()
})

/** Where profiles start. */
const START = { latDeg: 47.0031, lonDeg: 8, metresADegree: metresPerDegree(47.0031).lat }

/** Random heights to the north-east of `START`. */
function roughGrid(
  random: () => number,
  { posts, postDeg, reliefM }: { posts: number; postDeg: number; reliefM: number },
): PostGrid {
  const heightsM = Float32Array.from({ length: posts * posts }, () => reliefM * random())
  const corner = { northDeg: START.latDeg + 0.08, westDeg: START.lonDeg - 0.02 }
  return { heightsM, rows: posts, cols: posts, latStepDeg: postDeg, lonStepDeg: postDeg, ...corner }
}

/** The profile from `START` to a random place up to 7 km away. */
function profileOver(grid: PostGrid, random: () => number, ray: DirectRay) {
  const [dLatDeg, dLonDeg] = [0.005 + 0.05 * random(), 0.05 * random()]
  const { distanceM, azimuthDeg } = inverse(START.latDeg, 0, START.latDeg + dLatDeg, dLonDeg)
  const along = geodesicAlone(START.latDeg, azimuthDeg, distanceM, 1e-4)
  along.endAt(dLatDeg, dLonDeg)
  const profile = new PathProfile(along, START, ray)
  profile.add([grid], distanceM)
  return { profile, distanceM, azimuthDeg }
}

t.test('a profile has the ground that comes nearest to the ray', (t) => {
  const random = seededRandom(23)
  const grid = roughGrid(random, { posts: 13, postDeg: 1 / 120, reliefM: 300 })
  const ray = { txM: 200, rxM: 150, dropPerM2: 1 / (2 * (4 / 3) * 6_371_000) }
  for (let path = 0; path < 20; path++) {
    const { profile, distanceM, azimuthDeg } = profileOver(grid, random, ray)
    const over = (sM: number, heightM: number) =>
      heightM + ray.dropPerM2 * sM * (distanceM - sM) - ray.txM - ((ray.rxM - ray.txM) * sM) / distanceM
    const nearest = Math.max(...profile.distancesM.map((sM, at) => over(sM, profile.heightsM[at])))
    let dense = Number.NEGATIVE_INFINITY
    for (let step = 0; step <= 5000; step++) {
      const sM = (step / 5000) * distanceM
      const { lat2 = 0, lon2 = 0 } = Geodesic.WGS84.Direct(START.latDeg, START.lonDeg, azimuthDeg, sM)
      const height = between(
        grid,
        (grid.northDeg - lat2) / grid.latStepDeg,
        (lon2 - grid.westDeg) / grid.lonStepDeg,
      )
      dense = Math.max(dense, over(sM, height))
    }
    // Half a step of 0.7 m beside a ridge of slope 1:3.
    t.ok(nearest > dense - 0.002 && nearest < dense + 0.3, `path ${path}: ${nearest}, not ${dense}`)
  }
  t.end()
})

t.test('points of a profile are apart, also where a path meets a post', (t) => {
  const random = seededRandom(17)
  const grid = roughGrid(random, { posts: 130, postDeg: 1 / 1200, reliefM: 100 })
  let closestM = Number.POSITIVE_INFINITY
  for (let path = 0; path < 500; path++) {
    const { profile, distanceM } = profileOver(grid, random, { txM: 200, rxM: 150, dropPerM2: 0 })
    const { distancesM } = profile
    if (distancesM[0] !== 0 || distancesM.at(-1) !== distanceM)
      t.fail(`${distancesM[0]}, ${distancesM.at(-1)}`)
    for (let at = 1; at < distancesM.length; at++) {
      closestM = Math.min(closestM, distancesM[at] - distancesM[at - 1])
    }
  }
  // Nearer ones may be equal in kilometres, which models refuse.
  t.ok(closestM >= 1e-6, `${closestM} m`)
  t.end()
})

t.test('where both engines work on a job, own rays go over the raster of shared ones', async (t) => {
  const asked: Record<string, unknown>[] = []
  /** Tells of its halves, and has the cells of the raster given. */
  const fake = (name: string, cells: number[]) => ({
    compute: async (request: object, { onProgress }: { onProgress?: (done: number) => void } = {}) => {
      asked.push({ name, ...request })
      for (const done of [0.5, 1]) onProgress?.(done)
      return { visibility: Uint8Array.from(cells), cellsInRange: cells.length, settled: 3 }
    },
  })
  const own = fake('own', []) as unknown as OwnRayEngine
  const shared = fake('shared', [0, 1, 1, UNKNOWN]) as unknown as LosEngine
  const window = { rows: 3 }
  const ground = { parts: ['fine', 'coarse'], antennaM: 40, window: async () => window }
  const job = { ground, rangeM: 500 } as unknown as VisibilityJob
  const progress: number[] = []
  const sectors = [{ fromAzimuth: 0, toAzimuth: 1, fromM: 100, toM: 200 }]
  const result = await onBoth(own, shared, job, { sectors }, { onProgress: (done) => progress.push(done) })
  t.same([...result.visibility], [0, 1, 1, UNKNOWN])
  t.equal(result.settled, 3)
  t.equal((asked[1] as { raster?: Uint8Array }).raster, result.visibility, 'in place')
  t.match(asked, [
    { name: 'shared', window, rangeM: 500 },
    { name: 'own', parts: ground.parts, antennaM: 40, minHeight: false, rangeM: 500, sectors },
  ])
  t.strictSame(
    progress.map((done) => Math.round(100 * done)),
    [35, 70, 85, 100],
    'of the time shared rays take 70 %',
  )
  asked.length = 0
  const fresnel = { fraction: 0.6, frequencyMhz: 900 }
  await onOwnRays(own, { ...job, minHeight: true } as VisibilityJob, {}, { fresnel })
  t.match(asked, [{ parts: ground.parts, antennaM: 40, minHeight: true, fresnel }])
})

t.test('bounds of the ground hold each post of a box, and no more than the squares that it meets', (t) => {
  const random = seededRandom(11)
  for (const [rows, cols] of [
    [1, 1],
    [2, 9],
    [5, 5],
    [6, 4],
    [9, 13],
    [18, 33],
    [40, 3],
  ] as const) {
    const heightsM = Float32Array.from({ length: rows * cols }, () => 100 * random() - 50)
    const hasUnknown = rows * cols > 50
    if (hasUnknown) heightsM[Math.floor(rows / 2) * cols + 1] = Number.NaN
    const grid = { heightsM, rows, cols, northDeg: 0, westDeg: 0, latStepDeg: 1, lonStepDeg: 1 }
    const maxima = blankMaxima(grid)
    // In two halves, the later one first.
    const half = maxima.rows[0] >> 1
    fillLowest(grid, maxima, half, maxima.rows[0])
    fillLowest(grid, maxima, 0, half)
    addLevels(maxima)
    t.equal(maxima.unknown !== undefined, hasUnknown)
    let wrong = 0
    for (let draw = 0; draw < 60; draw++) {
      const [top, left] = [random() * (rows - 1), random() * (cols - 1)]
      const [bottom, right] = [top + random() * (rows - 1 - top), left + random() * (cols - 1 - left)]
      const within = (margin: number) => {
        let [highest, isUnknown] = [Number.NEGATIVE_INFINITY, false]
        for (let row = Math.floor(top - margin); row <= Math.ceil(bottom + margin); row++) {
          for (let col = Math.floor(left - margin); col <= Math.ceil(right + margin); col++) {
            const heightM =
              row < 0 || row >= rows || col < 0 || col >= cols ? -1e9 : heightsM[row * cols + col]
            if (Number.isNaN(heightM)) isUnknown = true
            else highest = Math.max(highest, heightM)
          }
        }
        return { highest, isUnknown }
      }
      const inBox = within(0)
      // A box meets at most two squares in either direction, which are no longer than twice its side, or four posts.
      const around = within(2 * Math.max(bottom - top, right - left, 2))
      const found = maximumM(maxima, top, left, bottom, right)
      const mayBe = mayBeUnknown(maxima, top, left, bottom, right)
      const isRight = found >= inBox.highest && found <= around.highest
      if (!isRight || (inBox.isUnknown && !mayBe) || (mayBe && !around.isUnknown)) wrong++
    }
    t.equal(wrong, 0, `${rows} by ${cols}`)
    t.equal(maximumM(maxima, rows + 30, 0, rows + 31, 1), Number.NEGATIVE_INFINITY, 'beyond the posts')
  }
  t.end()
})

t.test('ground and zone stand highest over a ray where a dense march finds it', (t) => {
  const [perRootM, pathM, slope, dropPerM2] = [0.4, 4000, -0.002, 6e-8]
  const ray = { zonePerRootM: perRootM, pathM, slope, dropPerM2 }
  t.equal(zoneM(perRootM, 2000, pathM), 0.4 * Math.sqrt(1000))
  t.same([zoneM(perRootM, 0, pathM), zoneM(perRootM, pathM + 1, pathM)], [0, 0])
  t.same(
    [
      widestM(perRootM, 100, 300, pathM),
      widestM(perRootM, 100, 3000, pathM),
      widestM(perRootM, 3000, 3900, pathM),
    ],
    [300, 2000, 3000].map((sM) => zoneM(perRootM, sM, pathM)),
  )
  for (const [fromM, toM, h0, hMid, h1] of [
    [0, 30, -10, -9.9, -9.7],
    [20, 60, -8, -6, -9],
    [1000, 1040, -5, -4.5, -4.2],
    [2500, 2560, -7, -4, -6],
    [3000, 3100, -4, -6, -9],
    [3950, 4000, -12, -12.2, -12.5],
    // A receiver on a summit: the zone touches the ground within centimetres of it.
    [3950, 4000, -2000, -1003.52, -7.04],
  ] as const) {
    const groundAt = (sM: number) => {
      const v = (sM - fromM) / (toM - fromM)
      return h0 * (1 - v) * (1 - 2 * v) + hMid * 4 * v * (1 - v) + h1 * v * (2 * v - 1)
    }
    const excessAt = (sM: number) => groundAt(sM) + zoneM(perRootM, sM, pathM) - sM * (slope + sM * dropPerM2)
    let best = Number.NEGATIVE_INFINITY
    const [angle0, angle1] = [fromM, toM].map((sM) => 2 * Math.asin(Math.sqrt(sM / pathM)))
    for (let i = 1; i < 20_000; i++) {
      const sM = pathM * Math.sin((angle0 + ((angle1 - angle0) * i) / 20_000) / 2) ** 2
      best = Math.max(best, excessAt(sM))
    }
    const found = zoneExcess({ h0, hMid, h1, fromM, toM }, ray)
    t.ok(Math.abs(found - best) < 0.001, `${fromM} m: ${found} m, not ${best} m`)
    // A search may begin anywhere in a patch, so the maximum may not depend on where the patch is cut.
    const partM = (from: number, to: number) => {
      const profile = {
        h0: groundAt(from),
        hMid: groundAt((from + to) / 2),
        h1: groundAt(to),
        fromM: from,
        toM: to,
      }
      return zoneExcess(profile, ray)
    }
    for (const share of [0.013, 0.31, 0.5, 0.987]) {
      const cutM = fromM + share * (toM - fromM)
      const excessM = Math.max(partM(fromM, cutM), partM(cutM, toM))
      t.ok(Math.abs(excessM - found) < 1e-6, `cut at ${cutM} m: ${excessM} m, not ${found} m`)
    }
  }
  t.end()
})
