import t from 'tap'
import { nestedPart } from '../../kernels/engines/sight/nested.ts'
import { onBoth, onOwnRays, partsBeside } from '../../kernels/engines/sight/own-rays.ts'
import { sectorsOf } from '../../kernels/engines/sight/rays/sectors.ts'
import type { VisibilityJob } from '../../kernels/model.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import { groundAtM } from '../../kernels/terrain/parts.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { offCenter, partAboutMast, randomCase, randomParts } from '../references/attacked-ground.ts'
import { gridOf, type LosCase, madeCase, openEngine } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'

// Ground in parts made to break what both engines share: whole rasters against own rays for all cells. PARTS_SECONDS=3600 and
// PARTS_SEED=7 attack longer, and with other ground.

const SECONDS = Number(process.env.PARTS_SECONDS ?? 0)
const SEED = Number(process.env.PARTS_SEED ?? 1)
/** Cases of the suite. */
const CASES = 12
/** A ray that passes the ground by less may be decided either way. */
const GRAZING_M = 0.001
/** A tenth of a millimetre, to which own rays tell parts from each other, at least along parallels. */
const JOINT_DEG = 1e-4 / 111_000
const MOVES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
]

t.setTimeout(1_200_000 + 1000 * SECONDS)

const { engine, ownRays, close } = await openEngine()
t.teardown(close)

/** The case over finer parts too, as a job; `undefined` where the mast is in a hole. */
function jobOver(asked: LosCase, finer: PostGrid[]): VisibilityJob | undefined {
  const { latDeg, lonDeg, transmitter, receiver, kFactor, ground } = asked
  const parts = [...finer, ground]
  const antennaM = groundAtM(parts, latDeg, lonDeg) + transmitter.heightM
  if (Number.isNaN(antennaM)) return undefined
  const follows = receiver.mode === 'AGL'
  return {
    engine: 'both',
    ground: jobGround(parts, { latDeg, lonDeg, antennaM }),
    grid: gridOf(asked),
    latDeg,
    lonDeg,
    rangeM: 1000 * asked.rangeKm,
    receiverM: follows ? receiver.heightM : receiver.heightM - antennaM,
    receiverFollowsGround: follows,
    kFactor,
    frequencyMhz: 100,
  }
}

/** Rasters of both engines and of own rays alone, and the cells in which they differ other than by grazing. */
async function compareEngines(job: VisibilityJob) {
  // However much of the disc they are.
  const { parts } = job.ground
  const nested = nestedPart(parts, job)
  const sectors = sectorsOf(partsBeside(parts, nested), { ...job, rangeM: 1e9 })
  if (sectors === undefined) throw new Error('Expected sectors.')
  const both = await onBoth(ownRays, engine, job, { nested, sectors })
  const own = await onOwnRays(ownRays, job)
  const differ = [...own.visibility.keys()].filter((cell) => both.visibility[cell] !== own.visibility[cell])
  const isCounted = both.cellsInRange === own.cellsInRange
  if (differ.length === 0)
    return { sectors, own, wrong: differ, grazing: 0, isNested: nested !== undefined, isCounted }
  const [lower, higher] = await Promise.all(
    [-GRAZING_M, GRAZING_M].map((byM) => onOwnRays(ownRays, { ...job, receiverM: job.receiverM + byM })),
  )
  const { ground } = job
  const moved = await Promise.all(
    MOVES.map(([north, east]) => {
      const parts = ground.parts.map((part, at) => {
        if (at === ground.parts.length - 1) return part
        const { northDeg, westDeg } = part
        return { ...part, northDeg: northDeg + north * JOINT_DEG, westDeg: westDeg + east * JOINT_DEG }
      })
      return onOwnRays(ownRays, { ...job, ground: { ...ground, parts } })
    }),
  )
  const wrong = differ.filter(
    (cell) =>
      lower.visibility[cell] === higher.visibility[cell] &&
      moved.every(({ visibility }) => visibility[cell] === own.visibility[cell]),
  )
  const grazing = differ.length - wrong.length
  return { sectors, own, wrong, grazing, isNested: nested !== undefined, isCounted }
}

