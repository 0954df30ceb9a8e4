import { readFileSync } from 'node:fs'
import t from 'tap'
import { testData } from '../helpers/test-data.ts'
import { compareVisibility } from '../references/compare-visibility.ts'
import { GeodesicArc, geodesicBetween, geodesicPoint } from '../references/geodesic.ts'
import { seededRandom } from '../references/random.ts'
import { BLOCKED, ReferenceLos, type ReferenceSetup, UNKNOWN, VISIBLE } from '../references/reference-los.ts'

const EARTH_RADIUS_M = 6_371_000
/** Metres in a degree on WGS 84 where it meets the equator. */
const LON_DEGREE_M = 111_319.490793
const LAT_DEGREE_M = 110_574.275822

interface Scene {
  grid: [cols: number, rows: number, spacingM: number]
  heightM: (col: number, row: number) => number
  /** Transmitter in post coordinates. */
  tx: [col: number, row: number]
  /** Heights of transmitter and receiver, 0 by default. */
  antennasM?: [tx: number, rx: number]
  rxMode?: 'AGL' | 'AMSL'
  kFactor?: number
  maxRangeKm?: number
  westDeg?: number
  northDeg?: number
}

/** Square posts (at the equator), each the centre of a cell. By default the middle row lies on the equator. */
function setupOf(scene: Scene): ReferenceSetup {
  const { heightM, antennasM = [0, 0], westDeg = 10, kFactor = 0, maxRangeKm = 300 } = scene
  const [cols, rows, spacingM] = scene.grid
  const latStepDeg = spacingM / LAT_DEGREE_M
  const lonStepDeg = spacingM / LON_DEGREE_M
  const northDeg = scene.northDeg ?? ((rows - 1) / 2) * latStepDeg
  const lonDeg = westDeg + scene.tx[0] * lonStepDeg
  const posts = Array.from({ length: rows * cols }, (_, at) => heightM(at % cols, Math.floor(at / cols)))
  return {
    ground: {
      lattice: { northDeg, westDeg, latStepDeg, lonStepDeg },
      rectangle: { firstRow: 0, firstCol: 0, rows, cols },
      heightsM: Float64Array.from(posts),
    },
    transmitter: {
      latDeg: northDeg - scene.tx[1] * latStepDeg,
      lonDeg: lonDeg > 180 ? lonDeg - 360 : lonDeg,
      heightM: antennasM[0],
      mode: 'AGL',
    },
    receiver: { heightM: antennasM[1], mode: scene.rxMode ?? 'AGL' },
    kFactor,
    maxRangeKm,
    geometry: {
      ...{ rows, cols, cellLatDeg: latStepDeg, cellLonDeg: lonStepDeg },
      ...{ northDeg: northDeg + latStepDeg / 2, westDeg: westDeg - lonStepDeg / 2 },
    },
  }
}

const build = (scene: Scene) => new ReferenceLos(setupOf(scene))

/** The classes of a row of cells. */
const classes = (reference: ReferenceLos, row: number) =>
  Array.from({ length: reference.setup.geometry.cols }, (_, col) => reference.cell(row, col).class)

/** A setup whose only cell has its centre at one point. */
function withCellAt(setup: ReferenceSetup, latDeg: number, lonDeg: number): ReferenceSetup {
  const [cellLatDeg, cellLonDeg] = [1e-6, 1e-6]
  const corner = { northDeg: latDeg + cellLatDeg / 2, westDeg: lonDeg - cellLonDeg / 2 }
  return { ...setup, geometry: { rows: 1, cols: 1, ...corner, cellLatDeg, cellLonDeg } }
}

