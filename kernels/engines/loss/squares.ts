/**
 * Path losses of raster cells in one thread. Ground of a single window is read in WebAssembly for models with
 * a `read` form; ground in several parts is sampled for the model's `lossOverPath`.
 */

import { CellPositions } from '../../geodesy/cell-positions.ts'
import { GeodesicPathInSegments, type GeodesicTable } from '../../geodesy/geodesic-segments.ts'
import type { CellSquare } from '../../geodesy/raster-grid.ts'
import type { PathLossModel, ReadLoss } from '../../model.ts'
import { ProfileSampler } from '../../profiles/profile-sampler.ts'
import { postSpacingM } from '../../profiles/steps.ts'
import { openReader } from '../../simd/path-reader.ts'
import type { LentPosts } from '../../simd/posts.ts'
import { groundAtM } from '../../terrain/parts.ts'
import type { PostGrid, PostWindow } from '../../terrain/window.ts'
import { CellPaths } from './cells.ts'
import { PathLosses } from './path-losses.ts'
import { type CellEnds, forReceivers, type ReceiversJob } from './receivers.ts'

/** Position tolerance of paths and cells, in posts; the effect on losses is negligible. */
const TOLERANCE_POSTS = 2e-4

/** Job data sent to threads; large arrays are in shared memory. */
export interface SquareLossesJob extends ReceiversJob {
  model: string
  parameters: unknown
  /** Terms of the model's `read` form, a formula over ground read in WebAssembly. */
  readTerms: unknown
  ground: WindowGround | PartsGround
}

/**
 * Ground of one part, relative to the transmitting antenna, for models with a `read` form and for models that
 * use only the ground at both ends.
 */
export interface WindowGround {
  window: PostWindow
  lent: LentPosts | undefined
  bends: Float64Array
}

/** Ground in several parts, as an argument of `groundAtM`. */
export interface PartsGround {
  parts: readonly PostGrid[]
  txLonDeg: number
  geodesics: GeodesicTable
}

/** Position tolerance in metres for ground in several parts, where positions are computed in float64. */
export function toleranceM(parts: readonly PostGrid[], txLatDeg: number): number {
  return TOLERANCE_POSTS * finestPostM(parts, txLatDeg)
}

export function finestPostM(parts: readonly PostGrid[], txLatDeg: number): number {
  return Math.min(
    ...parts.map(({ latStepDeg, lonStepDeg }) => postSpacingM(latStepDeg, lonStepDeg, txLatDeg)),
  )
}

/** Returns a function that computes the cells of a square, and returns the number of cells within range. */
export function squareLosses(job: SquareLossesJob, model: PathLossModel): (square: CellSquare) => number {
  const losses = new PathLosses(model, job.parameters, job.terms)
  const cells: CellEnds & { lossTo(groundM: number, rxHeightM: number): number } =
    'window' in job.ground
      ? new WindowCells(job, job.ground, model, losses)
      : new PartsCells(job, job.ground, model, losses)
  const lossTo = (groundM: number, rxHeightM: number) => cells.lossTo(groundM, rxHeightM)
  return (square) => forReceivers(job, cells, square, lossTo)
}

class WindowCells extends CellPaths {
  readonly #losses: PathLosses
  readonly #overRead: ReadLoss | undefined

  constructor(job: SquareLossesJob, ground: WindowGround, { read }: PathLossModel, losses: PathLosses) {
    super(ground.window, job.terms.txAntennaM, job, ground.bends)
    this.#losses = losses
    const reader = read && ground.lent && openReader(ground.lent, ground.window)
    this.#overRead = read?.open({ posts: ground.window, reader }, job.readTerms, job.terms)
  }

  lossTo(groundM: number, rxHeightM: number): number {
    return this.#overRead
      ? this.#overRead(this.curve(), this.distanceM)
      : this.#losses.overEnds(this.distanceM, groundM, rxHeightM)
  }
}

class PartsCells extends CellPositions {
  readonly #job: SquareLossesJob
  readonly #ground: PartsGround
  readonly #model: PathLossModel
  readonly #losses: PathLosses
  readonly #path: GeodesicPathInSegments
  readonly #sampler: ProfileSampler

  constructor(job: SquareLossesJob, ground: PartsGround, model: PathLossModel, losses: PathLosses) {
    const { txLatDeg } = job.terms
    const { parts, txLonDeg, geodesics } = ground
    super(txLatDeg, job.grid, toleranceM(parts, txLatDeg))
    this.#job = job
    this.#ground = ground
    this.#model = model
    this.#losses = losses
    this.#path = new GeodesicPathInSegments(geodesics)
    this.#sampler = new ProfileSampler(parts, txLatDeg, txLonDeg)
  }

  get distanceM(): number {
    return this.#path.distanceM
  }

  override moveTo(col: number): boolean {
    super.moveTo(col)
    if (Math.hypot(this.eastM, this.northM) > this.#job.rangeM) return false
    this.#path.to(this.eastM, this.northM)
    return true
  }

  groundM(): number {
    const path = this.#path
    path.moveTo(path.distanceM)
    const { parts, txLonDeg } = this.#ground
    return groundAtM(parts, this.#job.terms.txLatDeg + path.latDeg, txLonDeg + path.lonDeg)
  }

  lossTo(groundM: number, rxHeightM: number): number {
    return this.#model.uses_profile
      ? this.#losses.overGround(this.#path, this.#sampler, rxHeightM)
      : this.#losses.overEnds(this.#path.distanceM, groundM, rxHeightM)
  }
}
