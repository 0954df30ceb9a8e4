import t from 'tap'
import {
  gridOf,
  type LosCase,
  openEngine,
  referenceOf,
  runCase,
  runOwnRays,
} from '../../bench/references/los.ts'
import { seededRandom } from '../../bench/references/random.ts'
import { discExtent, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { OwnRayEngine } from '../../kernels/own-ray/engine.ts'
import { VISIBLE } from '../../kernels/terrain/classes.ts'
import { groundM, type PostGrid } from '../../kernels/terrain/window.ts'

// The bounds between rays are attacked with ground made to break them: whole rasters beside those of own rays, and what
// differs beside the float64 reference. BOUNDS_SECONDS=3600 and BOUNDS_SEED=7 attack longer, and with other ground.

const SECONDS = Number(process.env.BOUNDS_SECONDS ?? 0)
const SEED = Number(process.env.BOUNDS_SEED ?? 1)
/** Cases of the suite. */
const CASES = 45
/** Every so many cases the kernels of a GPU are attacked too, as plain JavaScript. */
const KERNELS_EVERY = 5
/** A ray that passes the ground by less may be decided either way. */
const GRAZING_M = 0.001

type Height = (row: number, col: number) => number

t.setTimeout(180_000 + 2000 * SECONDS)

/** Grounds by name: `scale` is the height of what stands out, in metres. */
const grounds: Record<string, (random: () => number, scale: number) => Height> = {
  noise: (random, scale) => {
    const seed = Math.floor(1e9 * random())
    return (row, col) => scale * hash(seed, row, col)
  },
  /** Single posts that stand out of a plain. */
  needles: (random, scale) => {
    const seed = Math.floor(1e9 * random())
    return (row, col) => (hash(seed, row, col) < 0.004 ? scale : 0)
  },
  /** Walls a post wide along a direction, with gaps. */
  walls: (random, scale) => {
    const [down, across] = [2 * random() - 1, 2 * random() - 1]
    const [every, seed] = [9 + Math.floor(30 * random()), Math.floor(1e9 * random())]
    return (row, col) => {
      const line = Math.round(down * row + across * col)
      return line % every === 0 && hash(seed, row, col) < 0.97 ? scale : 0
    }
  },
  /** Checkers of one post: every patch is a saddle. */
  saddles: (_, scale) => (row, col) => ((row + col) % 2 === 0 ? scale : 0),
  /** Ridges across and along the rays of a quarter. */
  rings: (random, scale) => {
    const length = 3 + 20 * random()
    return (row, col) => scale * Math.sin(Math.hypot(row, col) / length) + 0.3 * scale * Math.sin(col / 2)
  },
  /** One post higher than a plain that rises to meet the rays. */
  sea: () => () => 0,
  slopes: (random, scale) => {
    const [down, across] = [scale * (random() - 0.5), scale * (random() - 0.5)]
    return (row, col) => (down * row + across * col) / 10 + 0.01 * scale * Math.abs(row % 3)
  },
  /** Hills of several lengths, as real ground has them. */
  hills: (random, scale) => {
    const waves = Array.from({ length: 12 }, () => {
      const length = 2 + 60 * random()
      const angle = 2 * Math.PI * random()
      return { x: Math.cos(angle) / length, y: Math.sin(angle) / length, phase: 7 * random(), length }
    })
    return (row, col) =>
      waves.reduce(
        (sum, { x, y, phase, length }) => sum + (scale * length * Math.sin(x * col + y * row + phase)) / 30,
        0,
      )
  },
}

function hash(seed: number, row: number, col: number): number {
  return seededRandom(seed ^ Math.imul(row + 40_000, 73_856_093) ^ Math.imul(col + 40_000, 19_349_663))()
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(values.length * random())] as T
}