t.test('the interpolated geodesic equals the geodesic', async (t) => {
  const random = seededRandom(1)
  let worstM = 0
  let worstChordM = 0
  for (const latDeg of [0, 20, -45, 65, 84, -85]) {
    for (const lonDeg of [11, 179.9, -180]) {
      const arc = new GeodesicArc(latDeg, lonDeg)
      const position = (fraction: number): [number, number] => {
        arc.moveTo(fraction)
        return [latDeg + arc.latFromStartDeg, lonDeg + arc.lonFromStartDeg]
      }
      for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 15) {
        const exactly = (fraction: number): [number, number] => {
          const point = geodesicPoint(latDeg, lonDeg, azimuthDeg, 300_000 * fraction)
          return [point.latDeg, point.lonDeg]
        }
        arc.to(...exactly(1))
        for (let j = 0; j < 8; j++) {
          const fraction = random()
          const missed = geodesicBetween(...position(fraction), ...exactly(fraction))
          worstM = Math.max(worstM, missed.distanceM)
        }
        const chords = arc.chords(1e-3)
        const chord = Math.floor(random() * chords)
        const [from, to] = [position(chord / chords), position((chord + 1) / chords)]
        const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
        const missed = geodesicBetween(...middle, ...exactly((chord + 0.5) / chords))
        worstChordM = Math.max(worstChordM, missed.distanceM)
      }
    }
  }
  t.comment(`interpolation within ${worstM} m, chords within ${worstChordM} m`)
  t.ok(worstM < 1e-5, 'far below a millimetre at 300 km')
  t.ok(worstChordM < 1e-3, 'chords of at most 1 mm are no worse')
})

t.test('flat ground is visible up to the smooth-earth horizon', async (t) => {
  for (const latDeg of [0, 60]) {
    const flat = setupOf({
      grid: [241, 121, 1000],
      heightM: () => 50,
      tx: [120, 60],
      antennasM: [10, 2],
      northDeg: latDeg + 60_000 / LAT_DEGREE_M,
    })
    const { transmitter } = flat
    for (const kFactor of [1, 4 / 3, 4]) {
      const horizonM = Math.sqrt(2 * kFactor * EARTH_RADIUS_M) * (Math.sqrt(10) + Math.sqrt(2))
      for (const azimuthDeg of [0, 33, 90, 200, 315]) {
        const seenAt = (distanceM: number, k: number) => {
          const end = geodesicPoint(transmitter.latDeg, transmitter.lonDeg, azimuthDeg, distanceM)
          return new ReferenceLos(withCellAt({ ...flat, kFactor: k }, end.latDeg, end.lonDeg)).cell(0, 0)
            .class
        }
        t.equal(seenAt(horizonM - 0.1, kFactor), VISIBLE, `k ${kFactor}, azimuth ${azimuthDeg}: before`)
        t.equal(seenAt(horizonM + 0.1, kFactor), BLOCKED, `k ${kFactor}, azimuth ${azimuthDeg}: beyond`)
        t.equal(seenAt(horizonM + 0.1, 0), VISIBLE, 'a flat earth has no horizon')
      }
    }
  }
})

t.test('the shadow of a wall grows by similar triangles', async (t) => {
  const [wallCol, wallM, antennaM] = [20, 60, 12]
  for (const kFactor of [0, 4 / 3]) {
    const drop = kFactor === 0 ? 0 : 1 / (2 * kFactor * EARTH_RADIUS_M)
    const heightM = (col: number) => (col === wallCol ? wallM : 0)
    const reference = build({ grid: [61, 41, 90], heightM, tx: [10, 20], antennasM: [antennaM, 0], kFactor })
    let worstM = 0
    for (let row = 0; row < 41; row++) {
      for (let col = wallCol + 1; col < 61; col++) {
        const cell = reference.cell(row, col)
        const wallAtM = (cell.distanceM * (wallCol - 10)) / (col - 10)
        const slope = (wallM - drop * wallAtM ** 2 - antennaM) / wallAtM
        const shadowM = antennaM + slope * cell.distanceM + drop * cell.distanceM ** 2
        worstM = Math.max(worstM, Math.abs(cell.minReceiverHeightM - shadowM))
        if (cell.class !== BLOCKED) t.fail(`cell ${row}, ${col} should be in the shadow`)
      }
    }
    t.ok(worstM < 1e-3, `k ${kFactor}: within ${worstM} m of the shadow`)
    t.equal(reference.cell(20, wallCol).class, VISIBLE, 'the crest itself is seen')
  }
})

