import { common } from '../plan/bounds.ts'
import { colOf, ON_POST, rectangleAround, rowOf } from '../tiles/lattice.ts'
import { ownAxisOf, resampleInto } from '../tiles/window.ts'
import type { Bounds, Terrain, TerrainPart } from '../types.ts'
import { boundsOfTile, latitudeAt, longitudeAt, TILE_PX, type TileAddress, zoomOf } from './tile-grid.ts'

/** Maximum posts per tile of 256 pixels: 5600², as at zoom 8 for one arc second. Large tiles: four times as many. */
export const MAXIMUM_POSTS = 32_000_000
/** Maximum number of files for a tile; a map cannot show the detail of more files. */
export const MAXIMUM_FILES = 2000
/** Maximum number of posts in memory at a time. */
const BAND_POSTS = 2_000_000
/** Post rows per pixel row above which only single rows of posts are read, which is then faster. */
const SPARSE_ROWS = 4

/** Range of pixels of a tile, end exclusive. */
interface PixelRange {
  first: number
  end: number
}

/** Pixels to fill: a tile and its margin. */
export interface PixelSquare {
  tile: TileAddress
  /** Pixels per side of the tile, without margin. */
  tilePx: number
  marginPx: number
}

function sideOf({ tilePx, marginPx }: PixelSquare): number {
  return tilePx + 2 * marginPx
}

export function boundsOfSquare({ tile, tilePx, marginPx }: PixelSquare): Bounds {
  return boundsOfTile(tile, (marginPx * TILE_PX) / tilePx)
}

/** Pixels of a tile with centers in a part of the ground, and number of posts around them. */
interface PartOfTile {
  part: TerrainPart
  rows: PixelRange
  cols: PixelRange
  posts: number
}

/**
 * Heights in metres at the centers of a tile's pixels, row-major, NaN if unknown: bilinear between the posts
 * of the first applicable part, as in simulations. Parts too fine for the zoom are replaced by coarser parts;
 * `undefined` if the posts are still too many. `ground`: extent of all tiles.
 */
export async function tileHeights(
  square: PixelSquare,
  terrain: Terrain,
  ground: Bounds | undefined,
): Promise<Float32Array | undefined> {
  const side = sideOf(square)
  const heightsM = new Float32Array(side * side).fill(Number.NaN)
  const bounds = ground && common(boundsOfSquare(square), ground)
  if (bounds === undefined) return heightsM
  let parts = (await terrain.openParts(bounds)).map((part) => partOfTile(square, part, bounds))
  const sum = () => parts.reduce((posts, part) => posts + part.posts, 0)
  const maximumPosts = MAXIMUM_POSTS * (square.tilePx / TILE_PX) ** 2
  while (sum() > maximumPosts && parts.length > 1) parts = parts.slice(1)
  if (sum() > maximumPosts) return undefined
  // The first part has precedence, so the first part is written last.
  for (const part of parts.reverse()) await sample(square, part, heightsM)
  return heightsM
}

function partOfTile(square: PixelSquare, part: TerrainPart, bounds: Bounds): PartOfTile {
  const { northDeg, southDeg, westDeg, eastDeg } = part.bounds
    ? (common(part.bounds, bounds) ?? bounds)
    : bounds
  const rows = rangeOf(
    sideOf(square),
    (i) => latitudeOf(square, i),
    (deg) => deg <= northDeg && deg >= southDeg,
  )
  const cols = rangeOf(
    sideOf(square),
    (i) => longitudeOf(square, i),
    (deg) => deg >= westDeg && deg <= eastDeg,
  )
  const around = rectangleAround(part.area.lattice, { northDeg, southDeg, westDeg, eastDeg }, 0)
  return { part, rows, cols, posts: around.rows * around.cols }
}

function rangeOf(
  side: number,
  degreesAt: (pixel: number) => number,
  isIn: (degrees: number) => boolean,
): PixelRange {
  let first = 0
  while (first < side && !isIn(degreesAt(first))) first++
  let end = first
  while (end < side && isIn(degreesAt(end))) end++
  return { first, end }
}

function latitudeOf({ tile, tilePx, marginPx }: PixelSquare, row: number): number {
  return latitudeAt(tile, ((row - marginPx + 0.5) * TILE_PX) / tilePx)
}

function longitudeOf({ tile, tilePx, marginPx }: PixelSquare, col: number): number {
  return longitudeAt(tile, ((col - marginPx + 0.5) * TILE_PX) / tilePx)
}

/** Overwrites the pixels of a part, in bands of rows. */
async function sample(
  square: PixelSquare,
  { part: { area }, rows, cols, posts }: PartOfTile,
  heightsM: Float32Array,
): Promise<void> {
  const { lattice } = area
  const side = sideOf(square)
  const width = cols.end - cols.first
  if (width === 0) return
  const across = ownAxisOf(width, (i) => colOf(lattice, longitudeOf(square, cols.first + i)), ON_POST)
  const postsInRow = posts / (rows.end - rows.first)
  // With many post rows per pixel row, only the post rows next to pixel centers are read.
  const isSparse = postsInRow > SPARSE_ROWS * across.posts
  const bandRows = isSparse ? 1 : Math.max(1, Math.floor(BAND_POSTS / Math.max(postsInRow, 1)))
  for (let first = rows.first; first < rows.end; first += bandRows) {
    const height = Math.min(bandRows, rows.end - first)
    const down = ownAxisOf(height, (i) => rowOf(lattice, latitudeOf(square, first + i)), ON_POST)
    const at = { firstRow: down.first, firstCol: across.first, rows: down.posts, cols: across.posts }
    const source = { heightsM: await area.read(at), rows: at.rows, cols: at.cols }
    for (let row = first; row < first + height; row++) {
      heightsM.fill(Number.NaN, row * side + cols.first, row * side + cols.end)
    }
    const window = { heightsM, rows: side, cols: side }
    resampleInto(window, first, cols.first, source, down.axis, across.axis)
  }
}

/** Lowest zoom at which ground of the given spacing has few enough posts in each tile. */
export function firstZoom(spacingM: number): number {
  return zoomOf((Math.sqrt(MAXIMUM_POSTS) * spacingM) / TILE_PX)
}
