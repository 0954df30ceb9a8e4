import t from 'tap'
import type { Device, Tensor } from '../../kernels/device/device.ts'
import { Batch } from '../../kernels/models/los/batch.ts'
import { PackedDecisions, SweptDecisions } from '../../kernels/models/los/decisions.ts'
import {
  columnTop,
  quadActive,
  quadSample,
  quadTop,
  steepest,
} from '../../kernels/models/los/device/culling-kernels.ts'
import { openPipeline } from '../../kernels/models/los/device/pipeline.ts'
import { stateAfter } from '../../kernels/models/los/device/prefix-kernels.ts'
import {
  BOUNDARIES,
  CELL_LINES,
  CELLS_ACROSS,
  CLIFF_M,
  GROUP,
  GROUPS,
  ITEM,
  ITEMS,
  LAST_PAIR,
  LINE_NUMBERS,
  LINES,
  NO_HORIZON,
  POSTS_ACROSS,
  QUAD,
  QUADS,
  RAY,
  RAY_NUMBERS,
  RAYS,
  RAYS_COMPUTED,
  STATE,
  STATE_NUMBERS,
} from '../../kernels/models/los/device/shapes.ts'
import { blankVisibility, LosRun, octantShares } from '../../kernels/models/los/run.ts'
import { SpareBatches, sweepOctants } from '../../kernels/models/los/sweep.ts'
import { ItemSweep } from '../../kernels/simd/item-sweep.ts'
import { UNDECIDED } from '../../kernels/terrain/classes.ts'
import { grazedHills } from '../helpers/grazed-hills.ts'
import { gridOf, jobOf, type LosCase, openEngine, runCase } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'

const wasm = await openEngine('webasm')
const truth = await runCase(wasm.engine, grazedHills)

t.test('the case has visible, blocked and unknown cells', async (t) => {
  for (const value of [0, 1, 255]) {
    const cells = truth.visibility.reduce((sum, found) => sum + (found === value ? 1 : 0), 0)
    t.ok(cells > 5_000, `${cells} cells are ${value}`)
  }
  t.ok(truth.settled > 10, `${truth.settled} cells were settled in float64`)
})

t.test('2 and 8 parts of a job give the raster of one', async (t) => {
  for (const parts of [2, 8]) {
    const result = await runCase(wasm.engine, grazedHills, { parts })
    t.equal(Buffer.compare(result.visibility, truth.visibility), 0, `${parts} parts`)
    const counts = [result.cellsInRange, result.settled]
    t.same(counts, [truth.cellsInRange, truth.settled], 'and the same counts')
  }
})

t.test('nothing between two depths is steeper than the slope that bounds it', async (t) => {
  const random = seededRandom(24)
  for (let iteration = 0; iteration < 1000; iteration++) {
    const [near, top] = [1 + 1e5 * random(), 4000 * (random() - 0.5)]
    const [far, drop] = [near + 1e4 * random(), 1e-7 * random()]
    const bound = steepest(top, near, far, drop)
    const depth = near + (far - near) * random()
    const slope = (top - 100 * random()) / depth - depth * drop
    if (!(slope <= bound)) t.fail(`${slope} of ${top} m at ${depth}: above ${bound}`)
  }
  t.equal(steepest(100, 1000, 2000, 0), 0.1, 'above the antenna at the nearer depth')
  t.equal(steepest(-100, 1000, 2000, 0), -0.05, 'below it at the farther one')
})