/** A random case: spacing from 1 m to 1 km, latitudes to 84°, earths from 0.3 to 10 and flat. */
function randomCase(random: () => number): { asked: LosCase; name: string } {
  const kind = pick(random, Object.keys(grounds))
  const spacingM = pick(random, [1, 10, 30, 90, 1000])
  const latDeg =
    (spacingM === 1000 ? 1 : pick(random, [1, 1, -1])) *
    (pick(random, [0, 20, 47, 60, 70, 84]) + random() / 3)
  const perDegree = metresPerDegree(latDeg)
  const latStepDeg = spacingM / perDegree.lat
  const lonStepDeg =
    pick(random, [1, 1, 1.6]) * (Math.abs(latDeg) > 65 ? spacingM / perDegree.lon : latStepDeg)
  // Some over several blocks of lines, where rays are added.
  const posts = random() < 0.1 ? 270 + 300 * random() : 40 + 130 * random()
  const rangeKm = Math.max(0.05, Math.min((posts * spacingM) / 1000, Math.abs(latDeg) > 65 ? 15 : 300))
  const scale = pick(random, [0.02, 0.2, 1, 3]) * Math.min(spacingM, 90)
  const height = (grounds[kind] as (typeof grounds)[string])(random, scale)
  const voids = random() < 0.2 ? Math.floor(1e9 * random()) : 0
  const onPost = random() < 0.3
  const disc = discExtent(latDeg, 1000 * rangeKm)
  const north = Math.ceil(disc.northDeg / latStepDeg) + 4
  const south = Math.ceil(disc.southDeg / latStepDeg) + 4
  const half = Math.ceil(disc.eastDeg / lonStepDeg) + 4
  const [rows, cols] = [north + south + 1, 2 * half + 1]
  const heightsM = new Float32Array(rows * cols)
  for (let at = 0; at < heightsM.length; at++) {
    const [row, col] = [Math.floor(at / cols) - north, (at % cols) - half]
    // Beyond the mast's own patch.
    const isVoid = voids > 0 && hash(voids, row >> 2, col >> 2) < 0.004 && Math.hypot(row, col) > 3
    heightsM[at] = isVoid ? Number.NaN : height(row, col)
  }
  const [offRow, offCol] = onPost ? [0, 0] : [random(), random()]
  const ground: PostGrid = {
    heightsM,
    rows,
    cols,
    northDeg: latDeg + (north + offRow) * latStepDeg,
    westDeg: 11 - (half + offCol) * lonStepDeg,
    latStepDeg,
    lonStepDeg,
  }
  const asked: LosCase = {
    ground,
    latDeg,
    lonDeg: 11,
    transmitter: { heightM: pick(random, [0.5, 2, 30, 300]) * (random() + 0.1), mode: 'AGL' },
    receiver:
      random() < 0.2
        ? { heightM: 2 * scale * random(), mode: 'AMSL' }
        : { heightM: pick(random, [0, 0.5, 2, 10]), mode: 'AGL' },
    resolutionM: spacingM * (0.6 + 2 * random()),
    rangeKm,
    kFactor: pick(random, [4 / 3, 4 / 3, 0.3, 10, 0]),
  }
  return { asked, name: `${kind}, posts of ${spacingM} m at ${latDeg.toFixed(1)}°` }
}

/** Height of a receiver above the ground of its cell, where it does not follow it. */
function overGroundM(asked: LosCase, cell: number): number {
  const { ground, receiver, latDeg, lonDeg } = asked
  if (receiver.mode === 'AGL') return Number.POSITIVE_INFINITY
  const { cols, halfRows, halfCols, cellLatDeg, cellLonDeg } = gridOf(asked)
  const north = halfRows - Math.floor(cell / cols)
  const east = (cell % cols) - halfCols
  return receiver.heightM - groundM(ground, latDeg + north * cellLatDeg, lonDeg + east * cellLonDeg)
}

