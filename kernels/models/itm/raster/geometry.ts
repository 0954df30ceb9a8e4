/** The geometry of the paths of a piece, in float64: what ITM's kernel is told of each. */

import type { Piece } from '../../../profiles/piece.ts'
import { PATH, PATH_NUMBERS } from '../../../profiles/shapes.ts'
import { MOST_STEPS } from '../../../profiles/steps.ts'
import { heightsAlong, type PostHeights, type Way } from '../../../terrain/ground.ts'
import { effectiveCurvature, surfaceRefractivity } from '../earth.ts'
import { ITM_LIMITS, SURFACE_REFRACTIVITY } from '../limits.ts'
import { GroundGeometry } from './ground-geometry.ts'
import { PathGround } from './path-ground.ts'
import { ITM_PATH } from './slots.ts'

export const RX_LIMIT = ITM_LIMITS[1]

/** What the geometry depends on beside the paths; plain data, that a thread can be sent. */
export interface GeometryJob {
  posts: PostHeights
  /** Above its ground, and above the terrain's datum. */
  txHeightM: number
  antennaM: number
  /** Above its ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** At sea level, N-units. */
  refractivity: number
}

/** Of a piece. */
export type Paths = Pick<Piece, 'columns' | 'distancesM' | 'count'>

export class PieceGeometry {
  readonly #ground = new PathGround(MOST_STEPS)
  readonly #geometry = new GroundGeometry()
  readonly #way: Way = { steps: 0, row1: 0, row2: 0, row3: 0, col1: 0, col2: 0, col3: 0 }

  /**
   * Describes the paths of a piece in `columns` [ITM_PATH_NUMBERS][paths]. Distance 0
   * says that ITM has no answer: unknown ground, or heights at which it does not hold.
   */
  describe(job: GeometryJob, { columns: ways, distancesM, count }: Paths, columns: Float32Array): void {
    const paths = ways.length / PATH_NUMBERS
    for (let path = 0; path < count; path++) {
      const distanceM = distancesM[path]
      columns[ITM_PATH.distanceM * paths + path] = this.#describe(job, ways, distanceM, path, columns)
        ? distanceM
        : 0
    }
  }

  #describe(
    job: GeometryJob,
    ways: Float32Array,
    distanceM: number,
    path: number,
    columns: Float32Array,
  ): boolean {
    const paths = ways.length / PATH_NUMBERS
    const steps = ways[PATH.steps * paths + path]
    const way = this.#way
    way.steps = steps
    way.row1 = ways[PATH.row1 * paths + path]
    way.row2 = ways[PATH.row2 * paths + path]
    way.row3 = ways[PATH.row3 * paths + path]
    way.col1 = ways[PATH.col1 * paths + path]
    way.col2 = ways[PATH.col2 * paths + path]
    way.col3 = ways[PATH.col3 * paths + path]
    const { posts, txHeightM, antennaM, rxHeightM: askedM } = job
    const ground = this.#ground
    if (!heightsAlong(posts, way, antennaM, ground.heightsM)) return false
    const rxHeightM = job.receiverFollowsGround ? askedM : askedM - ground.heightsM[steps]
    if (!(rxHeightM >= RX_LIMIT.minimum && rxHeightM <= RX_LIMIT.maximum)) return false
    ground.measure(steps, distanceM / steps)
    const surface = surfaceRefractivity(job.refractivity, ground.meanHeightM)
    if (!(surface >= SURFACE_REFRACTIVITY.minimum && surface <= SURFACE_REFRACTIVITY.maximum)) return false
    const gammaE = effectiveCurvature(surface)
    const geometry = this.#geometry
    geometry.find(ground, gammaE, txHeightM, rxHeightM)
    columns[ITM_PATH.gammaE * paths + path] = gammaE
    columns[ITM_PATH.refractivity * paths + path] = surface
    columns[ITM_PATH.deltaHM * paths + path] = geometry.deltaHM
    columns[ITM_PATH.txAngle * paths + path] = ground.txAngle
    columns[ITM_PATH.rxAngle * paths + path] = ground.rxAngle
    columns[ITM_PATH.txHorizonM * paths + path] = ground.txHorizonM
    columns[ITM_PATH.rxHorizonM * paths + path] = ground.rxHorizonM
    columns[ITM_PATH.txEffectiveM * paths + path] = geometry.txEffectiveM
    columns[ITM_PATH.rxEffectiveM * paths + path] = geometry.rxEffectiveM
    columns[ITM_PATH.rxHeightM * paths + path] = rxHeightM
    return true
  }
}