// Kernels are functions, called here as the device calls them.
t.test('what rays pass over is below the horizon that they have before it', async (t) => {
  const random = seededRandom(7)
  const rows = (count: number, across: number, at: (row: number, col: number) => number) =>
    Array.from({ length: count }, (_, row) => Array.from({ length: across }, (_, col) => at(row, col)))
  // Waves of all lengths, the ground falling away: some groups are hidden, some not.
  const posts = rows(
    LINES + 1,
    POSTS_ACROSS,
    (row, col) => -60 - row + 50 * Math.sin(row / 9 + col / 31) + 4 * random(),
  )
  const numbers = rows(RAY_NUMBERS, RAYS_COMPUTED, () => 0)
  for (let k = 0; k < RAYS_COMPUTED; k++) {
    // Rays lean, and come to lie a post apart.
    numbers[RAY.u0][k] = 10 + k / 2
    numbers[RAY.u1][k] = 0.4 + k / (2 * RAYS_COMPUTED)
    numbers[RAY.depth0][k] = 30_000 + k
    numbers[RAY.depth1][k] = 90
    numbers[RAY.drop][k] = 5e-8
  }
  numbers[RAY.item][ITEM.groups] = GROUPS
  const rays = [numbers]
  const at = (x: number, y: number) => ({ thread: { x, y, z: 0 } })
  const columns = [rows(GROUPS, POSTS_ACROSS, (y, x) => columnTop.call(at(x, y), [posts], rays))]
  const tops = [rows(GROUPS, QUADS, (y, x) => quadTop.call(at(x, y), columns, rays))]
  const samples = [rows(GROUPS, QUADS, (y, x) => quadSample.call(at(x, y), [posts], rays))]
  const state = [rows(STATE_NUMBERS, RAYS_COMPUTED, () => NO_HORIZON)]
  const active = rows(GROUPS, QUADS, (y, x) => quadActive.call(at(x, y), tops, samples, state, rays))

  /** Height and slope of the ground on a ray at a line. */
  const onRay = (k: number, line: number) => {
    const u = numbers[RAY.u0][k] + line * numbers[RAY.u1][k]
    const depth = numbers[RAY.depth0][k] + line * numbers[RAY.depth1][k]
    const left = Math.min(Math.floor(u), LAST_PAIR)
    const [a, b] = [posts[line][left], posts[line][left + 1]]
    const heightM = a + (u - left) * (b - a)
    return { heightM, highestM: Math.max(a, b), slope: heightM / depth - depth * numbers[RAY.drop][k] }
  }
  let passed = 0
  const faults: string[] = []
  for (let k = 0; k < RAYS_COMPUTED; k++) {
    const quad = Math.floor(k / QUAD)
    let horizon = NO_HORIZON
    for (let group = 0; group < GROUPS; group++) {
      const lines = Array.from({ length: GROUP + 1 }, (_, i) => onRay(k, group * GROUP + i))
      const highestM = Math.max(...lines.map((line) => line.highestM))
      if (tops[0][group][quad] < highestM)
        faults.push(`ray ${k}, group ${group}: ${highestM} m is above its top`)
      if (tops[0][group][quad] >= CLIFF_M) faults.push(`ray ${k}, group ${group}: too many columns`)
      const last = lines[GROUP].slope
      if (samples[0][group][quad] > last + 1e-12)
        faults.push(`ray ${k}, group ${group}: the sample is no minimum`)
      const steepestSlope = Math.max(...lines.map(({ slope }) => slope))
      if (active[group][quad] === 0) {
        passed++
        if (steepestSlope > horizon) faults.push(`ray ${k}, group ${group}: passed over`)
      }
      horizon = Math.max(horizon, steepestSlope)
    }
  }
  t.same(faults.slice(0, 3), [])
  const share = passed / (GROUPS * RAYS_COMPUTED)
  t.ok(share > 0.3 && share < 0.97, `${(100 * share).toFixed(0)} % were passed over`)
})

