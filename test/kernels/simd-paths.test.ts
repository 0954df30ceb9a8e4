import t from 'tap'
import { PathBatch } from '../../kernels/engines/loss/path-batch.ts'
import { PlainWalk } from '../../kernels/engines/loss/plain-walk.ts'
import { PATHS } from '../../kernels/engines/loss/shapes.ts'
import type { PathTerms } from '../../kernels/model.ts'
import { batchGeometry } from '../../kernels/models/itm/geometry.ts'
import { PathGround } from '../../kernels/models/itm/path-ground.ts'
import { SimdGround } from '../../kernels/models/itm/read-ground.ts'
import { ITM_PATH_SLOTS as ITM_PATH, ITM_PATH_NUMBERS } from '../../kernels/models/itm/records.ts'
import { openReader, type PathReader } from '../../kernels/simd/path-reader.ts'
import {
  anyUnknown,
  dropPosts,
  giveBack,
  givePosts,
  lend,
  lowerPosts,
  sharedPosts,
} from '../../kernels/simd/posts.ts'
import { heightAt, heightsAlong, PathCurve } from '../../kernels/terrain/ground.ts'
import { lowerHeights, UNKNOWN_HEIGHT_M } from '../../kernels/terrain/window.ts'
import { seededRandom } from '../references/random.ts'

// What WebAssembly reads of paths, four steps at a time, against the same in float64, step by step.

const SIDE = 400
const MIDDLE = SIDE / 2
const random = seededRandom(14)
/** Places are within 0.00002 posts: on walls of 400 m between two posts that is so much, in metres. */
const FIT_M = 0.01

/** Hills, plains, walls and noise, in metres above the antenna. */
function made(kind: number): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const row = Math.floor(at / SIDE)
    const col = at % SIDE
    if (kind === 0) return -30
    if (kind === 1) return -300 + 200 * Math.sin(row / 17) * Math.cos(col / 23)
    if (kind === 2) return -100 + 100 * random()
    return row % 31 === 0 || col % 37 === 0 ? 400 * random() : -50 + 0.3 * col
  })
}

interface Case {
  posts: { heightsM: Float32Array; rows: number; cols: number; txRow: number; txCol: number }
  reader: PathReader
  curves: PathCurve[]
}

/** A curve of some steps in a direction that bends a little, within the window. */
function curveOf(steps: number, reach: number): PathCurve {
  const angle = 2 * Math.PI * random()
  const step = reach / steps
  // Posts that it swerves over the longest path, as geodesics do.
  const swerve = () => 4 * (random() - 0.5)
  return {
    ...new PathCurve(),
    steps,
    row1: step * Math.sin(angle),
    row2: swerve() / 400 ** 2,
    row3: (0.002 * swerve()) / 400 ** 3,
    col1: step * Math.cos(angle),
    col2: swerve() / 400 ** 2,
    col4: (0.001 * swerve()) / 400 ** 4,
  }
}

function opened(heightsM: Float32Array, hasUnknown = false, beside = random()) {
  const lent = lend(heightsM, hasUnknown)
  const at = { rows: SIDE, cols: SIDE, txRow: MIDDLE + beside, txCol: MIDDLE + beside }
  const reader = lent.posts && openReader(lent.posts, at)
  if (reader === undefined) throw new Error('Expected a reader')
  return { posts: { ...at, heightsM: lent.heightsM }, reader }
}

const cases: Case[] = [0, 1, 2, 3].map((kind) => ({
  ...opened(made(kind)),
  curves: Array.from({ length: 150 }, (_, k) => {
    const steps = k < 30 ? 16 + k : 16 + Math.floor(400 * random())
    return curveOf(steps, Math.min(0.9 * steps, 5 + 180 * random()))
  }),
}))

/** Calls `check` with all paths; it returns what is wrong with one. */
function forPaths(check: (one: Case, curve: PathCurve) => string | undefined): string | undefined {
  for (const one of cases) {
    for (const curve of one.curves) {
      if (!one.reader.sample(curve)) return `not read: ${JSON.stringify(curve)}`
      const wrong = check(one, curve)
      if (wrong !== undefined) return `${wrong} over ${JSON.stringify(curve)}`
    }
  }
  return undefined
}

function differ(got: number, want: number, within: number, what: string): string | undefined {
  return Math.abs(got - want) <= within ? undefined : `${what}: ${got} for ${want}`
}

