/**
 * Computes many candidate sites as one job. Elevation posts around all candidates are read once. Each raster
 * equals that of a simulation at the candidate's position; only the set of covered cells is kept.
 */

import { extname } from 'node:path'
import type { Antenna } from '../../kernels/antenna/pattern.ts'
import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { anyUnknown, giveBack, givePosts, lend, lowerPosts, sharedPosts } from '../../kernels/simd/posts.ts'
import { BLOCKED, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { Making } from '../../kernels/terrain/job-ground.ts'
import { giveRaster } from '../../kernels/terrain/spare-memory.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { JobThreads, THREADS } from '../../kernels/threads/job-threads.ts'
import { withoutReplacedFiles } from '../../storage/terrain/files/replaced.ts'
import type { Bounds, Requester, TerrainArea } from '../../storage/terrain/types.ts'
import {
  type CandidateFault,
  type CoveredCells,
  type PlacedJob,
  placedJobs,
} from '../choice/candidate-lattice.ts'
import { type CellSet, cellSetOf } from '../choice/cell-sets.ts'
import type { ClassLayer } from '../config/layers.ts'
import { candidateJob, gridOf } from '../jobs/job.ts'
import { memoryOf } from '../jobs/memory.ts'
import { latticeWithin, postsToRead, rectangleOf } from '../jobs/posts.ts'
import { bytesOf, engineOf, quoteOf } from '../jobs/quote.ts'
import { endsOf } from '../requests/ends.ts'
import { latticeOfGrid } from '../requests/grid.ts'
import { setBytes } from '../requests/search.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import { type LossQuantity, lossOutputOf } from '../results/views/outputs.ts'
import { cellView, isCovered, type View } from '../results/views/view.ts'
import { type AntennaReader, antennaFor } from './antenna.ts'
import type { CandidateAnswer, CandidateThreadJob, CandidateWork } from './candidate-thread.ts'
import type { Engine } from './engine.ts'
import { JobError, MemoryNeeded } from './errors.ts'
import { type Ground, groundOver, readGrid, readGround, usedOf } from './ground.ts'
import { readClutter } from './map-clutter.ts'
import { pathLoss } from './path-loss.ts'
import { copyWindow, groupsThatFit, offsetWithin } from './shared-ground.ts'
import type { JobTerrain } from './simulate.ts'
import type { Task } from './task.ts'
import { visibleCells } from './visibility.ts'
import { runYielding } from './yielding.ts'

export interface CandidatesRequest {
  accountId: string
  /** Parameters common to all candidates; cells are aligned with the lattice of the result. */
  params: SimulationParams
  layers?: readonly ClassLayer[]
  places: readonly { latDeg: number; lonDeg: number }[]
  /** Coverage criterion of a path-loss model; default: the view of the parameters. */
  view?: View
  /** Memory limit in bytes. */
  memoryBytes: number
}

export interface CandidatesOptions {
  onProgress: (fraction: number) => void
  signal: AbortSignal
  readAntenna?: AntennaReader
}

const threadScript = new URL(`./candidate-thread${extname(import.meta.filename)}`, import.meta.url)
const BYTES_A_POST = 4
/** Minimum number of threads for parallel candidates; fewer threads together compute one at a time. */
const MINIMUM_THREADS = Math.min(2, THREADS)

export interface CandidateCells extends CoveredCells {
  used: ReturnType<typeof usedOf>
}

/** Computes the cells of all candidates. Throws a `MemoryNeeded` if one exceeds the job's memory. */
export async function candidateCells(
  request: CandidatesRequest,
  terrain: JobTerrain,
  engine: Engine,
  options: CandidatesOptions,
): Promise<CandidateCells> {
  const model = models.get(request.params.model)
  if (model === undefined)
    throw new JobError('invalid_parameters', `There is no model ${request.params.model} here.`)
  const params = { ...request.params, layers: model.layers.slice(0, 1) }
  const jobs = request.places.map((place) => candidateJob(params, place, request.layers))
  const { lattice, placed } = placedJobs(latticeOfGrid(gridOf(params)), jobs)
  const antenna = await antennaFor(request.accountId, params.antenna, options.readAntenna)
  const computation = new CandidateComputation({ request, terrain, engine, options, model, antenna })
  const candidates = await computation.run(placed)
  return { lattice, candidates, used: usedOf(computation.areas) }
}

interface Setting {
  request: CandidatesRequest
  terrain: JobTerrain
  engine: Engine
  options: CandidatesOptions
  model: Model
  antenna: Antenna | undefined
}

interface Candidate extends PlacedJob {
  number: number
  bounds: Bounds
}

type Threads = JobThreads<CandidateThreadJob, CandidateWork, CandidateAnswer>

class CandidateComputation {
  readonly areas: Pick<TerrainArea, 'used'>[] = []
  readonly #setting: Setting
  readonly #requester: Requester & { spacingM: number | undefined }
  readonly #found: (CellSet | CandidateFault)[] = []
  #done = 0
  #threads: Threads | undefined

  constructor(setting: Setting) {
    const { request, options } = setting
    this.#setting = setting
    this.#requester = {
      accountId: request.accountId,
      signal: options.signal,
      spacingM: request.params.terrain_spacing,
    }
  }

  /** Computes positioned candidates; results are in the order of `placed`. */
  async run(placed: readonly PlacedJob[]): Promise<(CellSet | CandidateFault)[]> {
    const candidates = placed.map((one, number) => ({ ...one, number, bounds: one.job.disc.bounds }))
    try {
      const groups = groupsThatFit(candidates, (bounds, jobs) => this.#threadsFor(bounds, jobs, candidates))
      for await (const { bounds, jobs, threads } of groups) {
        if (jobs.length === 1) await this.#computeSeparately(jobs[0])
        else await this.#together(bounds, jobs, threads)
      }
    } finally {
      await this.#threads?.destroy()
    }
    return this.#found
  }

  /**
   * Number of threads, each computing one candidate, that fit in memory with shared posts and results. 0 if
   * fewer than two fit, the terrain needs several lattices, or separate reads need fewer posts.
   */
  async #threadsFor(bounds: Bounds, jobs: readonly Candidate[], all: readonly Candidate[]): Promise<number> {
    const { request, terrain } = this.#setting
    // Checked before any file is opened: thousands of terrain tiles may lie between distant candidates.
    if (squareDeg(bounds) > jobs.reduce((sum, one) => sum + squareDeg(one.bounds), 0)) return 0
    const [part, finer] = await terrain.openParts(bounds, this.#requester)
    if (part === undefined || finer !== undefined) return 0
    const parts = [{ lattice: part.area.lattice, bounds: undefined }]
    const posts = postsToRead(parts, { ...jobs[0].job.disc, bounds })
    const own = jobs.map(({ job }) => postsToRead(parts, job.disc))
    if (posts > own.reduce((sum, one) => sum + one, 0)) return 0
    const largest = jobs[own.indexOf(Math.max(...own))].job
    const found = all.reduce((sum, { job: { grid } }) => sum + setBytes(grid), 0)
    const largestPosts = Math.max(...own)
    const needed = memoryOf(largest, engineOf(largest, parts), largestPosts, true)
    const room = request.memoryBytes - BYTES_A_POST * posts - found
    const threads = Math.min(THREADS, Math.floor(room / (needed.cellBytes + needed.postBytes)))
    return threads < MINIMUM_THREADS ? 0 : threads
  }

  async #together(bounds: Bounds, jobs: readonly Candidate[], threads: number): Promise<void> {
    const { terrain, engine, options, model } = this.#setting
    const { signal } = options
    const shared = await withoutReplacedFiles(async () => {
      const [{ area }] = await terrain.openParts(bounds, this.#requester)
      const extent = { lattice: area.lattice, bounds: undefined }
      const grid = await readGrid(area, rectangleOf(extent, { ...jobs[0].job.disc, bounds }), signal)
      return { area, grid }
    })
    this.areas.push(shared.area)
    const isInThreads = usesRaySweep(model) && engine.device.backend === 'webasm'
    const started = isInThreads ? await this.#startThreads(shared.grid, threads) : undefined
    const tasks: Promise<void>[] = []
    const running = new Set<Promise<void>>()
    try {
      for (const candidate of jobs) {
        signal.throwIfAborted()
        const work = await this.#workOver(shared.grid, candidate)
        if (work === undefined) await this.#computeSeparately(candidate)
        else if (started === undefined || work.engine !== 'shared')
          await this.#computeFromWindow(candidate, work, shared)
        else {
          const one = started.ask(work).then((answer) => this.#take(candidate, answer))
          const task = one.finally(() => running.delete(task))
          running.add(task)
          tasks.push(task)
          // At most one running and one waiting candidate per thread.
          if (running.size >= 2 * threads) await Promise.race(running)
        }
      }
    } finally {
      await Promise.allSettled(tasks)
      started?.end()
      giveBack(shared.grid.heightsM)
      givePosts(shared.grid.heightsM)
    }
    await Promise.all(tasks)
  }

  async #startThreads(grid: PostGrid, count: number) {
    if (this.#threads?.count !== count) {
      await this.#threads?.destroy()
      this.#threads = new JobThreads(threadScript, count)
    }
    const posts = anyUnknown(grid.heightsM) ? undefined : lend(grid.heightsM, false).posts
    return this.#threads.start({ grid, posts })
  }

  /** Work for a thread; `undefined` unless all terrain of the candidate is part of the shared grid. */
  async #workOver(
    grid: PostGrid,
    { job, firstRow, firstCol }: Candidate,
  ): Promise<CandidateWork | undefined> {
    const { terrain } = this.#setting
    const [part, finer] = await terrain.openParts(job.disc.bounds, this.#requester)
    if (part === undefined || finer !== undefined) return undefined
    const extent = { lattice: part.area.lattice, bounds: undefined }
    const posts = latticeWithin(part.area.lattice, rectangleOf(extent, job.disc))
    const first = offsetWithin(grid, posts)
    const { engine } = quoteOf(job, { parts: [extent], posts: posts.rows * posts.cols })
    return first && { placed: { job, firstRow, firstCol }, engine, posts, first }
  }

  async #computeFromWindow(
    candidate: Candidate,
    { engine, posts, first }: CandidateWork,
    { area, grid }: { area: TerrainArea; grid: PostGrid },
  ): Promise<void> {
    await this.#computed(candidate, async (txClutter) => {
      const heightsM = sharedPosts(posts.rows * posts.cols)
      copyWindow(grid, first, posts, heightsM)
      const run: Making['run'] = (steps) => runYielding(steps, this.#setting.options.signal)
      const over = groundOver(candidate.job, [{ ...posts, heightsM }], txClutter, {
        run,
        lower: lowerPosts,
        room: sharedPosts,
      })
      return { ...over, engine, postSpacingM: area.postSpacingM, used: () => area.used() }
    })
  }

  /** Computes a candidate over separately read terrain, like a simulation. */
  async #computeSeparately(candidate: Candidate): Promise<void> {
    const { request, terrain } = this.#setting
    await this.#computed(candidate, (txClutter) =>
      readGround(candidate.job, terrain, this.#requester, {
        onRead: () => {},
        choose: (opened) => {
          const quote = quoteOf(candidate.job, opened)
          if (bytesOf(quote) > request.memoryBytes) throw new MemoryNeeded(opened.posts, bytesOf(quote))
          return quote.engine
        },
        txClutter,
      }),
    )
  }

  async #computed(
    candidate: Candidate,
    read: (txClutter: Task['ends']['tx']) => Promise<Ground>,
  ): Promise<void> {
    const { job } = candidate
    try {
      const clutter = await readClutter(job, this.#setting.terrain.layers ?? [], this.#requester)
      const ends = endsOf(job.params, clutter)
      const ground = await read(ends.tx)
      const classes = await this.#classesOf({ job, ground, ends, clutterMap: clutter.map })
      this.areas.push(ground, clutter)
      for (const { heightsM } of ground.parts) givePosts(heightsM)
      this.#take(candidate, cellSetOf(classes, VISIBLE, { ...job.grid, ...placeOf(candidate) }))
      giveRaster(classes)
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      this.#take(candidate, { code: error.code, detail: error.message })
    }
  }

  async #classesOf(task: Task): Promise<Uint8Array> {
    const { model, engine, antenna, request, options } = this.#setting
    const running = { onProgress: () => {}, signal: options.signal }
    if (model.kind === 'visibility') return (await visibleCells(task, model, engine, running)).visibility
    const { rasters } = await pathLoss(task, model, antenna, engine, running)
    const { output, radio } = lossOutputOf(task.job.params) as LossQuantity
    const { rx_sensitivity_dbm: sensitivityDbm } = task.job.params
    const own: View = { eirpDbm: radio.eirpDbm, sensitivityDbm, up: undefined }
    const { covered } = cellView(output, radio, request.view ?? own)
    if (covered === undefined)
      throw new JobError('invalid_parameters', 'Without a sensitivity nothing is covered.')
    const [{ cells }] = rasters
    return Uint8Array.from(cells, (value) => (isCovered(value, covered) ? VISIBLE : BLOCKED))
  }

  #take({ number }: Candidate, found: CellSet | CandidateFault): void {
    this.#found[number] = found
    this.#done++
    const { request, options } = this.#setting
    options.onProgress(this.#done / request.places.length)
  }
}

function squareDeg({ southDeg, northDeg, westDeg, eastDeg }: Bounds): number {
  return (northDeg - southDeg) * (eastDeg - westDeg)
}

/** True if the model uses the ray sweep, which is as efficient on one thread as on several. */
function usesRaySweep(model: Model): boolean {
  return model.kind === 'visibility' && !model.uses_profile
}

function placeOf({ firstRow, firstCol }: PlacedJob) {
  return { firstRow, firstCol }
}