t.test('the next tile outwards starts from what holds after the last group', async (t) => {
  const [horizons, above, below] = [1, 2, 3].map((table) =>
    Array.from({ length: 2 * BOUNDARIES }, (_, boundary) =>
      Array.from({ length: QUADS }, (_, quad) =>
        Array.from({ length: QUAD }, (_, lane) => 1e6 * table + 1e3 * boundary + QUAD * quad + lane),
      ),
    ),
  )
  for (const [y, table] of [
    [STATE.horizon, 1],
    [STATE.above, 2],
    [STATE.below, 3],
  ]) {
    for (const x of [0, RAYS_COMPUTED - 1]) {
      const boundary = 2 * BOUNDARIES - 1
      const found = stateAfter.call({ thread: { x, y, z: 1 } }, horizons, above, below)
      t.equal(found, 1e6 * table + 1e3 * boundary + x)
    }
  }
})

/** Items a call, of the ITEMS that there are slots for. */
const ITEMS_USED = 2
/** Kernels as the functions that they are, without gpu.js, over the items used: float64 inside, float32 between them. */
const plainDevice: Pick<Device, 'kernel' | 'pipeline'> = {
  kernel(source, { output: [across, down, deep] }) {
    return (...args) =>
      Array.from({ length: (deep / ITEMS) * ITEMS_USED }, (_, z) =>
        Array.from({ length: down }, (_, y) => {
          const row = new Float32Array(across)
          const thread = { x: 0, y, z }
          for (; thread.x < across; thread.x++) row[thread.x] = source.apply({ thread }, args as never[])
          return row
        }),
      )
  },
  pipeline: <Result>(orchestrate: (...args: unknown[]) => unknown) =>
    Object.assign(async (...args: (Tensor | number)[]) => orchestrate(...args.map(nested)) as Result, {
      destroy: async () => {},
    }),
}

function nested(given: Tensor | number): unknown {
  if (typeof given === 'number') return given
  const { value, size } = given as unknown as { value: Float32Array; size: [number, number, number] }
  const [across, down, deep] = size
  return Array.from({ length: deep }, (_, z) =>
    Array.from({ length: down }, (_, y) => {
      const from = (z * down + y) * across
      return value.subarray(from, from + across)
    }),
  )
}

t.test('kernels decide as WebAssembly does, over two tiles of lines', async (t) => {
  // The same hills on posts of one arc second.
  const { ground } = grazedHills
  const [step, half] = [1 / 3600, (ground.rows - 1) / 2]
  const asked: LosCase = {
    ...grazedHills,
    ground: {
      ...ground,
      northDeg: 47 + half * step,
      westDeg: 11 - half * step,
      latStepDeg: step,
      lonStepDeg: step,
    },
    resolutionM: 150,
    rangeKm: 12,
  }
  // To the north and east of it, and to the west and south.
  const [share] = octantShares(1, blankVisibility(gridOf(asked)), jobOf(asked))
  if (share === undefined) throw new Error('Expected a share.')
  const run = new LosRun(jobOf(asked), { ...share, octants: [0, 5] })
  const [receiverM, followsGround] = run.scalars
  const sweep = new ItemSweep({
    posts: (LINES + 1) * POSTS_ACROSS,
    rays: RAY_NUMBERS * RAYS_COMPUTED,
    state: STATE_NUMBERS * RAYS_COMPUTED,
    lines: LINE_NUMBERS * CELL_LINES,
    after: STATE_NUMBERS * RAYS_COMPUTED,
    classes: CELL_LINES * CELLS_ACROSS,
    topmost: GROUPS * RAYS_COMPUTED,
  })
  const { posts, rays, state, lines } = sweep
  const pipeline = openPipeline(plainDevice as Device)
  const batch = new Batch()
  const seen = { cells: 0, opposite: 0, other: 0, undecided: 0, swept: 0 }
  const offs: number[][] = Array.from({ length: STATE_NUMBERS }, () => [])
  for (const items of run.batches(ITEMS_USED)) {
    run.fill(batch, items)
    const ofKernels = new PackedDecisions(await pipeline(...batch.tensors, receiverM, followsGround))
    for (const [at, item] of items.entries()) {
      run.fill({ capacity: 1, posts, rays, state, lines }, [item])
      const ofSweep = new SweptDecisions(sweep)
      ofSweep.undecided = sweep.sweep(item.runs.length, receiverM, followsGround === 1)
      for (const [number, off] of offs.entries()) {
        const [a, b] = [ofKernels.after(at, number), ofSweep.after(at, number)]
        for (let k = 0; k < Math.min(RAYS, item.block.rays - item.firstRay); k++) off.push(a[k] - b[k])
      }
      for (const [row, { count }] of item.runs.entries()) {
        const swept = ofSweep.classes(0, row, count)
        for (const [b, decided] of ofKernels.classes(at, row, count).entries()) {
          seen.cells++
          if (decided === UNDECIDED) seen.undecided++
          if (swept[b] === UNDECIDED) seen.swept++
          if (decided === swept[b]) continue
          seen.other++
          if (decided !== UNDECIDED && swept[b] !== UNDECIDED) seen.opposite++
        }
      }
    }
    run.take(batch, items, ofKernels)
  }
  t.match(seen, { opposite: 0, other: 0, undecided: seen.swept })
  t.ok(seen.cells > 4000 && seen.swept > 5, JSON.stringify(seen))
  // Slopes, where the sum of float32 steps may take a group of lines in or pass over it.
  for (const [number, off] of offs.entries()) {
    const worst = off.reduce((maximum, one) => Math.max(maximum, Math.abs(one)), 0)
    const mean = off.reduce((sum, one) => sum + Math.abs(one), 0) / off.length
    t.ok(worst < 3e-5 && mean < 1e-6, `row ${number} of the state is off by ${worst}, ${mean} on average`)
  }
})