t.test('a pyramid hides by the height at which the ray passes its side', async (t) => {
  for (const side of [0, 0.25, 0.5, 0.75, 1]) {
    const heightM = (col: number, row: number) => (col === 15 && row === 10 ? 80 : 0)
    const setup = setupOf({ grid: [41, 21, 100], heightM, tx: [5, 10 + side], antennasM: [4, 0] })
    const latDeg = setup.transmitter.latDeg
    const cell = new ReferenceLos(withCellAt(setup, latDeg, 10 + 2500 / LON_DEGREE_M)).cell(0, 0)
    const passedM = 80 * (1 - side)
    const shadowM = Math.max(0, 4 + (passedM - 4) * 2)
    t.ok(Math.abs(cell.minReceiverHeightM - shadowM) < 1e-3, `side ${side}: ${shadowM} m`)
    t.equal(cell.class, shadowM > 0 ? BLOCKED : VISIBLE)
  }
})

t.test('everything in a bowl sees its bottom', async (t) => {
  const heightM = (col: number, row: number) => 0.7 * ((col - 15) ** 2 + (row - 15) ** 2)
  const reference = build({ grid: [31, 31, 100], heightM, tx: [15, 15], antennasM: [0.01, 0.01] })
  for (let row = 0; row < 31; row++) t.ok(classes(reference, row).every((value) => value === VISIBLE))
})

t.test('a saddle blocks with its middle although its edges do not', async (t) => {
  // Along the diagonal the patch rises as 2·H·τ(1-τ) between corners of height 0. Seen from the ground n diagonals
  // before it, max τ(1-τ)/(n+τ) = (√(n+1) - √n)².
  const [saddleM, before, after] = [50, 3, 9]
  const scene: Scene = {
    grid: [21, 21, 30],
    heightM: (col, row) => ((col === 9 && row === 8) || (col === 8 && row === 9) ? saddleM : 0),
    tx: [8 - before, 8 - before],
  }
  const at = 8 - before + after
  const expectedM = 2 * saddleM * after * (Math.sqrt(before + 1) - Math.sqrt(before)) ** 2
  const cell = build(scene).cell(at, at)
  t.ok(Math.abs(cell.minReceiverHeightM - expectedM) < 1e-3, `${cell.minReceiverHeightM} m, not ${expectedM}`)
  const lower = build({ ...scene, antennasM: [0, expectedM - 0.002] }).cell(at, at)
  t.equal(lower.class, BLOCKED)
  t.ok(lower.clearanceM < 0 && lower.clearanceM > -0.002, 'blocked by less than the receiver was lowered')
  t.equal(build({ ...scene, antennasM: [0, expectedM + 0.002] }).cell(at, at).class, VISIBLE)
})

