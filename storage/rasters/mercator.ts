import type { RasterGeometry } from './types.ts'

/** Northern edge of the Web Mercator square (EPSG:3857) and of its map tiles, in degrees of latitude. */
const MAP_EDGE_DEG = 85.0511287798066
/** Maximum latitude for rasters beyond the edge of the map; in Mercator the pole is infinitely far away. */
const FAR_NORTH_DEG = 89.99

const RADIANS = Math.PI / 180

/** Radius of the sphere used by EPSG:3857, in metres. */
export const EARTH_RADIUS_M = 6_378_137
/** Maximum width and height of a picture, in pixels. */
export const MAX_SIDE_PX = 2048

/** Northing in Web Mercator on a sphere of radius 1, so one radian of longitude has length 1. */
export function mercatorY(latDeg: number): number {
  return Math.asinh(Math.tan(latDeg * RADIANS))
}

export function latitudeDeg(y: number): number {
  return Math.atan(Math.sinh(y)) / RADIANS
}

/**
 * West, south, east and north of the picture of a raster, in degrees: the bounds of the raster, cut at the
 * edge of Web Mercator. East exceeds 180 if the raster crosses the antimeridian.
 */
export function mercatorBounds(geometry: RasterGeometry): [number, number, number, number] {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const southDeg = northDeg - rows * cellLatDeg
  const isOnMap = southDeg < MAP_EDGE_DEG && northDeg > -MAP_EDGE_DEG
  const limitDeg = isOnMap ? MAP_EDGE_DEG : FAR_NORTH_DEG
  const clamp = (latDeg: number) => Math.min(limitDeg, Math.max(-limitDeg, latDeg))
  return [westDeg, clamp(southDeg), westDeg + cols * cellLonDeg, clamp(northDeg)]
}

/** Rows and columns of the raster cells under the centers of a picture's pixels. */
export interface PictureGrid {
  widthPx: number
  heightPx: number
  /** Raster row by pixel row; values never decrease. */
  rowOfPixel: Int32Array
  /** Raster column by pixel column; values never decrease. */
  colOfPixel: Int32Array
}

/** Grid with one pixel per raster column, but at most `maxSidePx` per side. Pixels are square in Mercator. */
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
