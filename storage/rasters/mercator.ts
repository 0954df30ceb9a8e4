import type { RasterGeometry } from './types.ts'

/** Latitude of the edge of the Web Mercator square (EPSG:3857) and its tiles. */
const MAP_EDGE_DEG = 85.0511287798066
/** Bound for rasters beyond the map's edge, as the pole is infinitely far away. */
const FAR_NORTH_DEG = 89.99

const RADIANS = Math.PI / 180

/** Radius of the sphere of EPSG:3857. */
export const EARTH_RADIUS_M = 6_378_137
/** Maximum width and height of a picture. */
export const MAX_SIDE_PX = 2048

/** Northing in Web Mercator on a sphere of radius 1; same unit as a longitude in radians. */
export function mercatorY(latDeg: number): number {
  return Math.asinh(Math.tan(latDeg * RADIANS))
}

export function latitudeDeg(y: number): number {
  return Math.atan(Math.sinh(y)) / RADIANS
}

/**
 * West, south, east and north in degrees of the picture of a raster: the raster's bounds, cut at the edge of Web
 * Mercator. East exceeds 180 if the raster crosses the date line.
 */
export function mercatorBounds(geometry: RasterGeometry): [number, number, number, number] {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const southDeg = northDeg - rows * cellLatDeg
  const isOnMap = southDeg < MAP_EDGE_DEG && northDeg > -MAP_EDGE_DEG
  const limitDeg = isOnMap ? MAP_EDGE_DEG : FAR_NORTH_DEG
  const clamp = (latDeg: number) => Math.min(limitDeg, Math.max(-limitDeg, latDeg))
  return [westDeg, clamp(southDeg), westDeg + cols * cellLonDeg, clamp(northDeg)]
}

/** Row and column of the raster under the center of each pixel of a picture. */
export interface PictureGrid {
  widthPx: number
  heightPx: number
  /** Per pixel row; never decreases. */
  rowOfPixel: Int32Array
  /** Per pixel column; never decreases. */
  colOfPixel: Int32Array
}

/** One pixel per column of the raster, unless a side would exceed `maxSidePx`. Pixels are square in Mercator. */
export function pictureGrid(geometry: RasterGeometry, maxSidePx: number): PictureGrid {
  const { rows, cols, northDeg, cellLatDeg, cellLonDeg } = geometry
  const [, southDeg, , boundNorthDeg] = mercatorBounds(geometry)
  const northY = mercatorY(boundNorthDeg)
  const spanY = northY - mercatorY(southDeg)
  const heightPerWidth = spanY / (cols * cellLonDeg * RADIANS)

  const scale = Math.min(1, maxSidePx / cols, maxSidePx / (cols * heightPerWidth))
  const widthPx = Math.max(1, Math.round(cols * scale))
  const heightPx = Math.min(maxSidePx, Math.max(1, Math.round(cols * scale * heightPerWidth)))

  const colOfPixel = new Int32Array(widthPx)
  for (let x = 0; x < widthPx; x++) colOfPixel[x] = Math.floor(((x + 0.5) * cols) / widthPx)
  const rowOfPixel = new Int32Array(heightPx)
  for (let y = 0; y < heightPx; y++) {
    const latDeg = latitudeDeg(northY - ((y + 0.5) * spanY) / heightPx)
    rowOfPixel[y] = Math.min(rows - 1, Math.max(0, Math.floor((northDeg - latDeg) / cellLatDeg)))
  }
  return { widthPx, heightPx, rowOfPixel, colOfPixel }
}
