/** The geometry of the paths of a piece, in float64: what ITM's kernel is told of each. */

import { PATHS, type Piece } from '../../../profiles/piece.ts'
import { MOST_STEPS } from '../../../profiles/steps.ts'
import { heightsAlong, type PostHeights, type Way } from '../../../terrain/ground.ts'
import { effectiveCurvature, surfaceRefractivity } from '../earth.ts'
import { ITM_LIMITS, SURFACE_REFRACTIVITY } from '../limits.ts'
import { GroundGeometry } from './ground-geometry.ts'
import { PathGround } from './path-ground.ts'

/** Numbers a path, in the order that `pathLoss` reads them. */
export const GEOMETRY_COLUMNS = 11
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
   * Describes the paths of a piece in `columns` [GEOMETRY_COLUMNS][PATHS]. Distance 0
   * says that ITM has no answer: unknown ground, or heights at which it does not hold.
   */
  describe(job: GeometryJob, { columns: ways, distancesM, count }: Paths, columns: Float32Array): void {
    for (let path = 0; path < count; path++) {
      const distanceM = distancesM[path]
      columns[path] = this.#describe(job, ways, distanceM, path, columns) ? distanceM : 0
    }
  }

  #describe(
    job: GeometryJob,
    ways: Float32Array,
    distanceM: number,
    path: number,
    columns: Float32Array,
  ): boolean {
    const steps = ways[path]
    const way = this.#way
    way.steps = steps
    way.row1 = ways[2 * PATHS + path]
    way.row2 = ways[3 * PATHS + path]
    way.row3 = ways[4 * PATHS + path]
    way.col1 = ways[5 * PATHS + path]
    way.col2 = ways[6 * PATHS + path]
    way.col3 = ways[7 * PATHS + path]
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
    columns[PATHS + path] = gammaE
    columns[2 * PATHS + path] = surface
    columns[3 * PATHS + path] = geometry.deltaHM
    columns[4 * PATHS + path] = ground.txAngle
    columns[5 * PATHS + path] = ground.rxAngle
    columns[6 * PATHS + path] = ground.txHorizonM
    columns[7 * PATHS + path] = ground.rxHorizonM
    columns[8 * PATHS + path] = geometry.txEffectiveM
    columns[9 * PATHS + path] = geometry.rxEffectiveM
    columns[10 * PATHS + path] = rxHeightM
    return true
  }
}