/** The minimum clearance by small steps along the geodesic library's own positions, antennas included. */
function march(setup: ReferenceSetup, row: number, col: number, stepsPerPost: number) {
  const { ground, geometry, transmitter: tx, kFactor, receiver } = setup
  const { lattice, rectangle, heightsM } = ground
  const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
  const lonDeg = geometry.westDeg + (col + 0.5) * geometry.cellLonDeg
  const groundAt = (lat: number, lon: number) => {
    const y = (lattice.northDeg - lat) / lattice.latStepDeg
    const x = (((lon - lattice.westDeg + 540) % 360) - 180) / lattice.lonStepDeg
    const j = Math.max(0, Math.min(rectangle.cols - 2, Math.floor(x)))
    const i = Math.max(0, Math.min(rectangle.rows - 2, Math.floor(y)))
    const [nw, ne] = heightsM.subarray(i * rectangle.cols + j)
    const [sw, se] = heightsM.subarray((i + 1) * rectangle.cols + j)
    return (nw * (1 - x + j) + ne * (x - j)) * (1 - y + i) + (sw * (1 - x + j) + se * (x - j)) * (y - i)
  }
  const { distanceM, azimuthDeg } = geodesicBetween(tx.latDeg, tx.lonDeg, latDeg, lonDeg)
  const steps = Math.ceil((stepsPerPost * distanceM) / (lattice.latStepDeg * LAT_DEGREE_M))
  const dropAt = (sM: number) => (sM * sM) / (2 * kFactor * EARTH_RADIUS_M)
  const fromM = groundAt(tx.latDeg, tx.lonDeg) + tx.heightM
  const toM = groundAt(latDeg, lonDeg) + receiver.heightM - dropAt(distanceM)
  let clearanceM = Math.min(tx.heightM, receiver.heightM)
  for (let step = 1; step < steps; step++) {
    const sM = (distanceM * step) / steps
    const point = geodesicPoint(tx.latDeg, tx.lonDeg, azimuthDeg, sM)
    const rayM = fromM + ((toM - fromM) * step) / steps
    clearanceM = Math.min(clearanceM, rayM - groundAt(point.latDeg, point.lonDeg) + dropAt(sM))
  }
  return { clearanceM, stepM: distanceM / steps }
}

t.test('small steps along the ray find the same clearance, never less', async (t) => {
  for (const [northDeg, westDeg, spacingM, reliefM] of [
    [47, 11, 90, 60],
    [79, 178, 4000, 400],
  ]) {
    const random = seededRandom(7)
    const size = 61
    const setup = setupOf({
      ...{ northDeg, westDeg, grid: [size, size, spacingM], heightM: () => reliefM * random() },
      ...{ tx: [30.3, 29.6], antennasM: [0.8 * reliefM, 0.3 * reliefM], kFactor: 4 / 3 },
    })
    const reference = new ReferenceLos(setup)
    let missed = 0
    let beatenM = 0
    let unlike = 0
    for (let i = 0; i < 40; i++) {
      const [row, col] = [Math.floor(random() * size), Math.floor(random() * size)]
      const truth = reference.cell(row, col)
      const exactM = Math.min(truth.clearanceM, 0.8 * reliefM, 0.3 * reliefM)
      const { clearanceM, stepM } = march(setup, row, col, 200)
      // A step misses a kink by half its length at most, times the difference of two slopes near reliefM / spacingM.
      missed = Math.max(missed, (clearanceM - exactM) / ((stepM * reliefM) / spacingM))
      beatenM = Math.max(beatenM, exactM - clearanceM)
      if (clearanceM < 0 !== (truth.class === BLOCKED) && Math.abs(clearanceM) > 0.02 * reliefM) unlike++
    }
    t.comment(`posts at ${spacingM} m: missed ${missed} steps' worth at most, beaten by ${beatenM} m`)
    t.ok(beatenM < 2e-3, 'no step lies lower than the exact minimum')
    t.ok(missed < 2, 'and the minimum is no lower than steps can miss')
    t.equal(unlike, 0)
  }
})

/** Smooth seeded hills. */
function hills(seed: number): (col: number, row: number) => number {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 12 }, () => [random() - 0.5, random() - 0.5, 6.3 * random(), random()])
  return (col, row) =>
    waves.reduce((sum, [x, y, phase, size]) => sum + 25 * size * Math.sin(x * col + y * row + phase), 200)
}

/** All cells as the raster that a kernel would make. */
function rasterOf(reference: ReferenceLos): Uint8Array {
  const { rows } = reference.setup.geometry
  return Uint8Array.from(Array.from({ length: rows }, (_, row) => classes(reference, row)).flat())
}

