/** The geometry of the paths of a batch, in float64: what ITM's kernel is given of each. */

import { type PathBatch, takeCurve } from '../../../profiles/path-batch.ts'
import { PATH_NUMBERS } from '../../../profiles/shapes.ts'
import { PathReader } from '../../../simd/path-reader.ts'
import type { LentPosts } from '../../../simd/posts.ts'
import { heightsAlong, noCurve, type PathCurve, type PostHeights } from '../../../terrain/ground.ts'
import { effectiveCurvature, surfaceRefractivity } from '../earth.ts'
import { ITM_LIMITS, SURFACE_REFRACTIVITY } from '../limits.ts'
import { GroundGeometry } from './ground-geometry.ts'
import { type MeasuredGround, PathGround } from './path-ground.ts'
import { SimdGround } from './simd-ground.ts'
import { ITM_PATH } from './slots.ts'

export const RX_LIMIT = ITM_LIMITS[1]

/** What the geometry depends on beside the paths; plain data, that a thread can be sent. */
export interface GeometryJob {
  posts: PostHeights
  /** The same for WebAssembly, where that can hold them. */
  lent: LentPosts | undefined
  /** Above its ground, and above the terrain's datum. */
  txHeightM: number
  antennaM: number
  /** Above its ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** At sea level, N-units. */
  refractivity: number
}

/** Of a batch. */
export type Paths = Pick<PathBatch, 'columns' | 'distancesM' | 'count'>

/** One job's in one thread. */
export class BatchGeometry {
  readonly #job: GeometryJob
  readonly #ground = new PathGround()
  readonly #simd: SimdGround | undefined
  readonly #geometry = new GroundGeometry()
  readonly #curve: PathCurve = noCurve()

  constructor(job: GeometryJob) {
    this.#job = job
    const reader = job.lent && PathReader.open(job.lent, job.posts)
    this.#simd = reader && new SimdGround(reader, job.antennaM)
  }

  /**
   * Describes the paths of a batch in `columns` [ITM_PATH_NUMBERS][pitch]. Distance 0
   * says that ITM has no answer: unknown ground, or heights at which it does not hold.
   */
  describe({ columns: curves, distancesM, count }: Paths, columns: Float32Array): void {
    const pitch = curves.length / PATH_NUMBERS
    for (let path = 0; path < count; path++) {
      const distanceM = distancesM[path]
      columns[ITM_PATH.distanceM * pitch + path] = this.#describe(curves, distanceM, path, columns)
        ? distanceM
        : 0
    }
  }

  #describe(curves: Float32Array, distanceM: number, path: number, columns: Float32Array): boolean {
    const pitch = curves.length / PATH_NUMBERS
    takeCurve(curves, path, this.#curve)
    const job = this.#job
    const ground = this.#read(distanceM / this.#curve.steps)
    if (ground === undefined) return false
    const { txHeightM, rxHeightM: askedM } = job
    const rxHeightM = job.receiverFollowsGround ? askedM : askedM - ground.rxGroundM
    if (!(rxHeightM >= RX_LIMIT.minimum && rxHeightM <= RX_LIMIT.maximum)) return false
    const surface = surfaceRefractivity(job.refractivity, ground.meanHeightM)
    if (!(surface >= SURFACE_REFRACTIVITY.minimum && surface <= SURFACE_REFRACTIVITY.maximum)) return false
    const gammaE = effectiveCurvature(surface)
    const geometry = this.#geometry
    geometry.find(ground, gammaE, txHeightM, rxHeightM)
    columns[ITM_PATH.gammaE * pitch + path] = gammaE
    columns[ITM_PATH.refractivity * pitch + path] = surface
    columns[ITM_PATH.deltaHM * pitch + path] = geometry.deltaHM
    columns[ITM_PATH.txAngle * pitch + path] = ground.txAngle
    columns[ITM_PATH.rxAngle * pitch + path] = ground.rxAngle
    columns[ITM_PATH.txHorizonM * pitch + path] = ground.txHorizonM
    columns[ITM_PATH.rxHorizonM * pitch + path] = ground.rxHorizonM
    columns[ITM_PATH.txEffectiveM * pitch + path] = geometry.txEffectiveM
    columns[ITM_PATH.rxEffectiveM * pitch + path] = geometry.rxEffectiveM
    columns[ITM_PATH.rxHeightM * pitch + path] = rxHeightM
    return true
  }

  /** Reads the ground along the curve; `undefined` where any is unknown. */
  #read(spacingM: number): MeasuredGround | undefined {
    const curve = this.#curve
    const { steps } = curve
    if (this.#simd?.read(curve, spacingM)) return this.#simd
    const { posts, antennaM } = this.#job
    const ground = this.#ground
    ground.reserve(steps)
    if (!heightsAlong(posts, curve, antennaM, ground.heightsM)) return undefined
    ground.measure(steps, spacingM)
    return ground
  }
}
