import { execFileSync } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import { blankVisibility, LosRun, octantShares } from '../../kernels/engines/sight/sweep/run.ts'
import * as shapes from '../../kernels/engines/sight/sweep/shapes.ts'
import type { ItemArrays } from '../../kernels/engines/sight/sweep/sweep.ts'
import type { LosJob } from '../../kernels/engines/visibility-job.ts'
import { PolarDiscError } from '../../kernels/geodesy/azimuthal.ts'
import {
  giveBack,
  givePosts,
  type LentPosts,
  lend,
  SCRATCH_BYTES,
  takeScratch,
} from '../../kernels/simd/posts.ts'
import { BLOCKED, UNDECIDED, VISIBLE } from '../../kernels/terrain/classes.ts'
import { projectRoot } from '../helpers/markdown.ts'
import { randomCase } from '../references/attacked-ground.ts'
import { gridOf, type LosCase, referenceOf, runOwnRays } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'
import { groundM, windowAround } from '../references/window.ts'

// Each cell is given the receiver that it needs by its own ray, and a little more or less: there the bounds between rays
// decide least easily, and a margin that is too small shows. The module is compiled with a height for each cell.
// THRESHOLDS_SECONDS=600 and THRESHOLDS_SEED=7 attack longer, and with other ground.

const SECONDS = Number(process.env.THRESHOLDS_SECONDS ?? 0)
const SEED = Number(process.env.THRESHOLDS_SEED ?? 2)
/** Cases of the suite; longer attacks also reach over several blocks of lines. */
const CASES = 5
/** By how much a receiver is higher or lower than its cell needs. */
const OFF_M = [0.0015, 0.02, 0.3]
/** A ray that passes the ground by less may be decided either way. */
const GRAZING_M = 0.001
/** Where the changed module reads the heights: in the scratch of a second thread. */
const RECEIVERS = 2 ** 16 + SCRATCH_BYTES

t.setTimeout(1_200_000 + 2000 * SECONDS)

/** The module with another line where each of these stands once. */
const changes = [
  ['  const receiver = f32x4.splat(receiverM)\n', ''],
  [
    '    const b = f32x4.add(',
    `    const receiver = v128.load(${RECEIVERS} + ((<usize>(run * CELLS_ACROSS + cell)) << 2))\n    const b = f32x4.add(`,
  ],
  // What is hidden is hidden from one receiver.
  ['    let isHidden = ', '    let isHidden = receiverM > 0 && '],
] as const

async function compiled(folder: string): Promise<WebAssembly.Module> {
  await cp(join(projectRoot, 'kernels/simd/assembly/sectors'), folder, { recursive: true })
  let source = await readFile(join(folder, 'cells.ts'), 'utf8')
  for (const [from, to] of changes) {
    t.equal(source.split(from).length, 2, from.trim())
    source = source.replace(from, to)
  }
  await writeFile(join(folder, 'cells.ts'), source)
  const compiler = join(projectRoot, 'node_modules/assemblyscript/bin/asc.js')
  const options = [
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--disableWarning',
    '112',
    '--enable',
    'simd,threads',
  ]
  const memory = ['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536']
  execFileSync(process.execPath, [compiler, 'index.ts', ...options, ...memory, '--outFile', 'sectors.wasm'], {
    cwd: folder,
  })
  return new WebAssembly.Module(await readFile(join(folder, 'sectors.wasm')))
}

class Sweep {
  readonly capacity = 1
  readonly posts: Float32Array
  readonly rays: Float32Array
  readonly state: Float32Array
  readonly lines: Float32Array
  readonly after: Float32Array
  readonly classes: Uint8Array
  readonly receiversM: Float32Array
  readonly sweep: (runs: number, receiverM: number, followGround: number) => number

  readonly face: ItemArrays['face']
  readonly copyPosts: ItemArrays['copyPosts']

