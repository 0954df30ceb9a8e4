/**
 * From losses along rays to the cells of a raster, bilinear in azimuth and distance. What is interpolated is the
 * excess over free space: free space itself bends too much near the transmitter, and is added at the cell's own
 * distance. Cells nearer than the first step take the excess there.
 */

import type { AzimuthalFrame } from '../azimuthal.ts'
import type { RasterGrid } from '../raster-grid.ts'
import type { RayLayout } from './rays.ts'

/** 20·log10 of the slant distance: all of free space that depends on the place. */
function spreadingDb(distanceM: number, heightDifferenceM: number): number {
  return 10 * Math.log10(Math.max(1, distanceM * distanceM + heightDifferenceM * heightDifferenceM))
}

/** Turns losses [rays][steps] into excesses, in place; `heightDifferenceM` is that between the antennas at the mast. */
export function toExcess(
  losses: Float32Array,
  { steps, spacingM }: Pick<RayLayout, 'steps' | 'spacingM'>,
  heightDifferenceM: number,
): void {
  const spreading = Float64Array.from({ length: steps }, (_, step) =>
    spreadingDb(step * spacingM, heightDifferenceM),
  )
  for (let ray = 0; ray < losses.length; ray += steps) {
    for (let step = 1; step < steps; step++) losses[ray + step] -= spreading[step]
    losses[ray] = losses[ray + 1]
  }
}

export interface CellsJob {
  grid: RasterGrid
  frame: AzimuthalFrame
  rangeM: number
  heightDifferenceM: number
}

/**
 * Losses of one row of cells, row 0 = north; NaN out of range and where one of the four points around is NaN. Returns how
 * many cells are within range.
 */
export function lossesOfRow(
  excess: Float32Array,
  { rays, steps, spacingM }: RayLayout,
  { grid, frame, rangeM, heightDifferenceM }: CellsJob,
  row: number,
  into: Float32Array,
): number {
  const { halfRows, halfCols, cols, cellLatDeg, cellLonDeg } = grid
  const raysARadian = rays / (2 * Math.PI)
  frame.setRow((halfRows - row) * cellLatDeg)
  let inRange = 0
  for (let col = 0; col < cols; col++) {
    const dLonDeg = (col - halfCols) * cellLonDeg
    const x = frame.xInRow(dLonDeg)
    const y = frame.yInRow(dLonDeg)
    const distanceM = Math.sqrt(x * x + y * y)
    if (distanceM > rangeM) {
      into[col] = Number.NaN
      continue
    }
    inRange++
    const along = distanceM / spacingM
    const step = Math.min(Math.floor(along), steps - 2)
    const azimuth = Math.atan2(x, y) * raysARadian
    const turn = azimuth < 0 ? azimuth + rays : azimuth
    const ray = Math.min(Math.floor(turn), rays - 1)
    const aside = Math.min(1, turn - ray)
    const out = Math.min(1, along - step)
    const near = ray * steps + step
    const far = (ray + 1 === rays ? 0 : ray + 1) * steps + step
    const first = between(excess[near], excess[far], aside)
    const second = between(excess[near + 1], excess[far + 1], aside)
    into[col] = between(first, second, out) + spreadingDb(distanceM, heightDifferenceM)
  }
  return inRange
}

/** What has no weight may be unknown. */
function between(a: number, b: number, weight: number): number {
  return weight === 0 ? a : weight === 1 ? b : a + weight * (b - a)
}