t.test('a wall that stands in one part alone hides where it is known by that', async (t) => {
  const wallOr = (isWall: boolean) => (row: number) => (isWall && row === -8 ? 300 : 0)
  for (const [isInCoarse, northPosts] of [
    [true, 10.5],
    [true, 30.2],
    [false, 10.5],
    [false, 30.2],
  ] as const) {
    const at = Math.floor(northPosts) - 2
    const asked = madeCase((row) => wallOr(isInCoarse)(row + at - 8), { rangeKm: 8.95 })
    const stepDeg = asked.ground.latStepDeg / 10
    const side = 101
    const part: PostGrid = {
      heightsM: Float32Array.from({ length: side * side }, (_, post) =>
        !isInCoarse && Math.floor(post / side) === 20 ? 300 : 0,
      ),
      rows: side,
      cols: side,
      northDeg: northPosts * asked.ground.latStepDeg,
      westDeg: asked.lonDeg - 5.3 * asked.ground.lonStepDeg,
      latStepDeg: stepDeg,
      lonStepDeg: stepDeg,
    }
    const [job, alone] = [jobOver(asked, [part]), jobOver(asked, [])]
    if (job === undefined || alone === undefined) throw new Error('Expected jobs.')
    const { own, wrong } = await compareEngines(job)
    const name = `in the ${isInCoarse ? 'coarser' : 'finer'} part, ${northPosts} posts north`
    t.same(wrong.slice(0, 5), [], `${name}: ${wrong.length} wrong`)
    const without = await onOwnRays(ownRays, alone)
    const changed = own.visibility.filter((found, cell) => found !== without.visibility[cell]).length
    t.ok(changed > 500, `${name}: of ${changed} cells more than the last part decides`)
  }
})

t.test('a wall at the bounds of a part about the mast hides what is beyond it', async (t) => {
  for (const [rowsNorth, isInCoarse] of [
    [20.4, true],
    [20.6, true],
    [20, true],
    [20.4, false],
  ] as const) {
    // The first posts beyond the part, or its own last ones.
    const asked = madeCase((row) => (isInCoarse && row === -21 ? 60 : 0), { rangeKm: 8.95 })
    const ratio = 3
    const side = Math.round(2 * rowsNorth * ratio) + 1
    const stepDeg = asked.ground.latStepDeg / ratio
    const part: PostGrid = {
      heightsM: Float32Array.from({ length: side * side }, (_, post) =>
        !isInCoarse && post < side ? 60 : 0,
      ),
      rows: side,
      cols: side,
      northDeg: asked.latDeg + rowsNorth * asked.ground.latStepDeg,
      westDeg: asked.lonDeg - rowsNorth * asked.ground.lonStepDeg,
      latStepDeg: stepDeg,
      lonStepDeg: stepDeg,
    }
    const job = jobOver(asked, [part])
    if (job === undefined) throw new Error('Expected a job.')
    const { own, wrong, isNested } = await compareEngines(job)
    t.ok(isNested, 'it is swept')
    t.same(wrong.slice(0, 5), [], `${rowsNorth} posts, ${isInCoarse}: ${wrong.length} wrong`)
    t.ok(own.visibility.filter((found) => found === BLOCKED).length > 1000, 'it hides much')
  }
})

