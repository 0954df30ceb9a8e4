import { colOf, ON_POST, rectangleAround, rowOf } from '../lattice.ts'
import type { Bounds, Terrain, TerrainPart } from '../types.ts'
import { axisOf, resampleInto } from '../window.ts'
import { boundsOfTile, latitudeAt, longitudeAt, TILE_PX, type TileAddress, zoomOf } from './tile-grid.ts'

/** Posts that one tile may take. Of one arc second they are some 5600 on a side, a tile of zoom 8. */
export const MAXIMUM_POSTS = 32_000_000
/** Posts that are held at a time. */
const BAND_POSTS = 2_000_000

/** Pixels of a tile, from the first to before the end. */
interface PixelRange {
  first: number
  end: number
}

/** The pixels of a tile whose centres lie in a part, and the posts around them. */
interface PartOfTile {
  part: TerrainPart
  rows: PixelRange
  cols: PixelRange
  posts: number
}

/**
 * Heights in metres at the centres of a tile's pixels, row-major, NaN where the ground is unknown: bilinear between the
 * posts of the part that is believed there, as in simulations. Parts that are too fine for the zoom are left out where
 * coarser ones lie under them; `undefined` if there are too many posts nevertheless. `ground`: where there are any tiles.
 */
export async function tileHeights(
  tile: TileAddress,
  terrain: Terrain,
  ground: Bounds | undefined,
): Promise<Float32Array | undefined> {
  const heightsM = new Float32Array(TILE_PX * TILE_PX).fill(Number.NaN)
  const bounds = ground && cut(boundsOfTile(tile), ground)
  if (bounds === undefined) return heightsM
  let parts = (await terrain.openParts(bounds)).map((part) => partOfTile(tile, part, bounds))
  const sum = () => parts.reduce((posts, part) => posts + part.posts, 0)
  while (sum() > MAXIMUM_POSTS && parts.length > 1) parts = parts.slice(1)
  if (sum() > MAXIMUM_POSTS) return undefined
  // The first is believed, so it is written last.
  for (const part of parts.reverse()) await sample(tile, part, heightsM)
  return heightsM
}

function partOfTile(tile: TileAddress, part: TerrainPart, bounds: Bounds): PartOfTile {
  const { northDeg, southDeg, westDeg, eastDeg } = part.bounds ? (cut(part.bounds, bounds) ?? bounds) : bounds
  const rows = rangeOf(
    (i) => latitudeAt(tile, i + 0.5),
    (deg) => deg <= northDeg && deg >= southDeg,
  )
  const cols = rangeOf(
    (i) => longitudeAt(tile, i + 0.5),
    (deg) => deg >= westDeg && deg <= eastDeg,
  )
  const around = rectangleAround(part.area.lattice, { northDeg, southDeg, westDeg, eastDeg }, 0)
  return { part, rows, cols, posts: around.rows * around.cols }
}

function rangeOf(degreesAt: (pixel: number) => number, isIn: (degrees: number) => boolean): PixelRange {
  let first = 0
  while (first < TILE_PX && !isIn(degreesAt(first))) first++
  let end = first
  while (end < TILE_PX && isIn(degreesAt(end))) end++
  return { first, end }
}

/** Overwrites the pixels of a part, in bands of rows. */
async function sample(
  tile: TileAddress,
  { part: { area }, rows, cols, posts }: PartOfTile,
  heightsM: Float32Array,
): Promise<void> {
  const { lattice } = area
  const width = cols.end - cols.first
  if (width === 0) return
  const bandRows = Math.max(1, Math.floor((BAND_POSTS * (rows.end - rows.first)) / Math.max(posts, 1)))
  for (let first = rows.first; first < rows.end; first += bandRows) {
    const height = Math.min(bandRows, rows.end - first)
    const rowAxis = axisOf(height, (i) => rowOf(lattice, latitudeAt(tile, first + i + 0.5)), ON_POST)
    const colAxis = axisOf(width, (i) => colOf(lattice, longitudeAt(tile, cols.first + i + 0.5)), ON_POST)
    const firstRow = rowAxis.at[0]
    const firstCol = colAxis.at[0]
    const at = {
      firstRow,
      firstCol,
      rows: rowAxis.next[height - 1] - firstRow + 1,
      cols: colAxis.next[width - 1] - firstCol + 1,
    }
    const source = { heightsM: await area.read(at), rows: at.rows, cols: at.cols }
    for (const line of [rowAxis.at, rowAxis.next]) for (let i = 0; i < height; i++) line[i] -= firstRow
    for (const line of [colAxis.at, colAxis.next]) for (let i = 0; i < width; i++) line[i] -= firstCol
    for (let row = first; row < first + height; row++) {
      heightsM.fill(Number.NaN, row * TILE_PX + cols.first, row * TILE_PX + cols.end)
    }
    const window = { heightsM, rows: TILE_PX, cols: TILE_PX }
    resampleInto(window, first, cols.first, source, rowAxis, colAxis)
  }
}

/** The first zoom at which ground of this spacing has few enough posts in every tile. */
export function firstZoom(spacingM: number): number {
  return zoomOf((Math.sqrt(MAXIMUM_POSTS) * spacingM) / TILE_PX)
}

function cut(a: Bounds, b: Bounds): Bounds | undefined {
  const southDeg = Math.max(a.southDeg, b.southDeg)
  const northDeg = Math.min(a.northDeg, b.northDeg)
  const westDeg = Math.max(a.westDeg, b.westDeg)
  const eastDeg = Math.min(a.eastDeg, b.eastDeg)
  return southDeg <= northDeg && westDeg <= eastDeg ? { southDeg, northDeg, westDeg, eastDeg } : undefined
}
