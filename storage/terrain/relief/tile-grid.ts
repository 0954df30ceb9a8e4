import type { Bounds } from '../types.ts'

/** Pixels per side of a tile; also the unit of positions in a tile. */
export const TILE_PX = 256
/** Pixels per side of a large tile: four tiles of the next zoom, plus one pixel of margin so that contours meet. */
export const LARGE_PX = 2 * TILE_PX
export const LARGE_MARGIN_PX = 1
export const MAXIMUM_ZOOM = 22

/** Tile of the Web Mercator square: 2^z tiles per side, x from west, y from north. */
export interface TileAddress {
  z: number
  x: number
  y: number
}

/** Width of a pixel at zoom 0 at the equator, in metres. */
const PIXEL_M = (2 * Math.PI * 6_378_137) / TILE_PX

/** True if a tile with the address exists. */
export function isTile({ z, x, y }: TileAddress): boolean {
  const isIn = (number: number, end: number) => Number.isInteger(number) && number >= 0 && number < end
  return isIn(z, MAXIMUM_ZOOM + 1) && isIn(x, 2 ** z) && isIn(y, 2 ** z)
}

/** Latitude of a position in pixels south of the northern edge of a tile. */
export function latitudeAt({ z, y }: TileAddress, down: number): number {
  const mercator = Math.PI * (1 - (2 * (y + down / TILE_PX)) / 2 ** z)
  return (Math.atan(Math.sinh(mercator)) * 180) / Math.PI
}

export function longitudeAt({ z, x }: TileAddress, right: number): number {
  return (360 * (x + right / TILE_PX)) / 2 ** z - 180
}

/** Fractional pixel row of a latitude at a zoom. */
export function rowAt(z: number, latDeg: number): number {
  return (0.5 - Math.asinh(Math.tan((latDeg * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z
}

export function columnAt(z: number, lonDeg: number): number {
  return ((lonDeg + 180) / 360) * 2 ** z
}

/** Bounds of a tile with a margin in pixels; longitudes continue beyond ±180°. */
export function boundsOfTile(tile: TileAddress, marginPx = 0): Bounds {
  return {
    northDeg: latitudeAt(tile, -marginPx),
    southDeg: latitudeAt(tile, TILE_PX + marginPx),
    westDeg: longitudeAt(tile, -marginPx),
    eastDeg: longitudeAt(tile, TILE_PX + marginPx),
  }
}

/** Lowest zoom with pixels of at most the given width at the equator. */
export function zoomOf(pixelM: number): number {
  return Math.min(MAXIMUM_ZOOM, Math.max(0, Math.ceil(Math.log2(PIXEL_M / pixelM))))
}