t.test('unknown ground of a part hides nothing, and what is beyond it is unknown', async (t) => {
  for (const [isAround, kFactor, heightM] of [
    [true, 4 / 3, 100],
    [true, 0.3, 5],
    [false, 0.3, 5],
  ] as const) {
    // Over so small an earth the sea between two antennas 5 m high hides the one from the other, except over unknown ground.
    const asked = madeCase(() => 0, {
      rangeKm: 9.8,
      kFactor,
      transmitter: { heightM, mode: 'AGL' },
      receiver: { heightM: 5, mode: 'AGL' },
    })
    const ratio = 3
    const [north, south, half] = isAround ? [79.4, -20.4, 20.4] : [79.4, 20.4, 18.3]
    const [rows, cols] = [Math.round((north - south) * ratio) + 1, Math.round(2 * half * ratio) + 1]
    const part: PostGrid = {
      heightsM: Float32Array.from({ length: rows * cols }, (_, post) =>
        north - Math.floor(post / cols) / ratio > 20 ? Number.NaN : 0,
      ),
      rows,
      cols,
      northDeg: asked.latDeg + north * asked.ground.latStepDeg,
      westDeg: asked.lonDeg - half * asked.ground.lonStepDeg,
      latStepDeg: asked.ground.latStepDeg / ratio,
      lonStepDeg: asked.ground.lonStepDeg / ratio,
    }
    const [job, alone] = [jobOver(asked, [part]), jobOver(asked, [])]
    if (job === undefined || alone === undefined) throw new Error('Expected jobs.')
    const { own, wrong, isNested } = await compareEngines(job)
    t.equal(isNested, isAround)
    const name = `${isAround ? 'about the mast' : 'north of it'}, k of ${kFactor.toFixed(1)}`
    t.same(wrong.slice(0, 5), [], `${name}: ${wrong.length} wrong`)
    const known = await onOwnRays(ownRays, alone)
    const without = kFactor < 1 ? BLOCKED : VISIBLE
    const beyond = own.visibility.filter(
      (found, cell) => found === UNKNOWN && known.visibility[cell] === without,
    )
    t.ok(beyond.length > 500, `${name}: ${beyond.length} cells are unknown`)
  }
})

t.test('a part about the mast that is swept decides as own rays for all cells do', async (t) => {
  const random = seededRandom(SEED + 1000)
  const end = performance.now() + 1000 * SECONDS
  let [cases, grazing] = [0, 0]
  while (cases < CASES || performance.now() < end) {
    const { asked: centered, name } = randomCase(random)
    const asked = random() < 0.3 ? offCenter(centered, random) : centered
    const more = random() < 0.3 ? randomParts(asked, random) : []
    const finer = [partAboutMast(asked, random), ...more].sort((a, b) => a.latStepDeg - b.latStepDeg)
    const job = jobOver(asked, finer)
    if (job === undefined || nestedPart([...finer, asked.ground], job) === undefined) continue
    const { wrong, own, isCounted, grazing: grazed } = await compareEngines(job)
    t.same(
      wrong.slice(0, 5).map((cell) => [cell, own.visibility[cell]]),
      [],
      `case ${cases}: ${name}, ${finer.length} finer: ${wrong.length} wrong`,
    )
    t.ok(isCounted)
    cases++
    grazing += grazed
  }
  t.comment(`${cases} cases, ${grazing} differ by grazing`)
})

t.test('both engines decide ground in parts as own rays for all cells do', async (t) => {
  const random = seededRandom(SEED)
  const end = performance.now() + 1000 * SECONDS
  let [cases, cells, visible, around, grazing] = [0, 0, 0, 0, 0]
  while (cases < CASES || performance.now() < end) {
    const { asked: centered, name } = randomCase(random)
    // Nothing of so small a disc is beyond the margins about a part.
    if (centered.rangeKm < 0.4) continue
    const asked = random() < 0.3 ? offCenter(centered, random) : centered
    const finer = randomParts(asked, random)
    const job = jobOver(asked, finer)
    if (job === undefined) continue
    const { sectors, own, wrong, grazing: grazed } = await compareEngines(job)
    t.same(
      wrong.slice(0, 5).map((cell) => [cell, own.visibility[cell]]),
      [],
      `case ${cases}: ${name}, ${finer.length} finer: ${wrong.length} wrong`,
    )
    cases++
    cells += own.cellsInRange
    visible += own.visibility.filter((found) => found === VISIBLE).length
    grazing += grazed
    if (sectors.some(({ fromAzimuth }) => fromAzimuth === -Math.PI)) around++
  }
  t.comment(
    `${cases} cases, ${around} around the mast, ${cells} cells, ${visible} visible, ${grazing} differ by grazing`,
  )
  t.ok(visible > 0.02 * cells && visible < 0.98 * cells, 'the cases are worth it')
  t.ok(around > 0.2 * cases && around < 0.9 * cases, 'masts are in finer ground and outside it')
})
