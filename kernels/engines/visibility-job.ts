/** Jobs of visibility engines and their results. */

import type { Azimuths } from '../geodesy/azimuths.ts'
import type { RasterGrid } from '../geodesy/raster-grid.ts'
import type { PostWindow } from '../terrain/window.ts'

export interface LosJob {
  window: PostWindow
  grid: RasterGrid
  rangeM: number
  /** Receiving antenna: above ground, or (AMSL) relative to the transmitting antenna. */
  receiverM: number
  receiverFollowsGround: boolean
  /** Effective earth radius factor; 0 = flat earth. */
  kFactor: number
  /** The engine may leave cells in other directions UNKNOWN; `undefined`: all directions. */
  azimuths?: Azimuths | undefined
}

/** Part of the first Fresnel zone's radius that has to be clear, 0 to 1. */
export interface Zone {
  fraction: number
  frequencyMhz: number
}

export interface LosResult {
  /** rows × cols of the grid, row 0 = north: VISIBLE, BLOCKED or UNKNOWN. */
  visibility: Uint8Array
  /** Cells whose centre is within range. */
  cellsInRange: number
  /** Cells that float64 decided. */
  settled: number
}

export interface LosOptions {
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
  /** How many items go through the device together, at most (and by default) ITEMS. The raster does not depend on it. */
  itemsPerCall?: number
  /** Into how many parts threads cut the octants, by default as many as are ready. The raster does not depend on it. */
  parts?: number
}
