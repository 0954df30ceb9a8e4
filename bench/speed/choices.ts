/** Break-even points of engine selection: per-cell rays or ray sweep, and one or all threads. */

import { cpus } from 'node:os'
import { OWN_RAY_POSTS } from '../../kernels/engines/sight/choice.ts'
import { LosEngine } from '../../kernels/engines/sight/engine.ts'
import { OwnRayEngine, type OwnRayRequest } from '../../kernels/engines/sight/rays/engine.ts'
import { LARGE_CELLS } from '../../kernels/engines/sight/sweep/threads.ts'
import type { LosJob } from '../../kernels/engines/visibility-job.ts'
import { gridOfLattice, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { sharedFloats, THREADS } from '../../kernels/threads/job-threads.ts'
import { groundM } from '../../test/references/window.ts'
import { integer, integers } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, median, type Row, rowOf } from '../frame/report.ts'
import {
  jobOf,
  K_FACTOR,
  RECEIVER_M,
  type Relief,
  reliefOf,
  type Scene,
  sceneOf,
  syntheticRelief,
  TRANSMITTER_M,
} from '../ground/scenes.ts'

const SEED = 2026
const DEFAULT_POSTS = '3,5,6,8'
const DEFAULT_RANGE_KM = '30,90'
const DEFAULT_SIDES = '128,256,512,1024'
const DEFAULT_PAIRS = 5
/** Offset of the transmitter from its cell's center, in cells. */
const OFF_CENTER = 1 / 3
const LARGE = { rangeKm: 300, resolutionM: 1000 }

/** Two engines for the same jobs: `few` is faster for few steps, `many` for many steps. */
interface Choice {
  name: string
  few: string
  many: string
  /** Meaning of a step; the service selects `many` from `chosenFrom` steps on. */
  counted: string
  chosenFrom: number
  steps: number[]
  runsAt: (step: number) => { few: () => Promise<unknown>; many: () => Promise<unknown> }
}

const rayNames = { few: 'ray sweep', many: 'per-cell rays', counted: 'posts to a cell side' }

interface Engines {
  own: OwnRayEngine
  shared: LosEngine
}

