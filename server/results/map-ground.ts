import type { Relief } from '../../storage/terrain/relief/relief.ts'
import {
  columnAt,
  MAXIMUM_ZOOM,
  rowAt,
  type TileAddress,
  zoomOf,
} from '../../storage/terrain/relief/tile-grid.ts'
import type { NamedPlace } from '../config/places.ts'
import type { Circle } from './products/circle.ts'
import { frameBounds, metresPerPixel } from './products/map/frame.ts'
import type { Ground, GroundTile } from './products/map/relief.ts'

/** Maximum number of relief tiles under a map; a tile is 256 pixels wide. */
const MAXIMUM_TILES = 144
/** Number of finer zoom levels to try if the fitting zoom has too many posts per tile. */
const FINER_ZOOMS = 2
const MAP_EDGE_DEG = 85.05

/**
 * Relief tiles under a map, of about the map's resolution. Tiles are read one at a time, so that other requests get
 * tiles in between. `undefined` if no zoom has few enough posts, or if all heights are unknown.
 */
export async function groundOf(relief: Pick<Relief, 'tile'>, circle: Circle): Promise<Ground | undefined> {
  const coarsest = fittingZoom(circle)
  for (let z = coarsest; z <= Math.min(MAXIMUM_ZOOM, coarsest + FINER_ZOOMS); z++) {
    const addresses = tilesUnder(circle, z)
    if (addresses.length > MAXIMUM_TILES) return undefined
    const tiles = await readAll(relief, addresses)
    if (tiles) return { z, tiles }
  }
  return undefined
}

const MAXIMUM_PLACES = 300

export function placesUnder(places: readonly NamedPlace[], circle: Circle): NamedPlace[] {
  if (places.length === 0) return []
  const bounds = frameBounds(circle)
  const isWithin = (place: NamedPlace) =>
    place.latDeg >= bounds.southDeg &&
    place.latDeg <= bounds.northDeg &&
    [-360, 0, 360].some(
      (turn) => place.lonDeg + turn >= bounds.westDeg && place.lonDeg + turn <= bounds.eastDeg,
    )
  return places.filter(isWithin).slice(0, MAXIMUM_PLACES)
}

/** Reads all tiles; `undefined` if a tile has too many posts at the zoom. */
async function readAll(
  relief: Pick<Relief, 'tile'>,
  addresses: readonly TileAddress[],
): Promise<GroundTile[] | undefined> {
  const tiles: GroundTile[] = []
  for (const address of addresses) {
    const tile = await relief.tile({ ...address, form: 'gaps' })
    if (tile === undefined) return undefined
    tiles.push({ x: address.x, y: address.y, png: tile.png })
  }
  return tiles
}

/** Zoom with about the pixel size of the map, limited by the number of tiles. */
function fittingZoom(circle: Circle): number {
  const widest = Math.cos((Math.min(MAP_EDGE_DEG, Math.abs(circle.latDeg)) * Math.PI) / 180)
  // Tile pixels up to a fifth wider than map pixels look as good and may need only a quarter of the tiles.
  let z = zoomOf((1.2 * metresPerPixel(circle.rangeM)) / widest)
  while (z > 0 && tilesUnder(circle, z).length > MAXIMUM_TILES) z--
  return z
}

function tilesUnder(circle: Circle, z: number): TileAddress[] {
  const bounds = frameBounds(circle)
  const side = 2 ** z
  const [north, south] = [bounds.northDeg, bounds.southDeg].map((deg) =>
    Math.min(
      side - 1,
      Math.max(0, Math.floor(rowAt(z, Math.min(MAP_EDGE_DEG, Math.max(-MAP_EDGE_DEG, deg))))),
    ),
  )
  // Columns are relative to the first one; a map around a pole has all columns.
  const west = Math.floor(columnAt(z, bounds.westDeg))
  const cols = Math.min(side, Math.floor(columnAt(z, bounds.eastDeg)) - west + 1)
  return Array.from({ length: (south - north + 1) * cols }, (_, index) => {
    const x = west + (index % cols)
    return { z, x: ((x % side) + side) % side, y: north + Math.floor(index / cols) }
  })
}