  constructor(module: WebAssembly.Module, lent: LentPosts) {
    const { memory, postsAt } = lent
    const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: () => t.fail('abort') } })
    const { open, face, copyPosts, sweep, ...places } = exports as unknown as {
      open(scratch: number): number
      face: ItemArrays['face']
      copyPosts: ItemArrays['copyPosts']
      sweep: Sweep['sweep']
    } & Record<string, WebAssembly.Global>
    open(takeScratch(lent) ?? 0)
    this.face = (lineStride, postStride, antennaM) => face(4 * lineStride, 4 * postStride, antennaM)
    this.copyPosts = (from, to, lines, count) => copyPosts(postsAt + 4 * from, to, lines, count)
    const floats = (place: string, count: number) =>
      new Float32Array(memory.buffer, places[place]?.value, count)
    const { RAYS_COMPUTED, CELL_LINES, CELLS_ACROSS } = shapes
    this.sweep = sweep
    this.posts = floats('POSTS', (shapes.LINES + 1) * shapes.POSTS_ACROSS)
    this.rays = floats('RAY_ROWS', shapes.RAY_NUMBERS * RAYS_COMPUTED)
    this.state = floats('STATE', shapes.STATE_NUMBERS * RAYS_COMPUTED)
    this.lines = floats('CELL_ROWS', shapes.LINE_NUMBERS * CELL_LINES)
    this.after = floats('AFTER', shapes.STATE_NUMBERS * RAYS_COMPUTED)
    this.classes = new Uint8Array(memory.buffer, places.CLASSES?.value, CELL_LINES * CELLS_ACROSS)
    this.receiversM = new Float32Array(memory.buffer, RECEIVERS, CELL_LINES * CELLS_ACROSS)
  }

  /** The classes of all cells, each with a receiver of its own above its ground. */
  decide(job: LosJob, receiversM: Float32Array): Uint8Array {
    const visibility = blankVisibility(job.grid)
    const [share] = octantShares(1, visibility, job)
    if (share === undefined) throw new Error('Expected a share.')
    const run = new LosRun(job, share)
    const { cols, txRow, txCol } = job.grid
    const strides = { north: -cols, south: cols, east: 1, west: -1 }
    for (const items of run.batches(1)) {
      for (const item of items) {
        run.fill(this, item)
        const { axis, cross } = item.sweep.octant
        item.runs.forEach(({ line, firstCross, count }, row) => {
          let cell = txRow * cols + txCol + line * strides[axis] + firstCross * strides[cross]
          for (let b = 0; b < count; b++, cell += strides[cross]) {
            this.receiversM[row * shapes.CELLS_ACROSS + b] = receiversM[cell]
          }
        })
        const { RAYS_COMPUTED, CELLS_ACROSS } = shapes
        const undecided = this.sweep(item.runs.length, 0, 1)
        const { posts, lines } = this
        run.take(item, {
          ...{ posts, lines, undecided, topmost: undefined },
          after: (number) => this.after.subarray(number * RAYS_COMPUTED, (number + 1) * RAYS_COMPUTED),
          classes: (at, count) => this.classes.subarray(at * CELLS_ACROSS, at * CELLS_ACROSS + count),
        })
      }
    }
    return visibility
  }
}

function jobOf({ ground, latDeg, lonDeg, transmitter, rangeKm, kFactor, ...asked }: LosCase): LosJob {
  const antennaM = transmitter.heightM + groundM(ground, latDeg, lonDeg)
  const copy = { ...ground, heightsM: ground.heightsM.slice() }
  return {
    window: windowAround(copy, latDeg, lonDeg, antennaM),
    grid: gridOf({ ground, latDeg, lonDeg, transmitter, rangeKm, kFactor, ...asked }),
    rangeM: 1000 * rangeKm,
    receiverM: 0,
    receiverFollowsGround: true,
    kFactor,
  }
}

t.test('receivers about as high as they need to be are decided rightly, or left in doubt', async (t) => {
  const module = await compiled(t.testdir())
  const own = new OwnRayEngine()
  t.teardown(() => own.destroy())
  const random = seededRandom(SEED)
  const end = performance.now() + 1000 * SECONDS
  let decided = 0
  for (let cases = 0; cases < CASES || performance.now() < end; cases++) {
    const { asked, name } = randomCase(random, cases >= CASES && cases % 2 === 1)
    asked.receiver = { heightM: 0, mode: 'AGL' }
    const { minHeightM } = await runOwnRays(own, asked, { minHeight: true })
    if (minHeightM === undefined) throw new Error('Expected heights.')
    const { cols } = gridOf(asked)
    const wrong: string[] = []
    for (const offM of OFF_M.flatMap((size) => [size, -size])) {
      const receiversM = minHeightM.map((neededM) => (Number.isNaN(neededM) ? 1e4 : neededM + offM))
      let classes: Uint8Array
      try {
        const { window, ...job } = jobOf(asked)
        const { heightsM, posts } = lend(window.heightsM, window.unknown !== undefined)
        if (posts === undefined) throw new Error('Expected posts.')
        const sweep = new Sweep(module, posts)
        classes = sweep.decide({ ...job, window: { ...window, heightsM } }, receiversM)
        giveBack(heightsM)
        givePosts(heightsM)
      } catch (error) {
        // Too near a pole for rays: the service gives every cell its own.
        if (error instanceof PolarDiscError) break
        throw error
      }
      for (const [cell, found] of classes.entries()) {
        if (Number.isNaN(minHeightM[cell]) || found === UNDECIDED) continue
        decided++
        const isWrong = offM > 0 ? found === BLOCKED : found === VISIBLE && minHeightM[cell] > -offM
        if (!isWrong) continue
        const receiver = { heightM: receiversM[cell], mode: 'AGL' as const }
        const truth = referenceOf({ ...asked, receiver }).cell(Math.floor(cell / cols), cell % cols)
        if (truth.class === found || Math.abs(truth.clearanceM) < GRAZING_M) continue
        wrong.push(`${cell}: ${found}, reference ${truth.class} by ${truth.clearanceM} m`)
      }
    }
    t.same(wrong.slice(0, 5), [], `case ${cases}: ${name}: ${wrong.length} wrong`)
  }
  t.ok(decided > 10_000, `${decided} decided`)
})