t.test('no ground is found that the bounds between rays do not bound', async (t) => {
  const { engine, close } = await openEngine()
  const kernels = await openEngine('cpu')
  const own = new OwnRayEngine()
  t.teardown(async () => {
    await close()
    await kernels.close()
    await own.destroy()
  })
  const random = seededRandom(SEED)
  const end = performance.now() + 1000 * SECONDS
  let [cases, cells, doubtful, visible, grazing] = [0, 0, 0, 0, 0]
  for (; cases < CASES || performance.now() < end; cases++) {
    const { asked, name } = randomCase(random)
    const { visibility, settled, cellsInRange } = await runCase(engine, asked)
    const byKernels = cases % KERNELS_EVERY === 0 ? await runCase(kernels.engine, asked) : undefined
    const truth = await runOwnRays(own, asked)
    const { cols } = gridOf(asked)
    const reference = referenceOf(asked)
    const wrong: string[] = []
    const judge = (cell: number, found: number) => {
      if (found === truth.visibility[cell]) return
      const { class: expected, clearanceM, distanceM } = reference.cell(Math.floor(cell / cols), cell % cols)
      // The judge is the reference; a path may also graze unknown ground.
      const isGrazing =
        expected === found ||
        Math.abs(clearanceM) < GRAZING_M ||
        Math.abs(overGroundM(asked, cell)) < GRAZING_M ||
        Math.abs(distanceM - 1000 * asked.rangeKm) < 0.01
      if (isGrazing) grazing++
      else
        wrong.push(
          `${cell}: ${found}, own ray ${truth.visibility[cell]}, reference ${expected} by ${clearanceM} m`,
        )
    }
    for (let cell = 0; cell < visibility.length; cell++) {
      if (visibility[cell] === VISIBLE) visible++
      judge(cell, visibility[cell])
      if (byKernels) judge(cell, byKernels.visibility[cell])
    }
    cells += cellsInRange
    doubtful += settled
    t.same(
      wrong.slice(0, 5),
      [],
      `case ${cases}: ${name}, ${((100 * settled) / cellsInRange).toFixed(2)} % in doubt: ${wrong.length} wrong`,
    )
  }
  t.comment(
    `${cases} cases, ${cells} cells, ${visible} visible, ${doubtful} in doubt, ${grazing} differ by grazing`,
  )
  t.ok(visible > 0.02 * cells && visible < 0.98 * cells, 'the cases are worth it')
  t.ok(doubtful < 0.3 * cells, 'bounds decide')
})

t.test('paths that cross two columns between two lines are seen whole', async (t) => {
  // Far towards a pole columns run together: there paths beside the diagonals run more than a post across a line. Found by
  // the attack (seed 53, case 7075): walls on which the mast stands too.
  const { latStepDeg, lonStepDeg } = { latStepDeg: 0.008975574995869344, lonStepDeg: 0.01436091999339095 }
  const [rows, cols, north, half] = [610, 761, 304, 380]
  const ground: PostGrid = {
    heightsM: Float32Array.from({ length: rows * cols }, (_, at) => {
      const [row, col] = [Math.floor(at / cols) - north, (at % cols) - half]
      const line = Math.round(-0.2948537883348763 * row + 0.18400325113907456 * col)
      return line % 26 === 0 && hash(926263442, row, col) < 0.97 ? 270 : 0
    }),
    rows,
    cols,
    northDeg: 62.80639786617801,
    westDeg: 5.541650804865839,
    latStepDeg,
    lonStepDeg,
  }
  const asked: LosCase = {
    ground,
    latDeg: 60.06992077043591,
    lonDeg: 11,
    transmitter: { heightM: 22.051082481164485, mode: 'AGL' },
    receiver: { heightM: 0, mode: 'AGL' },
    resolutionM: 731.4263739623129,
    rangeKm: 300,
    kFactor: 0,
  }
  const reference = referenceOf(asked)
  const grid = gridOf(asked)
  for (const backend of ['webasm', 'cpu'] as const) {
    const { engine, close } = await openEngine(backend)
    const { visibility } = await runCase(engine, asked)
    await close()
    for (const cell of [79170, 84940, 84941, 84942, 574256]) {
      const { class: expected, clearanceM } = reference.cell(Math.floor(cell / grid.cols), cell % grid.cols)
      t.ok(clearanceM > 5 * GRAZING_M, 'it is no grazing')
      t.equal(visibility[cell], expected, `${backend}: cell ${cell}`)
    }
  }
})