t.test('sums and single heights are those of float64', async (t) => {
  const heightsM = new Float64Array(500)
  const wrong = forPaths(({ posts, reader }, curve) => {
    heightsAlong(posts, curve, 0, heightsM)
    let sum = 0
    let moment = 0
    for (let i = 0; i <= curve.steps; i++) {
      sum += heightsM[i]
      moment += i * heightsM[i]
      const found =
        differ(reader.heightAtStep(i), heightsM[i], 1e-6, `height ${i}`) ??
        differ(reader.sumOf(i), sum, 0.05 + 2e-6 * Math.abs(sum), `sum ${i}`) ??
        differ(reader.innerMoment(i + 1), moment, 0.05 * i + 3e-6 * Math.abs(moment), `moment ${i}`)
      if (found !== undefined) return found
    }
    return undefined
  })
  t.equal(wrong, undefined)
})

t.test('ITM finds the same horizons, fits and irregularity', async (t) => {
  const plain = new PathGround()
  const base = 700
  let beyond = 0
  const wrong = forPaths(({ posts, reader }, curve) => {
    const { steps } = curve
    const spacingM = 20 + 100 * random()
    const simd = new SimdGround(reader, base)
    if (!simd.read(curve, spacingM)) return 'not read'
    plain.reserve(steps)
    heightsAlong(posts, curve, base, plain.heightsM)
    plain.measure(steps, spacingM)
    for (const ground of [simd, plain]) ground.findHorizons(1 / 8.5e6, 1 + 30 * base * 1e-3, 2)
    if (plain.txHorizonM < steps * spacingM) beyond++
    const first = 0.07 * steps
    const last = 0.93 * steps
    const short = steps - 6
    return (
      differ(simd.txHorizonM, plain.txHorizonM, 1e-6, 'horizon') ??
      differ(simd.rxHorizonM, plain.rxHorizonM, 1e-6, 'horizon of the receiver') ??
      differ(simd.txAngle, plain.txAngle, 1e-9, 'angle') ??
      differ(simd.rxAngle, plain.rxAngle, 1e-9, 'angle of the receiver') ??
      differ(simd.meanHeightM, plain.meanHeightM, FIT_M, 'mean') ??
      differ(simd.fittedM(first, last, 0), plain.fittedM(first, last, 0), FIT_M, 'fit') ??
      differ(simd.fittedM(short, steps, steps), plain.fittedM(short, steps, steps), FIT_M, 'short fit') ??
      differ(simd.deltaHM(first, last), plain.deltaHM(first, last), 10 * FIT_M, 'Δh')
    )
  })
  t.equal(wrong, undefined)
  t.ok(beyond > 100 && beyond < 550, `${beyond} of 600 are beyond a horizon`)
})

t.test(
  'of two slopes that float32 can not tell apart the greater is found, from far above the ground too',
  async (t) => {
    const steps = 190
    const curve = { ...new PathCurve(), steps, col1: 1 }
    const plain = new PathGround()
    let wrong = 0
    let decided = 0
    for (let k = 0; k < 400; k++) {
      const groundM = [-10, -1000, -3000, -30_000][k % 4] ?? 0
      const heightsM = new Float32Array(SIDE * SIDE).fill(groundM)
      // Seen from the receiver, one beside it and one anywhere.
      const slope = random()
      for (const rest of [1 + Math.floor(3 * random()), 5 + Math.floor(150 * random())]) {
        const heightM = groundM + 2 + rest * slope + 2e-4 * rest * (random() - 0.5)
        for (const row of [MIDDLE, MIDDLE + 1]) heightsM[row * SIDE + MIDDLE + steps - rest] = heightM
      }
      const { posts, reader } = opened(heightsM, false, 0)
      const simd = new SimdGround(reader, 0)
      if (!simd.read(curve, 30)) return t.fail('not read')
      plain.reserve(steps)
      heightsAlong(posts, curve, 0, plain.heightsM)
      plain.measure(steps, 30)
      for (const ground of [simd, plain]) ground.findHorizons(1 / 8.5e6, -groundM, 2)
      if (plain.rxHorizonM < 150) decided++
      if (simd.rxHorizonM !== plain.rxHorizonM || simd.txHorizonM !== plain.txHorizonM) wrong++
    }
    t.equal(wrong, 0)
    t.ok(decided > 50 && decided < 300, `${decided} of 400 have the nearer one`)
  },
)

