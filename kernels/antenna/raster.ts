/** The transmitting antenna over a raster: the attenuation towards the receiver of each cell. */

import { AzimuthalFrame, EARTH_RADIUS_M, metresPerDegree } from '../geodesy/azimuthal.ts'
import type { RasterGrid } from '../geodesy/raster-grid.ts'
import { heightAt } from '../terrain/ground.ts'
import type { PostWindow } from '../terrain/window.ts'
import { type Antenna, type AntennaLoss, antennaLoss } from './pattern.ts'

/** Of a cell: what its position may be wrong by. */
const PLACE_TOLERANCE = 0.01

export interface AntennaScene {
  window: PostWindow
  grid: RasterGrid
  antenna: Antenna
  /** The transmitting antenna above the terrain's datum. */
  antennaM: number
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
  readonly #frame: AzimuthalFrame
  readonly #loss: AntennaLoss

  constructor(scene: AntennaScene) {
    this.#scene = scene
    const { grid, window, antenna } = scene
    this.#loss = antennaLoss(antenna)
    this.#frame = new AzimuthalFrame(
      window.txLatDeg,
      grid.halfRows * grid.cellLatDeg,
      grid.halfCols * grid.cellLonDeg,
      PLACE_TOLERANCE * grid.cellLatDeg * metresPerDegree(window.txLatDeg).lat,
    )
  }

  /** Attenuation in dB of each cell of a row; NaN where a receiver would stand on unknown ground. */
  row(row: number, into: Float32Array): void {
    const { grid, window, antennaM, rxHeightM, receiverFollowsGround, kFactor } = this.#scene
    const dLatDeg = (grid.halfRows - row) * grid.cellLatDeg
    const postRow = window.txRow - dLatDeg / window.latStepDeg
    this.#frame.setRow(dLatDeg)
    for (let col = 0; col < grid.cols; col++) {
      const dLonDeg = (col - grid.halfCols) * grid.cellLonDeg
      const eastM = this.#frame.xInRow(dLonDeg)
      const northM = this.#frame.yInRow(dLonDeg)
      const differenceM = receiverFollowsGround
        ? heightAt(window, postRow, window.txCol + dLonDeg / window.lonStepDeg) + rxHeightM
        : rxHeightM - antennaM
      into[col] = this.#loss(eastM, northM, riseM(differenceM, Math.hypot(eastM, northM), kFactor))
    }
  }
}