export const part = definePart({
  about: `Runs alternative engines in turns on terrain in memory: seconds, the ratio of consecutive runs, and the point where it
crosses 1, with the constant that the service uses (kernels/engines/sight/choice.ts).`,
  help: `  --dem FILE      an .hgt or GeoTIFF tile, mirrored at its edges, instead of synthetic terrain with posts every 30 m
  --choice NAMES  rays: per-cell rays or the ray sweep, by elevation posts along a side of a cell;
                  threads: one thread or all, by cells along a side of a raster (rays,threads)
  --posts N,…     posts of rays (${DEFAULT_POSTS})
  --range KM,…    ranges of rays (${DEFAULT_RANGE_KM})
  --sides N,…     sides of threads (${DEFAULT_SIDES})
  --pairs N       pairs of runs (${DEFAULT_PAIRS})
  --heights       per-cell rays also compute min_height (the ratio then holds for jobs that request it)
  --off-center    mast a third of a cell off the center of its cell
  --large         instead: ${LARGE.rangeKm} km with cells of ${LARGE.resolutionM} m, per-cell rays, the ray sweep once, and memory`,
  options: {
    dem: { type: 'string' },
    choice: { type: 'string', default: 'rays,threads' },
    posts: { type: 'string', default: DEFAULT_POSTS },
    range: { type: 'string', default: DEFAULT_RANGE_KM },
    sides: { type: 'string', default: DEFAULT_SIDES },
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
    heights: { type: 'boolean', default: false },
    'off-center': { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
  async measure(values) {
    const only = values.choice.split(',')
    const posts = integers('--posts', values.posts, 1, 33)
    const ranges = integers('--range', values.range, 1, 300)
    const sides = integers('--sides', values.sides, 16, 8192)
    const pairs = integer('--pairs', values.pairs, 1, 100)
    const relief = values.dem === undefined ? syntheticRelief(SEED) : await reliefOf(values.dem)
    const engines = await openEngines()
    const name = `webasm, ${cpus()[0]?.model.trim() ?? 'processor'}, ${THREADS} threads`
    try {
      if (values.large) return makeReport(name, await largeRows(engines, pairs))
      const options = {
        relief,
        heights: values.heights,
        moved: values['off-center'] ? OFF_CENTER : 0,
      }
      const choices = [
        ...(only.includes('rays') ? ranges.map((km) => rayChoice(engines, options, km, posts)) : []),
        ...(only.includes('threads') ? [threadChoice(engines, options, sides)] : []),
      ]
      const rows: Row[] = []
      for (const choice of choices) rows.push(...(await rowsOf(choice, pairs)))
      return makeReport(name, rows)
    } finally {
      await engines.shared.destroy()
      await engines.own.destroy()
    }
  },
})

async function openEngines(): Promise<Engines> {
  const own = new OwnRayEngine()
  const shared = await LosEngine.open(own)
  await shared.growFully()
  return { own, shared }
}

interface Options {
  relief: Relief
  heights: boolean
  /** Offset of the transmitter from its cell's center, in cells. */
  moved: number
}

function rayChoice(engines: Engines, options: Options, rangeKm: number, steps: number[]): Choice {
  const { relief, heights, moved } = options
  return {
    ...rayNames,
    name: `rays to ${rangeKm} km`,
    chosenFrom: OWN_RAY_POSTS,
    steps,
    runsAt(posts) {
      const { request, job } = jobsOf(relief, rangeKm, posts, moved)
      return {
        few: () => engines.shared.compute(job),
        many: () => engines.own.compute({ ...request, minHeight: heights }),
      }
    },
  }
}

function threadChoice({ shared }: Engines, { relief, moved }: Options, sides: number[]): Choice {
  return {
    name: 'threads',
    few: 'one',
    many: `${THREADS}`,
    counted: 'cells',
    chosenFrom: LARGE_CELLS,
    steps: sides.map((side) => side ** 2),
    runsAt(cells) {
      const { job } = jobsOf(relief, (Math.sqrt(cells) / 2 - 1) * (relief.spacingM / 1000), 1, moved)
      return {
        few: () => shared.compute(job, { parts: 1 }),
        many: () => shared.compute(job, { parts: THREADS }),
      }
    },
  }
}

/** Jobs of both engines on discs of the same size, with cells of `posts` posts per side. */
function jobsOf(
  relief: Relief,
  rangeKm: number,
  posts: number,
  moved: number,
): { request: OwnRayRequest; job: LosJob } {
  const scene = sceneOf(relief, (1000 * rangeKm) / relief.spacingM)
  const placed = { ...scene, resolutionM: posts * scene.resolutionM }
  const request = requestOf(placed, moved)
  // Copied, because the ray sweep takes ownership of the heights.
  const heightsM = Float32Array.from(scene.ground.heightsM)
  return {
    request,
    job: { ...jobOf({ ...placed, ground: { ...scene.ground, heightsM } }), grid: request.grid },
  }
}

/** Times of both engines, measured in turn, and steps between which `many` becomes faster than `few`. */
async function rowsOf(choice: Choice, pairs: number): Promise<Row[]> {
  const rows: Row[] = []
  const ratios: number[] = []
  for (const step of choice.steps) {
    const { few, many } = choice.runsAt(step)
    const fewS: number[] = []
    const manyS: number[] = []
    await many()
    for (let pair = 0; pair < pairs; pair++) {
      manyS.push(await timed(many))
      fewS.push(await timed(few))
    }
    const pairRatios = fewS.map((seconds, pair) => seconds / manyS[pair])
    ratios.push(median(pairRatios))
    const name = `${choice.name}, ${step} ${choice.counted}`
    rows.push(
      rowOf(name, `${choice.few}, s`, fewS),
      rowOf(name, `${choice.many}, s`, manyS),
      rowOf(name, `${choice.few} : ${choice.many}, ratio of each pair`, pairRatios),
    )
  }
  const at = breakEven(choice.steps, ratios)
  if (at !== undefined) rows.push(rowOf(choice.name, `break-even, ${choice.counted}`, [at]))
  rows.push(rowOf(choice.name, `chosen from, ${choice.counted}`, [choice.chosenFrom]))
  return rows
}

/**
 * Step at which increasing ratios cross 1, interpolated between logarithms; `undefined` without a crossing.
 */
function breakEven(steps: number[], ratios: number[]): number | undefined {
  const after = ratios.findIndex((ratio) => ratio >= 1)
  if (after <= 0) return undefined
  const [low, high] = [Math.log(ratios[after - 1]), Math.log(ratios[after])]
  const share = -low / (high - low)
  return steps[after - 1] * (steps[after] / steps[after - 1]) ** share
}

/** Per-cell rays over many posts, compared with the ray sweep. */
async function largeRows({ own, shared }: Engines, runs: number): Promise<Row[]> {
  const relief = syntheticRelief(SEED)
  const scene = {
    ...sceneOf(relief, (1000 * LARGE.rangeKm) / relief.spacingM),
    resolutionM: LARGE.resolutionM,
  }
  const { ground } = scene
  // Heights in shared memory, which threads receive without a copy.
  scene.ground = { ...ground, heightsM: sharedFloats(ground.heightsM) }
  const posts = ground.heightsM.length
  const request = requestOf(scene)
  const seconds: number[] = []
  let heldMiB = 0
  for (let run = 0; run < runs; run++) {
    seconds.push(await timed(() => own.compute(request)))
    heldMiB = Math.max(heldMiB, process.memoryUsage.rss() / 2 ** 20)
  }
  const job = jobOf(scene)
  const sharedS = [await timed(() => shared.compute(job))]
  const name = `${LARGE.rangeKm} km, cells of ${LARGE.resolutionM} m`
  return [
    rowOf(name, 'posts, million', [posts / 1e6]),
    rowOf(name, 'the posts, MiB', [(4 * posts) / 2 ** 20]),
    rowOf(name, 'per-cell rays, s', seconds),
    rowOf(name, 'resident after per-cell rays, MiB', [heldMiB]),
    rowOf(name, 'ray sweep, s', sharedS),
  ]
}

/** Request for the scene with cells offset by `moved` cells to the south and east. */
function requestOf({ ground, latDeg, lonDeg, resolutionM, rangeM }: Scene, moved = 0) {
  const centered = rasterGrid(latDeg, lonDeg, resolutionM, rangeM)
  const lattice = {
    ...centered,
    northDeg: centered.northDeg - moved * centered.cellLatDeg,
    westDeg: centered.westDeg + moved * centered.cellLonDeg,
  }
  return {
    parts: [ground],
    grid: gridOfLattice(lattice, latDeg, lonDeg, rangeM),
    latDeg,
    lonDeg,
    rangeM,
    antennaM: groundM(ground, latDeg, lonDeg) + TRANSMITTER_M,
    receiverM: RECEIVER_M,
    receiverFollowsGround: true,
    kFactor: K_FACTOR,
    minHeight: false,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}
