import { discExtent, metresPerDegree } from './azimuthal.ts'

/** A result raster: square cells of the asked resolution at the transmitter, which stands on the centre of one. */
export interface RasterGrid {
  /** The transmitter's cell; the raster is 2·halfRows + 1 by 2·halfCols + 1. */
  halfRows: number
  halfCols: number
  rows: number
  cols: number
  cellLatDeg: number
  cellLonDeg: number
  /** Outer corner of the first cell; never west of −180°, so what crosses the date line goes on in the east. */
  northDeg: number
  westDeg: number
}

/** The raster that holds the disc of `rangeM` about the transmitter. */
export function rasterGrid(latDeg: number, lonDeg: number, resolutionM: number, rangeM: number): RasterGrid {
  const perDegree = metresPerDegree(latDeg)
  const cellLatDeg = resolutionM / perDegree.lat
  const cellLonDeg = resolutionM / perDegree.lon
  const extent = discExtent(latDeg, rangeM)
  const halfRows = Math.ceil(Math.max(extent.northDeg, extent.southDeg) / cellLatDeg)
  const halfCols = Math.ceil(extent.eastDeg / cellLonDeg)
  const westDeg = lonDeg - (halfCols + 0.5) * cellLonDeg
  return {
    halfRows,
    halfCols,
    rows: 2 * halfRows + 1,
    cols: 2 * halfCols + 1,
    cellLatDeg,
    cellLonDeg,
    northDeg: latDeg + (halfRows + 0.5) * cellLatDeg,
    westDeg: westDeg < -180 ? westDeg + 360 : westDeg,
  }
}
