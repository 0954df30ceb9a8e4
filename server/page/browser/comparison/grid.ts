import type { Corner } from '../../../client/areas.ts'

/** Pixels per side of a result tile; the service offers tiles of this size. */
export const TILE_PX = 512

export interface TileIndex {
  z: number
  x: number
  y: number
}

export type Bounds = [number, number, number, number]

/** Tiles on the map: bin numbers, or tiles that the service has colored. */
export interface DrawnTiles {
  /** Path template, including the query. */
  path: string
  bounds: Bounds
  maxzoom: number
}

/** Pixel values of a comparison: sum of 1 if the first result covers the pixel, and 2 if the second does. */
export const outcomes = { lost: 1, gained: 2, both: 3 } as const
export type Outcome = keyof typeof outcomes

const MAXIMUM_TILES = 4
const EQUATOR_KM = 40_075.017
const RAD = Math.PI / 180

export function tilesOver(bounds: Bounds, maxzoom: number): TileIndex[] {
  for (let z = maxzoom; ; z--) {
    const { columns, rows } = rangeAt(bounds, z)
    if (columns * rows <= MAXIMUM_TILES || z === 0) return tilesAt(bounds, z)
  }
}

export function tilesAt(bounds: Bounds, z: number): TileIndex[] {
  const { left, top, columns, rows } = rangeAt(bounds, z)
  return Array.from({ length: columns * rows }, (_, index) => ({
    z,
    x: left + (index % columns),
    y: top + Math.floor(index / columns),
  }))
}

/** Zoom level at which the bounds fit into a size in pixels. */
export function fittingZoom(
  [west, south, east, north]: Bounds,
  [widthPx, heightPx]: readonly [number, number],
) {
  const wide = (east - west) / 360
  const high = northingOf(south) - northingOf(north)
  return Math.log2(Math.min(widthPx / wide, heightPx / high) / TILE_PX)
}

/** Web Mercator y as a fraction of the map's height, from the northern edge. */
export function northingOf(lat: number): number {
  return (1 - Math.log(Math.tan(Math.PI / 4 + (lat * RAD) / 2)) / Math.PI) / 2
}

export function boundsOf(corners: readonly Corner[]): Bounds {
  return corners.map(([lon, lat]): Bounds => [lon, lat, lon, lat]).reduce(unionOf)
}

export function unionOf(one: Bounds, other: Bounds): Bounds {
  const [west, south] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])]
  return [west, south, Math.max(one[2], other[2]), Math.max(one[3], other[3])]
}

function rangeAt([west, south, east, north]: Bounds, z: number) {
  const side = 2 ** z
  const column = (lon: number) => Math.min(side - 1, Math.floor(((lon + 180) / 360) * side))
  const row = (lat: number) => Math.max(0, Math.min(side - 1, Math.floor(northingOf(lat) * side)))
  const [left, top] = [column(west), row(north)]
  return { left, top, columns: column(east) - left + 1, rows: row(south) - top + 1 }
}

export function tilePath(template: string, index: TileIndex): string {
  return template.replace(/\{([xyz])\}/g, (_, name: keyof TileIndex) => String(index[name]))
}

/** Area in km² of a pixel in one row of a tile. */
function pixelKm2({ z, y }: TileIndex, row: number): number {
  const pixelsAround = TILE_PX * 2 ** z
  const northing = Math.PI * (1 - (2 * (y * TILE_PX + row + 0.5)) / pixelsAround)
  return (EQUATOR_KM / pixelsAround / Math.cosh(northing)) ** 2
}

/** Adds the area of a tile's pixels in km² to sums by pixel value; `within` has 0 for pixels left out. */
export function addAreas(
  sums: Float64Array,
  pixels: ArrayLike<number>,
  tile: TileIndex,
  within?: Uint8Array,
): void {
  for (let row = 0; row < TILE_PX; row++) {
    const km2 = pixelKm2(tile, row)
    for (let at = row * TILE_PX; at < (row + 1) * TILE_PX; at++) {
      const value = pixels[at] ?? 0
      if (within?.[at] !== 0) sums[value] = (sums[value] ?? 0) + km2
    }
  }
}

/** Path template and finest zoom of large tiles of bin numbers; each covers four tiles of the next zoom. */
export function binTiles({ bins, maxzoom }: { bins: { tiles: readonly string[] }; maxzoom: number }) {
  const [address = ''] = bins.tiles
  const path = address.replace(/^https?:\/\/[^/]+/, '')
  return {
    path: `${path}${path.includes('?') ? '&' : '?'}size=${TILE_PX}`,
    maxzoom: Math.max(0, maxzoom - 1),
  }
}
