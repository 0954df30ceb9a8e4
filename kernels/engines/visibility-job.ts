/** Jobs of visibility engines, and their results. */

import type { Azimuths } from '../geodesy/azimuths.ts'
import type { RasterGrid } from '../geodesy/raster-grid.ts'
import type { PostWindow } from '../terrain/window.ts'
import type { SquaresOptions } from '../threads/squares.ts'

export interface LosJob {
  window: PostWindow
  grid: RasterGrid
  rangeM: number
  /** Receiving antenna height: above ground, or above the transmitting antenna if given above sea level. */
  receiverM: number
  receiverFollowsGround: boolean
  /** Effective earth radius factor k; 0 for a flat earth. */
  kFactor: number
  /** Requested azimuths: cells in other directions may stay UNKNOWN; `undefined`: all directions. */
  azimuths?: Azimuths | undefined
}

/** Fraction of the first Fresnel zone's radius that has to be clear, 0 to 1. */
export interface Zone {
  fraction: number
  frequencyMhz: number
}

export interface LosResult {
  /** Classes VISIBLE, BLOCKED or UNKNOWN, rows × cols of the grid, row 0 = north. */
  visibility: Uint8Array
  /** Number of cells whose center is within range. */
  cellsInRange: number
  /** Number of cells resolved by per-cell rays in float64. */
  settled: number
  /**
   * Minimum receiver height in metres above ground for visibility of each cell, 0 where the ground is
   * visible; NaN out of range, or undecided due to unknown ground. `undefined` unless requested.
   */
  minHeightM?: Float32Array | undefined
}

export interface LosOptions extends Omit<SquaresOptions, 'side'> {
  /** Maximum number of work items per device call; default: ITEMS. Every number gives the same raster. */
  itemsPerCall?: number
  /** Number of shares of the octants; any number gives the same raster. Default: number of ready threads. */
  parts?: number
}