t.test('what stands out of the direct ray is the same', async (t) => {
  const plain = new PlainWalk()
  let blocked = 0
  const wrong = forPaths(({ posts, reader }, curve) => {
    const { steps } = curve
    if (!reader.sample(curve) || !plain.read(posts, curve)) return 'not read'
    const bend = 1e-4 * random()
    const rxM = plain.heightAtStep(steps) + 3
    const want = plain.walkAll(rxM, bend, bend / 3, 8)
    const got = reader.walkAll(rxM, bend, bend / 3, 8)
    if (want[9] > 0) blocked++
    // Two steps may be as high, and which is found decides nothing then: the last three are steps.
    for (let at = 0; at < 11; at++) {
      const found = differ(got[at], want[at], 2e-3 + 2e-4 * Math.abs(want[at]), `number ${at}`)
      if (found !== undefined) return found
    }
    const [edge, rxFlatSlope] = [got[5], got[2]]
    const alone = reader.walk(rxM, bend, 8)
    // Each in its own line to the ends of one horizon after the other.
    const roughM = plain.roughness(3, steps - 5, -0.1)
    const sum = plain.innerSum(steps)
    return (
      differ(alone[5], edge, 0, 'edge alone') ??
      differ(alone[2], rxFlatSlope, 0, 'flat alone') ??
      differ(reader.roughness(3, steps - 5, -0.1), roughM, 2e-3 + 2e-4 * Math.abs(roughM), 'roughness') ??
      differ(reader.innerSum(steps), sum, 0.05 + 2e-6 * Math.abs(sum), 'inner sum')
    )
  })
  t.equal(wrong, undefined)
  t.ok(blocked > 100 && blocked < 550, `${blocked} of 600 are blocked`)
})

t.test('unknown ground, the edge of a window and long paths are left to JavaScript', async (t) => {
  const heightsM = made(1)
  for (let hole = 0; hole < 60; hole++) heightsM[Math.floor(random() * heightsM.length)] = UNKNOWN_HEIGHT_M
  const { posts, reader } = opened(heightsM, true)
  const into = new Float64Array(500)
  let unknown = 0
  for (let k = 0; k < 2000; k++) {
    const curve = curveOf(200 + Math.floor(150 * random()), 192)
    const isKnown = heightsAlong(posts, curve, 0, into)
    const isRead = reader.sample(curve)
    if (!isKnown) unknown++
    if (isRead && !isKnown) t.fail(`read unknown ground over ${JSON.stringify(curve)}`)
    if (!isRead && isKnown && isInside(curve, posts)) t.fail(`left ${JSON.stringify(curve)}`)
  }
  t.ok(unknown > 150 && unknown < 1700, `${unknown} of 2000 cross unknown ground`)
  t.notOk(reader.sample(curveOf(100, 2 * SIDE)), 'out of the window')
  t.notOk(reader.sample(curveOf(9000, 100)), 'too long')
  t.notOk(reader.sample({ ...new PathCurve(), steps: 40, row1: 5 }), 'steps of many posts')
  t.notOk(reader.sample({ ...new PathCurve(), steps: 100, row1: 1, row3: 1e-6 }), 'no parabola')
  t.notOk(
    reader.sample({ ...new PathCurve(), steps: 100, row1: 1, row2: -1e-3 }),
    'a swerve of a post between two looks',
  )
})

/** Whether a path ends three posts within the window and reads no unknown post beside it, even without weight. */
function isInside(curve: PathCurve, posts: Case['posts']): boolean {
  const { rows, cols, txRow, txCol } = posts
  for (let i = 0; i <= curve.steps; i++) {
    const row = txRow + i * (curve.row1 + i * (curve.row2 + i * (curve.row3 + i * curve.row4)))
    const col = txCol + i * (curve.col1 + i * (curve.col2 + i * (curve.col3 + i * curve.col4)))
    if (!(row > 3 && col > 3 && row < rows - 4 && col < cols - 4)) return false
    for (const [down, right] of [
      [-0.5, -0.5],
      [-0.5, 0.5],
      [0.5, -0.5],
      [0.5, 0.5],
    ]) {
      if (Number.isNaN(heightAt(posts, row + 1e-3 * down, col + 1e-3 * right))) return false
    }
  }
  return true
}

/** Of a job whose transmitter stands on ground at 570 m. */
const terms: PathTerms = {
  txHeightM: 30,
  txAntennaM: 600,
  rxHeightM: 2,
  receiverFollowsGround: true,
  frequencyMhz: 600,
  kFactor: 4 / 3,
  txLatDeg: 0,
  latStepDeg: 1 / 1200,
  cellM: 100,
}

