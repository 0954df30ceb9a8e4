/** Path profiles for diffraction models: all paths of one job, in one thread. */

import type { PathTerms, ReadGround } from '../../model.ts'
import { smoothHeightAtRx, smoothHeightAtTx } from '../../propagation/smooth-surface.ts'
import { Walk } from '../../propagation/walk.ts'
import type { PathCurve } from '../../terrain/ground.ts'
import { PlainWalk, type ReadPath } from './plain-walk.ts'

export interface WalkOptions {
  /** Radius of the effective earth in km. */
  radiusKm: number
  /**
   * Radius in km of a second effective earth. If set, values over bare ground and between the horizons are
   * also computed.
   */
  rareRadiusKm?: number
  /** Height in metres of the cover on the ground. */
  coverM: number
}

export class Walks {
  readonly #ground: ReadGround
  readonly #plain = new PlainWalk()
  readonly #options: WalkOptions
  readonly #job: PathTerms
  /** Receiving antenna height above the transmitting antenna, or above the receiver's ground. */
  readonly #receiverM: number
  readonly #walk = new Walk()

  constructor(ground: ReadGround, options: WalkOptions, job: PathTerms) {
    this.#ground = ground
    this.#options = options
    this.#job = job
    this.#receiverM = job.receiverFollowsGround ? job.rxHeightM : job.rxHeightM - job.txAntennaM
    this.#walk.txGroundM = -job.txHeightM
  }

  /** Profile of a path; `undefined` where any ground is unknown. The next call reuses the returned object. */
  over(curve: PathCurve, distanceM: number): Walk | undefined {
    const path = this.#read(curve)
    if (path === undefined) return undefined
    const { radiusKm, rareRadiusKm, coverM } = this.#options
    const walk = this.#walk
    const { steps: n } = curve
    const { txGroundM } = walk
    const rxGroundM = path.heightAtStep(n)
    walk.steps = n
    walk.distanceKm = distanceM / 1000
    walk.rxGroundM = rxGroundM
    walk.rxM = this.#job.receiverFollowsGround ? rxGroundM + this.#receiverM : this.#receiverM
    // ITU-R P.1812-6 (83), (84) for equal steps
    const sum = txGroundM + rxGroundM + 2 * path.innerSum(n)
    const moment = txGroundM + rxGroundM * (3 * n - 1) + 6 * path.innerMoment(n)
    walk.txSmoothM = smoothHeightAtTx(sum, moment, n)
    walk.rxSmoothM = smoothHeightAtRx(sum, moment, n)
    // Bulge in metres is `timesRadius` / (earth radius in km) · (product of the distances in steps).
    const timesRadius = 500 * (walk.distanceKm / n) ** 2
    const bend = timesRadius / radiusKm
    if (rareRadiusKm === undefined) {
      this.#take(path.walk(walk.rxM, bend, coverM))
    } else {
      this.#takeAll(path.walkAll(walk.rxM, bend, timesRadius / rareRadiusKm, coverM))
      this.#lookBetweenHorizons(path, curve)
    }
    return walk
  }

  #read(curve: PathCurve): ReadPath | undefined {
    const { posts, reader } = this.#ground
    if (reader?.sample(curve)) return reader
    return this.#plain.read(posts, curve) ? this.#plain : undefined
  }

  #take(found: Float64Array): void {
    const walk = this.#walk
    walk.highestM = found[0]
    walk.txFlatSlope = found[1]
    walk.rxFlatSlope = found[2]
    walk.txSlope = found[3]
    walk.rxSlope = found[4]
    walk.edge = found[5]
  }

  #takeAll(found: Float64Array): void {
    this.#take(found)
    const walk = this.#walk
    walk.rareTxSlope = found[6]
    walk.rareRxSlope = found[7]
    walk.rareEdge = found[8]
    walk.bareTxSlope = found[9]
    walk.bareRxSlope = found[10]
    walk.txAt = found[9] > 0 ? found[11] : found[13]
    walk.rxAt = found[9] > 0 ? found[12] : found[13]
  }

  #lookBetweenHorizons(path: ReadPath, { row1, row2, row3, row4 }: PathCurve): void {
    const walk = this.#walk
    // ITU-R P.1812-6 (90) to (93)
    const txBaseM = Math.min(walk.txSmoothM, walk.txGroundM)
    const slope = (Math.min(walk.rxSmoothM, walk.rxGroundM) - txBaseM) / walk.steps
    walk.roughnessM = path.roughness(walk.txAt, walk.rxAt, slope) - txBaseM
    const half = 0.5 * walk.steps
    const rows = half * (row1 + half * (row2 + half * (row3 + half * row4)))
    walk.latitudeDeg = this.#job.txLatDeg - this.#job.latStepDeg * rows
  }
}
