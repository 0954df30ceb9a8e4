import t from 'tap'
import { openEngine, runCase } from '../../bench/references/los.ts'
import { seededRandom } from '../../bench/references/random.ts'
import {
  columnTop,
  quadActive,
  quadSample,
  quadTop,
  steepest,
} from '../../kernels/models/los/device/culling-kernels.ts'
import { stateAfter } from '../../kernels/models/los/device/prefix-kernels.ts'
import {
  BOUNDARIES,
  CLIFF_M,
  GROUP,
  GROUPS,
  ITEM,
  LAST_PAIR,
  LINES,
  NO_HORIZON,
  POSTS_ACROSS,
  QUAD,
  QUADS,
  RAY,
  RAY_NUMBERS,
  RAYS_COMPUTED,
  STATE,
  STATE_NUMBERS,
} from '../../kernels/models/los/device/shapes.ts'
import { grazedHills } from '../helpers/grazed-hills.ts'

const wasm = await openEngine('webasm')
const truth = await runCase(wasm.engine, grazedHills)

t.test('the case has visible, blocked and unknown cells', async (t) => {
  for (const value of [0, 1, 255]) {
    const cells = truth.visibility.reduce((sum, found) => sum + (found === value ? 1 : 0), 0)
    t.ok(cells > 5_000, `${cells} cells are ${value}`)
  }
  t.ok(truth.settled > 10, `${truth.settled} cells were settled in float64`)
})

t.test('1, 2, 4 and 8 parts of a job give the same raster', async (t) => {
  for (const parts of [1, 2, 4, 8]) {
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

t.test('end', () => wasm.close())
