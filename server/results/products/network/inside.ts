import type { RasterGeometry } from '../../../../storage/rasters/types.ts'
import { type Area, runsAt } from '../polygons.ts'

/** 1 for cells of a window with the center inside an area; `undefined` without an area. */
export function insideOf(
  geometry: RasterGeometry,
  window: { row: number; rows: number; cols: number },
  area: Area | undefined,
): Uint8Array | undefined {
  if (area === undefined) return undefined
  const { northDeg, cellLatDeg } = geometry
  const inside = new Uint8Array(window.rows * window.cols)
  for (let row = 0; row < window.rows; row++) {
    const latDeg = northDeg - (window.row + row + 0.5) * cellLatDeg
    for (const { first, end } of runsAt(area, latDeg, geometry)) {
      inside.fill(1, row * window.cols + Math.max(0, first), row * window.cols + Math.min(window.cols, end))
    }
  }
  return inside
}