t.test('a device works on one batch while the next is filled, and batches are kept', async (t) => {
  const spare = new SpareBatches()
  const kept = [new Batch(), new Batch()]
  spare.give(...kept)
  const said: string[] = []
  const groups = [['a'], [], ['b'], ['c']]
  const nameOf = new Map<Batch, string>()
  const run = {
    scalars: [2, 1],
    batches: () => groups.values(),
    fill: (batch: Batch, [name = '']: string[]) => {
      nameOf.set(batch, name)
      said.push(`fill ${name}`)
    },
    take: (batch: Batch, [name]: string[]) => said.push(`take ${name} of ${nameOf.get(batch)}`),
  } as unknown as LosRun
  let calls = 0
  const compute = async (...given: unknown[]) => {
    t.same(given.slice(-2), [2, 1])
    t.equal(given.length, kept[0].tensors.length + 2)
    said.push(`run ${++calls}`)
    if (calls === 9) throw new Error('lost')
    return {} as never
  }
  const pipeline = Object.assign(compute, { destroy: async () => {} })
  let steps = 0
  for await (const _ of sweepOctants(run, pipeline, spare, 1)) steps++
  t.same(said, [
    'fill a',
    'run 1',
    'take a of a',
    'fill b',
    'run 2',
    'fill c',
    'run 3',
    'take b of b',
    'take c of c',
  ])
  t.equal(steps, 2)
  t.same([...nameOf.keys()].length, 2)
  t.ok(
    [...nameOf.keys()].every((batch) => kept.includes(batch)),
    'those that were kept are used',
  )
  calls = 7
  await t.rejects(async () => {
    for await (const _ of sweepOctants(run, pipeline, spare, 1));
  }, 'lost')
  for await (const _ of sweepOctants(run, pipeline, spare, 1)) break
  t.ok(kept.includes(spare.take()) && kept.includes(spare.take()), 'given back whatever happened')
  const more = [1, 2, 3].flatMap(() => [new Batch(), new Batch()])
  for (const at of [0, 2, 4]) spare.give(...more.slice(at, at + 2))
  t.equal(spare.take(), more[3], 'two pairs are kept')
  spare.clear()
  t.notOk(more.includes(spare.take()))
})

t.test('end', () => wasm.close())
