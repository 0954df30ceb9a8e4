/** One job's losses in one thread: the ground along each path is read, what stands out of it found, the model asked. */

import { smoothHeightAtRx, smoothHeightAtTx } from '../../propagation/smooth-surface.ts'
import { PathReader } from '../../simd/path-reader.ts'
import type { LentPosts } from '../../simd/posts.ts'
import { noCurve, type PathCurve, type PostHeights } from '../../terrain/ground.ts'
import { NO_LOSS, type PathBatch, takeCurve } from '../path-batch.ts'
import { PATH_NUMBERS } from '../shapes.ts'
import { type PathWalk, PlainWalk } from './plain-walk.ts'
import { SimdWalk } from './simd-walk.ts'
import { noWalk, type Walk } from './walk.ts'

/** What a model wants to know of the ground; plain data, that a thread can be sent. */
export interface WalkOptions {
  /** Of the effective earth. */
  radiusKm: number
  /** A second earth, and with it what lies between the horizons over bare ground; undefined: not wanted. */
  rareRadiusKm?: number | undefined
  /** What stands on the ground. */
  coverM: number
}

export interface WalkJob<Terms> {
  options: WalkOptions
  terms: Terms
  posts: PostHeights
  /** The same for WebAssembly, where that can hold them. */
  lent: LentPosts | undefined
  /** Above the transmitting antenna, as all heights: the ground under it, and the receiving one; above its own ground. */
  txGroundM: number
  receiverM: number
  receiverFollowsGround: boolean
  txLatDeg: number
  latStepDeg: number
}

/** Of a batch. */
export type Paths = Pick<PathBatch, 'columns' | 'distancesM' | 'count'>

/** Loss in dB between isotropic antennas over a path that has been walked. */
export type LossOfWalk<Terms> = (walk: Walk, terms: Terms) => number

export class WalkLosses<Terms> {
  readonly #job: WalkJob<Terms>
  readonly #lossOf: LossOfWalk<Terms>
  readonly #plain = new PlainWalk()
  readonly #simd: SimdWalk | undefined
  readonly #curve: PathCurve = noCurve()
  readonly #walk: Walk = noWalk()

  constructor(job: WalkJob<Terms>, lossOf: LossOfWalk<Terms>) {
    this.#job = job
    this.#lossOf = lossOf
    const reader = job.lent && PathReader.open(job.lent, job.posts)
    this.#simd = reader && new SimdWalk(reader)
  }

  /** Losses of the paths of a batch; `NO_LOSS` over unknown ground. */
  over({ columns: curves, distancesM, count }: Paths): Float32Array<ArrayBuffer> {
    const lossDb = new Float32Array(curves.length / PATH_NUMBERS)
    for (let path = 0; path < count; path++) {
      takeCurve(curves, path, this.#curve)
      const ground = this.#read()
      lossDb[path] = ground === undefined ? NO_LOSS : this.#lossDb(ground, distancesM[path] / 1000)
    }
    return lossDb
  }

  /** Reads the ground along the curve; `undefined` where any is unknown. */
  #read(): PathWalk | undefined {
    if (this.#simd?.read(this.#curve)) return this.#simd
    return this.#plain.read(this.#job.posts, this.#curve) ? this.#plain : undefined
  }

  #lossDb(ground: PathWalk, distanceKm: number): number {
    const { options, terms, txGroundM, receiverM, receiverFollowsGround } = this.#job
    const { radiusKm, rareRadiusKm, coverM } = options
    const { steps: n } = this.#curve
    const { rxGroundM } = ground
    const walk = this.#walk
    walk.steps = n
    walk.distanceKm = distanceKm
    walk.txGroundM = txGroundM
    walk.rxGroundM = rxGroundM
    walk.rxM = receiverFollowsGround ? rxGroundM + receiverM : receiverM
    // ITU-R P.1812-6 (83), (84) over equal steps
    const sum = txGroundM + rxGroundM + 2 * ground.innerSum
    const moment = txGroundM + rxGroundM * (3 * n - 1) + 6 * ground.innerMoment
    walk.txSmoothM = smoothHeightAtTx(sum, moment, n)
    walk.rxSmoothM = smoothHeightAtRx(sum, moment, n)
    // Metres by which the earth bulges, over the product of the distances in steps.
    const timesRadius = 500 * (distanceKm / n) ** 2
    const bend = timesRadius / radiusKm
    if (rareRadiusKm === undefined) {
      ground.walk(bend, coverM, walk)
    } else {
      ground.walkAll(bend, timesRadius / rareRadiusKm, coverM, walk)
      this.#lookBetweenHorizons(ground)
    }
    return this.#lossOf(walk, terms)
  }

  #lookBetweenHorizons(ground: PathWalk): void {
    const walk = this.#walk
    // ITU-R P.1812-6 (90) to (93)
    const txBaseM = Math.min(walk.txSmoothM, walk.txGroundM)
    const slope = (Math.min(walk.rxSmoothM, walk.rxGroundM) - txBaseM) / walk.steps
    walk.roughnessM = ground.roughnessM(walk.txAt, walk.rxAt, slope) - txBaseM
    const { txLatDeg, latStepDeg } = this.#job
    const { row1, row2, row3, row4 } = this.#curve
    const half = 0.5 * walk.steps
    const rows = half * (row1 + half * (row2 + half * (row3 + half * row4)))
    walk.latitudeDeg = txLatDeg - latStepDeg * rows
  }
}
