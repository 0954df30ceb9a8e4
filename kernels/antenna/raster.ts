/** The transmitting antenna over a raster: the attenuation towards the receiver of each cell. */

import { EARTH_RADIUS_M, metresPerDegree } from '../geodesy/azimuthal.ts'
import { CellPositions } from '../geodesy/cell-positions.ts'
import type { RasterGrid } from '../geodesy/raster-grid.ts'
import type { JobGround } from '../terrain/window.ts'
import { type Antenna, type AntennaLoss, antennaLoss } from './pattern.ts'

/** Of a cell: what its position may be wrong by. */
const POSITION_TOLERANCE = 0.01
/** Rows and columns of cells whose positions are found together. */
const SIDE = 64

export interface AntennaScene {
  ground: Pick<JobGround, 'antennaM' | 'overAntennaM'>
  /** Of the transmitter. */
  latDeg: number
  lonDeg: number
  grid: RasterGrid
  antenna: Antenna
  rxHeightM: number
  receiverFollowsGround: boolean
  /** 0 for a flat earth. */
  kFactor: number
}

/** How far up a receiver appears from the transmitter: the earth of k times its radius falls away by d²/(2·k·R). */
export function riseM(heightDifferenceM: number, distanceM: number, kFactor: number): number {
  return kFactor > 0 ? heightDifferenceM - distanceM ** 2 / (2 * kFactor * EARTH_RADIUS_M) : heightDifferenceM
}

export class AntennaRaster {
  readonly #scene: AntennaScene
  readonly #positions: CellPositions
  readonly #loss: AntennaLoss

  constructor(scene: AntennaScene) {
    this.#scene = scene
    const { grid, latDeg, antenna } = scene
    const toleranceM = POSITION_TOLERANCE * grid.cellLatDeg * metresPerDegree(latDeg).lat
    this.#loss = antennaLoss(antenna)
    this.#positions = new CellPositions(latDeg, grid, toleranceM)
  }

  /** Rows of which the attenuation is asked together. */
  readonly rowsAtOnce = SIDE

  /** Attenuation in dB of each cell of some rows; NaN where a receiver would stand on unknown ground. */
  rows(firstRow: number, endRow: number, into: Float32Array): void {
    const { cols } = this.#scene.grid
    const positions = this.#positions
    for (let col = 0; col < cols; col += SIDE) {
      const strip = { firstRow, endRow, firstCol: col, endCol: Math.min(cols, col + SIDE) }
      for (const square of positions.squares(strip)) {
        positions.enter(square)
        for (let row = square.firstRow; row < square.endRow; row++) {
          positions.setRow(row)
          for (let at = square.firstCol; at < square.endCol; at++) {
            positions.moveTo(at)
            into[(row - firstRow) * cols + at] = this.#attenuationDb(row, at)
          }
        }
      }
    }
  }

  /** Towards the cell whose position was found last. */
  #attenuationDb(row: number, col: number): number {
    const { ground, latDeg, lonDeg, grid, rxHeightM, receiverFollowsGround, kFactor } = this.#scene
    const { eastM, northM } = this.#positions
    const differenceM = receiverFollowsGround
      ? rxHeightM +
        ground.overAntennaM(
          latDeg + (grid.txRow - row) * grid.cellLatDeg,
          lonDeg + (col - grid.txCol) * grid.cellLonDeg,
        )
      : rxHeightM - ground.antennaM
    return this.#loss(eastM, northM, riseM(differenceM, Math.hypot(eastM, northM), kFactor))
  }
}