t.test('ITM is described alike with and without WebAssembly, whatever the ground', async (t) => {
  const heightsM = made(1)
  for (let hole = 0; hole < 20; hole++) heightsM[Math.floor(random() * heightsM.length)] = UNKNOWN_HEIGHT_M
  const { heightsM: shared, posts: lent } = lend(heightsM, true)
  const at = { rows: SIDE, cols: SIDE, txRow: MIDDLE + 0.3, txCol: MIDDLE + 0.6 }
  const batch = new PathBatch()
  for (let k = 0; k < 3000; k++) {
    const reach = 5 + 190 * random()
    const steps = Math.max(16, Math.ceil(reach))
    batch.add(k, curveOf(steps, reach), 90 * reach)
  }
  const describe = (lentPosts: typeof lent) => {
    const columns = new Float32Array(ITM_PATH_NUMBERS * PATHS)
    const job = { terms, refractivity: 301, posts: { ...at, heightsM: shared }, lent: lentPosts }
    batchGeometry(job)(batch, columns)
    return columns
  }
  const withoutIt = describe(undefined)
  const withIt = describe(lent)
  let known = 0
  for (let path = 0; path < batch.count; path++) {
    const of = (columns: Float32Array, slot: number) => columns[slot * PATHS + path]
    if (of(withoutIt, ITM_PATH.distanceM) !== of(withIt, ITM_PATH.distanceM))
      return t.fail(`path ${path} is known to one`)
    if (of(withIt, ITM_PATH.distanceM) > 0) known++
    for (const [name, slot] of Object.entries(ITM_PATH)) {
      const want = of(withoutIt, slot)
      const within = Math.max(10 * FIT_M, 1e-4 * want)
      const wrong = differ(of(withIt, slot), want, within, `${name} of path ${path}`)
      if (wrong !== undefined) return t.fail(wrong)
    }
  }
  t.ok(known > 1500 && known < 2990, `${known} of 3000 are known`)
})

t.test('ITM has receivers at an altitude as high above their own ground, within its limits', async (t) => {
  // Flat ground at 570 m.
  const { heightsM, posts } = lend(made(0), false)
  const at = { rows: SIDE, cols: SIDE, txRow: MIDDLE, txCol: MIDDLE }
  for (const [rxHeightM, wantedM] of [
    [600, 30],
    [570.6, 0.6],
    [570.4, undefined],
    [3569, 2999],
    [3571, undefined],
  ] as const) {
    const batch = new PathBatch()
    batch.add(0, { ...new PathCurve(), steps: 50, col1: 1 }, 4500)
    const columns = new Float32Array(ITM_PATH_NUMBERS * PATHS)
    const job = { terms: { ...terms, rxHeightM, receiverFollowsGround: false }, refractivity: 301 }
    batchGeometry({ ...job, posts: { ...at, heightsM }, lent: posts })(batch, columns)
    t.equal(columns[ITM_PATH.distanceM * PATHS], wantedM === undefined ? 0 : 4500, `${rxHeightM} m`)
    if (wantedM !== undefined) t.ok(Math.abs(columns[ITM_PATH.rxHeightM * PATHS] - wantedM) < 0.01)
  }
})

t.test('no two jobs share a scratch', async (t) => {
  const own = sharedPosts(100)
  const first = lend(own, false)
  t.equal(first.heightsM, own, 'not copied')
  const second = lend(own, false)
  t.not(second.heightsM.buffer, own.buffer, 'another job gets a copy meanwhile')
  giveBack(own)
  t.equal(lend(own, false).heightsM, own, 'and the posts themselves again after it')
  const at = { rows: 10, cols: 10, txRow: 5, txCol: 5 }
  if (second.posts === undefined) throw new Error('Expected posts')
  const readers = Array.from({ length: 9 }, () => second.posts && openReader(second.posts, at))
  t.same(
    readers.map((reader) => reader !== undefined),
    [true, true, true, true, true, true, true, true, false],
    'a ninth thread has to do without',
  )
})

t.test(
  'posts are lowered in WebAssembly as in JavaScript, and one unknown post is found wherever it is',
  async (t) => {
    const random = seededRandom(4)
    for (const count of [1, 2, 3, 4, 5, 7, 8, 1001]) {
      const posts = sharedPosts(count)
      const plain = new Float32Array(count)
      const fill = () => {
        for (let at = 0; at < count; at++) posts[at] = plain[at] = 4000 * random() - 400
      }
      fill()
      t.equal(anyUnknown(posts), false)
      t.equal(lowerPosts(posts, 123.456789), lowerHeights(plain, 123.456789))
      t.same(posts, plain)
      for (let at = 0; at < Math.min(count, 9); at++) {
        fill()
        const place = at < 5 ? at : count - 1 - (at - 5)
        if (place < 0 || place >= count) continue
        posts[place] = plain[place] = Number.NaN
        t.ok(anyUnknown(posts), `${place} of ${count}`)
        t.ok(lowerPosts(posts, -7.1), `${place} of ${count}`)
        t.ok(lowerHeights(plain, -7.1))
        t.same(posts, plain)
      }
      const part = posts.subarray(count >> 1)
      part.fill(1)
      t.notOk(anyUnknown(part), 'of a part that part counts')
      givePosts(posts)
    }
    dropPosts()
  },
)