t.test('rotating the terrain rotates the answer, anywhere on the equator', async (t) => {
  const size = 61
  const last = size - 1
  const heightM = hills(3)
  const scene: Scene = {
    ...{ grid: [size, size, 90], heightM, tx: [30, 30], antennasM: [15, 2] },
    ...{ kFactor: 4 / 3, maxRangeKm: 2.6 },
  }
  const original = rasterOf(build(scene))
  const turned = original.map((_, at) => original[(last - (at % size)) * size + Math.floor(at / size)])
  const turnedTruth = build({ ...scene, heightM: (col, row) => heightM(row, last - col) })
  const found = compareVisibility(turned, turnedTruth, size * size, 1)
  t.ok(found.cells > 2300 && found.cells < 2700, 'every cell of the disc, once')
  t.ok(found.agreement > 0.999, `agreement ${found.agreement}`)
  t.ok(original.includes(VISIBLE) && original.includes(BLOCKED) && original.includes(UNKNOWN))
  for (const westDeg of [179.97, -180.03]) {
    t.strictSame(rasterOf(build({ ...scene, westDeg })), original, `west edge at ${westDeg}`)
  }

  // The receiver height at which a cell becomes visible is where its class and its clearance change.
  const reference = build(scene)
  for (let at = 0; at < size * size; at += 37) {
    const [row, col] = [Math.floor(at / size), at % size]
    const neededM = reference.cell(row, col).minReceiverHeightM
    if (!(neededM > 0.01)) continue
    t.equal(build({ ...scene, antennasM: [15, neededM + 1e-3] }).cell(row, col).class, VISIBLE)
    t.equal(build({ ...scene, antennasM: [15, neededM - 1e-3] }).cell(row, col).class, BLOCKED)
  }
})

t.test('unknown ground is unknown unless known ground blocks', async (t) => {
  const row: Scene = { grid: [8, 3, 100], heightM: () => 0, tx: [0, 1], antennasM: [5, 5] }
  const voidAt =
    (voidCol: number, voidRow: number, wallCol = -1, wallM = 40) =>
    (col: number, row: number) =>
      col === voidCol && row === voidRow ? Number.NaN : col === wallCol ? wallM : 0
  const [V, B, U] = [VISIBLE, BLOCKED, UNKNOWN]
  const middle = (scene: Scene) => classes(build(scene), 1)
  t.strictSame(middle({ ...row, heightM: voidAt(4, 1) }), [V, V, V, V, U, U, U, U])
  t.strictSame(middle({ ...row, heightM: voidAt(4, 0) }), [V, V, V, V, V, V, V, V], 'beside it')
  t.strictSame(middle({ ...row, heightM: voidAt(4, 1, 2) }), [V, V, V, B, U, B, B, B], 'wall before')
  t.strictSame(middle({ ...row, heightM: voidAt(3, 1, 5) }), [V, V, V, U, U, U, B, B], 'wall beyond')
  const amsl: Scene = { ...row, rxMode: 'AMSL' }
  t.strictSame(middle({ ...amsl, heightM: voidAt(4, 1, 2) }), [V, V, B, B, B, B, B, B], 'AMSL')
  t.strictSame(middle({ ...amsl, heightM: voidAt(4, 1) }), [V, V, V, V, U, U, U, U])
  t.ok(Number.isNaN(build({ ...row, heightM: voidAt(4, 1) }).cell(1, 6).minReceiverHeightM))

  // Rows 0 and 2 are reached through patches that have row 1 as a corner.
  t.equal(build({ ...row, heightM: voidAt(4, 1) }).cell(0, 6).class, UNKNOWN)
  t.equal(build({ ...row, heightM: voidAt(4, 2) }).cell(0, 6).class, VISIBLE)
  // The edge between two known posts is known ground, whatever lies on both sides of it.
  const crest = (col: number) => (col === 3 ? 40 : col === 2 || col === 4 ? Number.NaN : 0)
  t.strictSame(middle({ ...row, heightM: crest }), [V, V, U, U, U, B, B, B])
  t.equal(build({ ...row, heightM: crest }).cell(0, 6).class, BLOCKED)

  t.strictSame(middle({ ...row, maxRangeKm: 0.45 }), [V, V, V, V, V, U, U, U], 'out of range')
  t.equal(build(row).cell(1, 9).class, UNKNOWN, 'off the posts')
  t.equal(build(row).cell(1, 0).minReceiverHeightM, 0, 'own cell')
  t.equal(build({ ...amsl, antennasM: [5, -1] }).cell(1, 0).class, BLOCKED, 'own cell, receiver buried')
  t.throws(() => build({ ...row, heightM: voidAt(0, 1) }), /unknown/)
  const buried = setupOf({ ...row, heightM: () => 10 })
  buried.transmitter.mode = 'AMSL'
  t.throws(() => new ReferenceLos(buried), /below/)
})

