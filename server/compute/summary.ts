import { inverse, metresPerDegree } from '../../kernels/azimuthal.ts'
import { BLOCKED, VISIBLE } from '../../kernels/los/engine.ts'
import type { RasterGrid } from '../../kernels/raster-grid.ts'
import type { ComputeResult } from './protocol.ts'

/** Counts the classes within range, the visible area, and the distance to the farthest visible cell. */
export function summarize(
  visibility: Uint8Array,
  grid: RasterGrid,
  params: { tx_lat: number; tx_lon: number; resolution: number; max_range: number },
): ComputeResult['summary'] {
  const { rows, cols, halfRows, halfCols, cellLatDeg, cellLonDeg } = grid
  let visible = 0
  let blocked = 0
  let visibleKm2 = 0
  let farthest = { approximateM: -1, row: halfRows, col: halfCols }
  for (let row = 0; row < rows; row++) {
    const latDeg = params.tx_lat + (halfRows - row) * cellLatDeg
    const perDegree = metresPerDegree(latDeg)
    const northM = (row - halfRows) * cellLatDeg * perDegree.lat
    let inRow = 0
    let first = -1
    let last = -1
    for (let col = 0, at = row * cols; col < cols; col++, at++) {
      if (visibility[at] === VISIBLE) {
        inRow++
        if (first < 0) first = col
        last = col
      } else if (visibility[at] === BLOCKED) blocked++
    }
    visible += inRow
    visibleKm2 += (inRow * cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
    for (const col of [first, last]) {
      if (col < 0) continue
      const approximateM = Math.hypot(northM, (col - halfCols) * cellLonDeg * perDegree.lon)
      if (approximateM > farthest.approximateM) farthest = { approximateM, row, col }
    }
  }
  const { distanceM } = inverse(
    params.tx_lat,
    0,
    params.tx_lat + (halfRows - farthest.row) * cellLatDeg,
    (farthest.col - halfCols) * cellLonDeg,
  )
  const cells = Math.ceil(Math.PI * ((1000 * params.max_range) / params.resolution) ** 2)
  return {
    visible,
    blocked,
    unknown: Math.max(0, cells - visible - blocked),
    visible_km2: Number(visibleKm2.toFixed(3)),
    farthest_km: Number((distanceM / 1000).toFixed(3)),
  }
}
