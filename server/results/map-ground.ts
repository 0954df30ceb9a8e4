import type { Relief } from '../../storage/terrain/relief/relief.ts'
import {
  columnAt,
  MAXIMUM_ZOOM,
  rowAt,
  type TileAddress,
  zoomOf,
} from '../../storage/terrain/relief/tile-grid.ts'
import type { NamedPlace } from '../config/places.ts'
import { frameBounds, metresPerPixel } from './products/map/frame.ts'
import type { Ground, GroundTile } from './products/map/relief.ts'

/** Of one map; each is 256 pixels wide. */
const MAXIMUM_TILES = 144
/** Ground with too many posts for the fitting zoom may have few enough for the next ones. */
const FINER_ZOOMS = 2
const MAP_EDGE_DEG = 85.05

/**
 * The service's own elevation under the map of a transmitter's range: tiles about as fine as its pixels, one at a time, as others
 * ask for tiles too. None where the ground has too many posts, or nothing of it is known.
 */
export async function groundOf(
  relief: Pick<Relief, 'tile'>,
  latDeg: number,
  lonDeg: number,
  rangeM: number,
): Promise<Ground | undefined> {
  const coarsest = fittingZoom(latDeg, lonDeg, rangeM)
  for (let z = coarsest; z <= Math.min(MAXIMUM_ZOOM, coarsest + FINER_ZOOMS); z++) {
    const addresses = tilesUnder(latDeg, lonDeg, rangeM, z)
    if (addresses.length > MAXIMUM_TILES) return undefined
    const tiles = await readAll(relief, addresses)
    if (tiles) return { z, tiles }
  }
  return undefined
}

/** Names that a picture has room for, and some more. */
const MAXIMUM_PLACES = 300

/** The operator's places on the map of a circle, in their order. */
export function placesUnder(
  places: readonly NamedPlace[],
  { latDeg, lonDeg, rangeM }: { latDeg: number; lonDeg: number; rangeM: number },
): NamedPlace[] {
  if (places.length === 0) return []
  const bounds = frameBounds(latDeg, lonDeg, rangeM)
  const isWithin = (place: NamedPlace) =>
    place.latDeg >= bounds.southDeg &&
    place.latDeg <= bounds.northDeg &&
    [-360, 0, 360].some(
      (turn) => place.lonDeg + turn >= bounds.westDeg && place.lonDeg + turn <= bounds.eastDeg,
    )
  return places.filter(isWithin).slice(0, MAXIMUM_PLACES)
}

/** `undefined`: one has too many posts at this zoom. */
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

/** Whose pixels are about as large as those of the map, in at most so many tiles. */
function fittingZoom(latDeg: number, lonDeg: number, rangeM: number): number {
  const widest = Math.cos((Math.min(MAP_EDGE_DEG, Math.abs(latDeg)) * Math.PI) / 180)
  // Up to a fifth coarser is as good, and a quarter of the tiles.
  let z = zoomOf((1.2 * metresPerPixel(rangeM)) / widest)
  while (z > 0 && tilesUnder(latDeg, lonDeg, rangeM, z).length > MAXIMUM_TILES) z--
  return z
}

function tilesUnder(latDeg: number, lonDeg: number, rangeM: number, z: number): TileAddress[] {
  const bounds = frameBounds(latDeg, lonDeg, rangeM)
  const side = 2 ** z
  const [north, south] = [bounds.northDeg, bounds.southDeg].map((deg) =>
    Math.min(
      side - 1,
      Math.max(0, Math.floor(rowAt(z, Math.min(MAP_EDGE_DEG, Math.max(-MAP_EDGE_DEG, deg))))),
    ),
  )
  // In turns of the globe; a frame about a pole has all columns.
  const west = Math.floor(columnAt(z, bounds.westDeg))
  const cols = Math.min(side, Math.floor(columnAt(z, bounds.eastDeg)) - west + 1)
  return Array.from({ length: (south - north + 1) * cols }, (_, index) => {
    const x = west + (index % cols)
    return { z, x: ((x % side) + side) % side, y: north + Math.floor(index / cols) }
  })
}
