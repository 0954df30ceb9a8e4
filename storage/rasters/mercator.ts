import type { RasterGeometry } from './types.ts'

/** The latitude at which Web Mercator (EPSG:3857) ends as a square, and with it every map made of its tiles. */
const MAP_EDGE_DEG = 85.0511287798066
/** Rasters wholly beyond the map's edge still get a picture, but the pole itself is infinitely far away. */
const FAR_NORTH_DEG = 89.99

const RADIANS = Math.PI / 180

/** Of the sphere of EPSG:3857. */
export const EARTH_RADIUS_M = 6_378_137
/** A picture is at most so many pixels wide and high. */
export const MAX_SIDE_PX = 2048

/** Northing in Web Mercator on a sphere of radius 1; the same unit as a longitude in radians. */
export function mercatorY(latDeg: number): number {
  return Math.asinh(Math.tan(latDeg * RADIANS))
}

export function latitudeDeg(y: number): number {
  return Math.atan(Math.sinh(y)) / RADIANS
}

/**
 * West, south, east and north in degrees of the picture of a raster: the raster's own bounds, cut where Web Mercator
 * ends. East goes beyond 180 when the raster crosses the date line.
 */
export function mercatorBounds(geometry: RasterGeometry): [number, number, number, number] {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const southDeg = northDeg - rows * cellLatDeg
  const isOnMap = southDeg < MAP_EDGE_DEG && northDeg > -MAP_EDGE_DEG
  const limitDeg = isOnMap ? MAP_EDGE_DEG : FAR_NORTH_DEG
  const clamp = (latDeg: number) => Math.min(limitDeg, Math.max(-limitDeg, latDeg))
  return [westDeg, clamp(southDeg), westDeg + cols * cellLonDeg, clamp(northDeg)]
}

/** For each pixel of a picture, the row and the column of the raster under its centre. */
export interface PictureGrid {
  widthPx: number
  heightPx: number
  /** One a pixel row; never decreases. */
  rowOfPixel: Int32Array
  /** One a pixel column; never decreases. */
  colOfPixel: Int32Array
}

/** A pixel a column of the raster, unless that makes a side longer than `maxSidePx`. Pixels are square in Mercator. */
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