t.test("the comparison counts each disagreement once, by the raster's wrong class", async (t) => {
  const wall = (col: number) => (col === 4 ? 40 : 0)
  const reference = build({ grid: [8, 1, 100], heightM: wall, tx: [0, 0], antennasM: [5, 0] })
  const truth = rasterOf(reference)
  t.strictSame([...truth], [1, 1, 1, 1, 1, 0, 0, 0])
  t.match(compareVisibility(truth, reference, 8, 1), { cells: 8, agreement: 1, jaccard: 1 })
  const said = Uint8Array.of(1, 1, 1, UNKNOWN, 0, 1, 0, 0)
  const wrong = { wrongVisible: 1, wrongBlocked: 1, wrongUnknown: 1 }
  t.match(compareVisibility(said, reference, 8, 1), { cells: 8, agreement: 5 / 8, jaccard: 3 / 6, ...wrong })
  t.strictSame(compareVisibility(said, reference, 5, 9), compareVisibility(said, reference, 5, 9), 'seeded')
})

/** A line of posts, its observer on the ground of one of them. */
interface PublishedLine {
  source: string
  name: string
  cell_m: number
  heights_m: (number | null)[]
  /** Index of the observer's post. */
  observer: number
  /** Without it the earth is flat. */
  refraction?: number
  visible?: number[]
  min_height_m?: number[]
}

t.test('published lines of posts are reproduced', async (t) => {
  const lines: PublishedLine[] = JSON.parse(readFileSync(testData('viewshed/lines.json'), 'utf8'))
  let judged = 0
  for (const { source, name, cell_m, heights_m, observer, refraction, visible, min_height_m } of lines) {
    const reference = build({
      grid: [heights_m.length, 1, cell_m],
      heightM: (col) => heights_m[col] ?? Number.NaN,
      tx: [observer, 0],
      kFactor: refraction === undefined ? 0 : 1 / (1 - refraction),
    })
    for (let col = 0; col < heights_m.length; col++) {
      const truth = reference.cell(0, col)
      // On a round earth the ground between two points hides each from the other: by 0.018 m at 1 km. The source
      // looks at cell centres only.
      if (refraction !== undefined && Math.abs(truth.clearanceM) < 0.02) continue
      // The sources look through missing ground as if it were low; here it stays unknown, unless known ground blocks.
      if (truth.class === UNKNOWN)
        t.ok(heights_m.includes(null), `${source} ${name}: unknown only with voids`)
      else if (visible) t.equal(truth.class, visible[col], `${source} ${name}, cell ${col}`)
      else {
        const off = Math.abs(truth.minReceiverHeightM - (min_height_m?.[col] ?? Number.NaN))
        t.ok(off < 1e-6, `${source} ${name}, cell ${col}`)
      }
      judged++
    }
  }
  t.equal(lines.length, 10)
  t.ok(judged > 60, `${judged} cells`)
})
