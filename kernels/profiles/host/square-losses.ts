/** Losses of squares of a raster's cells in float64, each over its own path and all the ground on it. */

import { CellPositions, type CellSquare } from '../../geodesy/cell-positions.ts'
import { GeodesicPathInSegments, type GeodesicTable } from '../../geodesy/geodesic-segments.ts'
import type { CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import { ModelInputError, type PathLossModel } from '../../model.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { groundAtM } from '../../terrain/parts.ts'
import type { PostGrid } from '../../terrain/window.ts'
import { ProfileSampler } from '../profile-sampler.ts'
import { NEAREST_M } from '../steps.ts'

/** Plain data, which threads are sent; what is large is in shared memory. */
export interface SquareLossesJob {
  /** The model's name. */
  model: string
  parameters: unknown
  /** As `groundAtM` takes them. */
  parts: readonly PostGrid[]
  txLatDeg: number
  txLonDeg: number
  grid: RasterGrid
  rangeM: number
  geodesics: GeodesicTable
  /** How exact the cells' positions are. */
  toleranceM: number
  frequencyMhz: number
  antennaM: number
  rxHeightM: number
  receiverFollowsGround: boolean
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
  cellM: number
  /** Cells that get a loss; without it all. */
  only?: CellsOf
  /** Where the losses go, NaN at first. */
  lossDb: Float32Array
}

export class SquareLosses {
  readonly #job: SquareLossesJob
  readonly #model: PathLossModel
  readonly #cells: CellPositions
  readonly #path: GeodesicPathInSegments
  readonly #sampler: ProfileSampler
  readonly #txGroundM: number

  constructor(job: SquareLossesJob, model: PathLossModel) {
    const { txLatDeg, txLonDeg, parts } = job
    this.#job = job
    this.#model = model
    this.#cells = new CellPositions(txLatDeg, job.grid, job.toleranceM)
    this.#path = new GeodesicPathInSegments(job.geodesics)
    this.#sampler = new ProfileSampler(parts, txLatDeg, txLonDeg)
    this.#txGroundM = groundAtM(parts, txLatDeg, txLonDeg)
  }

  /** Computes the cells of a square; how many of them are within range. */
  compute(square: CellSquare): number {
    const { grid, rangeM, only, lossDb } = this.#job
    const cells = this.#cells
    let cellsInRange = 0
    for (const part of cells.squares(square)) {
      cells.enter(part)
      for (let row = part.firstRow; row < part.endRow; row++) {
        cells.setRow(row)
        for (let col = part.firstCol; col < part.endCol; col++) {
          cells.moveTo(col)
          if (Math.hypot(cells.eastM, cells.northM) > rangeM) continue
          cellsInRange++
          const cell = row * grid.cols + col
          if (only && only.classes[cell] !== only.value) continue
          lossDb[cell] = this.#lossTo(cells.eastM, cells.northM)
        }
      }
    }
    return cellsInRange
  }

  /** NaN where the ground is unknown or the model does not hold. */
  #lossTo(eastM: number, northM: number): number {
    const { antennaM, rxLimitsM, rxHeightM: wantedM, receiverFollowsGround, frequencyMhz } = this.#job
    const path = this.#path
    path.to(eastM, northM)
    const groundM = this.#groundAt(path.distanceM)
    const rxHeightM = receiverFollowsGround ? wantedM : wantedM - groundM
    if (!(rxHeightM >= rxLimitsM.minimum && rxHeightM <= rxLimitsM.maximum) || Number.isNaN(groundM)) {
      return Number.NaN
    }
    if (path.distanceM < NEAREST_M) {
      return freeSpaceLossDb(0, groundM + rxHeightM - antennaM, frequencyMhz / 1000)
    }
    return this.#lossOver(groundM, rxHeightM)
  }

  #lossOver(rxGroundM: number, rxHeightM: number): number {
    const { parameters, frequencyMhz, kFactor, cellM: squareM, antennaM, txLatDeg } = this.#job
    const { uses_profile, wants_equal_steps = false } = this.#model
    const path = this.#path
    const sampler = this.#sampler
    if (uses_profile && !sampler.sample(path, wants_equal_steps)) return Number.NaN
    path.moveTo(path.distanceM / 2)
    try {
      const { lossDb } = this.#model.lossOverPath(
        {
          distancesM: uses_profile ? sampler.distancesM : Float64Array.of(0, path.distanceM),
          heightsM: uses_profile ? sampler.heightsM : Float64Array.of(this.#txGroundM, rxGroundM),
          frequencyMhz,
          txHeightM: antennaM - this.#txGroundM,
          rxHeightM,
          kFactor,
          latitudeDeg: txLatDeg + path.latDeg,
          squareM,
        },
        parameters,
      )
      return lossDb
    } catch (error) {
      if (error instanceof ModelInputError) return Number.NaN
      throw error
    }
  }

  #groundAt(distanceM: number): number {
    const { parts, txLatDeg, txLonDeg } = this.#job
    this.#path.moveTo(distanceM)
    return groundAtM(parts, txLatDeg + this.#path.latDeg, txLonDeg + this.#path.lonDeg)
  }
}
