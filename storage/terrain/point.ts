import { fileArea } from './area.ts'
import type { ChunkCache } from './files/chunk-cache.ts'
import type { TileReader } from './formats/catalog.ts'
import { grown } from './plan/bounds.ts'
import {
  chunkRectangle,
  type Posts,
  partOf,
  partsUnder,
  sourceNameOf,
  type Tile,
  VOID_INT16,
} from './tile.ts'
import {
  alignedOffset,
  colOf,
  compareFineness,
  intersect,
  type Mosaic,
  mosaicsOf,
  ON_POST,
  placementsIn,
  rowOf,
} from './tiles/lattice.ts'
import { positionOn } from './tiles/reproject.ts'
import { seaAt } from './tiles/sea.ts'
import { type Axis, ownAxisOf, type Window } from './tiles/window.ts'
import type { Bounds, Lattice, PointElevation, PostRectangle } from './types.ts'

/** Bound of row and column numbers, which are stored in 32 bits. */
const MAXIMUM_ROW = 2 ** 30
const UNKNOWN: PointElevation = { state: 'unknown', elevationM: undefined, source: undefined }

/** Bilinear height at a point, from the first mosaic that knows all posts with a nonzero weight there. */
export async function elevationFromTiles(
  tiles: readonly Tile[],
  latDeg: number,
  lonDeg: number,
  reader: TileReader,
  cache: ChunkCache,
): Promise<PointElevation> {
  const here = { northDeg: latDeg, southDeg: latDeg, westDeg: lonDeg, eastDeg: lonDeg }
  // A margin of one cell beyond the tiles' posts is needed for points between two tiles.
  const mosaics = mosaicsOf(placementsIn(tiles, here, 1))
  for (const mosaic of mosaics) {
    const cell = cellAt(...positionIn(mosaic, latDeg, lonDeg))
    if (cell === undefined) continue
    const gave = await gatherCorners(cell, mosaic, reader, cache)
    const elevationM = interpolate(cell)
    if (elevationM !== undefined) return { state: 'known', elevationM, source: gave && sourceNameOf(gave) }
  }
  const sea = seaAt(reader.seas(), latDeg, lonDeg)
  const declared: PointElevation = sea ? { state: 'sea', elevationM: 0, source: sea.source } : UNKNOWN
  const lattices = nearbyLattices(tiles, here, mosaics)
  const finest = lattices.sort(compareFineness)[0]
  const isProjected = mosaics.some(({ projection }) => projection)
  if (finest === undefined || (lattices.length < 2 && sea === undefined && !isProjected)) return declared
  // In a gap between sources no single source knows the whole cell, so the point is read like a part of an area.
  const area = fileArea(finest, tiles, { reader, cache })
  const cell = cellAt(rowOf(finest, latDeg), colOf(finest, lonDeg))
  if (cell === undefined) return declared
  cell.window.heightsM.set(await area.read(cell.at))
  const elevationM = interpolate(cell)
  const source = area.used().sources.find(({ name }) => name !== sea?.source)?.name
  if (elevationM === undefined || source === undefined) return declared
  return { state: 'known', elevationM, source }
}

function positionIn(mosaic: Mosaic, latDeg: number, lonDeg: number): [number, number] {
  const { lattice, projection, grid, lonOffsetDeg } = mosaic
  return projection === undefined
    ? [rowOf(lattice, latDeg), colOf(lattice, lonDeg)]
    : positionOn({ projection, grid, lonOffsetDeg }, latDeg, lonDeg)
}

/** Lattices of the tiles within one cell of the coarsest mosaic. */
function nearbyLattices(tiles: readonly Tile[], here: Bounds, mosaics: Mosaic[]): Lattice[] {
  const latDeg = Math.max(...mosaics.map(({ lattice }) => lattice.latStepDeg))
  const lonDeg = Math.max(...mosaics.map(({ lattice }) => lattice.lonStepDeg))
  return mosaicsOf(placementsIn(tiles, grown(here, latDeg, lonDeg), 1)).map(({ lattice }) => lattice)
}

interface Cell {
  /** Posts with a nonzero weight: 1 or 2 rows and columns. */
  at: PostRectangle
  window: Window
  rowAxis: Axis
  colAxis: Axis
}

/** Cell around a fractional row and column; `undefined` if out of range. */
function cellAt(row: number, col: number): Cell | undefined {
  if (!(Math.abs(row) < MAXIMUM_ROW && Math.abs(col) < MAXIMUM_ROW)) return undefined
  const { axis: rowAxis, first: firstRow, posts: rows } = ownAxisOf(1, () => row, ON_POST)
  const { axis: colAxis, first: firstCol, posts: cols } = ownAxisOf(1, () => col, ON_POST)
  const heightsM = new Float32Array(rows * cols).fill(Number.NaN)
  return { at: { firstRow, firstCol, rows, cols }, window: { heightsM, rows, cols }, rowAxis, colAxis }
}

/** Fills the posts of a cell from the mosaic's tiles; returns the first contributing tile. */
async function gatherCorners(
  { at, window }: Cell,
  mosaic: Mosaic,
  reader: TileReader,
  cache: ChunkCache,
): Promise<Tile | undefined> {
  const { heightsM } = window
  let gave: Tile | undefined
  for (const placement of mosaic.placements) {
    if (!heightsM.some(Number.isNaN)) break
    const offset = alignedOffset(mosaic.grid, placement)
    const part = offset && intersect(offset, at)
    if (offset === undefined || part === undefined) continue
    const { tile } = placement
    const inTile = {
      ...part,
      firstRow: part.firstRow - offset.firstRow,
      firstCol: part.firstCol - offset.firstCol,
    }
    const posts = await reader.attempt(tile, () => readFew(tile, inTile, cache))
    if (posts === undefined) continue
    for (let row = 0; row < part.rows; row++) {
      for (let col = 0; col < part.cols; col++) {
        const post = posts[row * part.cols + col]
        const to = (part.firstRow - at.firstRow + row) * at.cols + part.firstCol - at.firstCol + col
        if (!Number.isNaN(heightsM[to]) || Number.isNaN(post)) continue
        heightsM[to] = post
        gave ??= tile
      }
    }
  }
  return gave
}

/** A few posts of a tile, row-major, NaN if unknown: read directly if uncompressed, otherwise from cached chunks. */
async function readFew(tile: Tile, few: PostRectangle, cache: ChunkCache): Promise<Float32Array> {
  const heightsM = new Float32Array(few.rows * few.cols)
  await Promise.all(
    [...partsUnder(few, sizeOfParts(tile))].map(async (part) => {
      const { posts, at } = await partAt(tile, part, few, cache)
      const common = intersect(at, few)
      for (let row = 0; common !== undefined && row < common.rows; row++) {
        const from = (common.firstRow - at.firstRow + row) * at.cols + common.firstCol - at.firstCol
        const to = (common.firstRow - few.firstRow + row) * few.cols + common.firstCol - few.firstCol
        for (let col = 0; col < common.cols; col++) {
          const post = posts[from + col]
          const isVoid = posts instanceof Int16Array && post === VOID_INT16
          heightsM[to + col] = isVoid ? Number.NaN : post
        }
      }
    }),
  )
  return heightsM
}

function sizeOfParts({ chunkRows, chunkCols, block }: Tile): { rows: number; cols: number } {
  return block ?? { rows: chunkRows, cols: chunkCols }
}

/** Decoded posts of a part of a tile that overlap the requested posts, and the place of the posts in the tile. */
async function partAt(
  tile: Tile,
  { row, col }: { row: number; col: number },
  few: PostRectangle,
  cache: ChunkCache,
): Promise<{ posts: Posts; at: PostRectangle }> {
  const part = partOf(tile, row, col, sizeOfParts(tile))
  const chunkRow = Math.floor(part.firstRow / tile.chunkRows)
  const chunkCol = Math.floor(part.firstCol / tile.chunkCols)
  const chunk = chunkRectangle(tile, chunkRow, chunkCol)
  const held = cache.peek(tile, chunkRow, chunkCol)
  if (held !== undefined) return { posts: held, at: chunk }
  const isChunk = part.rows === chunk.rows && part.cols === chunk.cols
  if (tile.block !== undefined && !isChunk) return { posts: await cache.loadBlock(tile, row, col), at: part }
  const own = intersect(part, few)
  if (tile.block === undefined && tile.readPosts !== undefined && own !== undefined) {
    return { posts: await tile.readPosts(own), at: own }
  }
  return { posts: await cache.load(tile, chunkRow, chunkCol), at: chunk }
}

function interpolate({ window, rowAxis, colAxis }: Cell): number | undefined {
  const post = (axisRow: Int32Array, axisCol: Int32Array) =>
    window.heightsM[axisRow[0] * window.cols + axisCol[0]]
  const [across] = colAxis.weight
  const [down] = rowAxis.weight
  const north = post(rowAxis.at, colAxis.at) * (1 - across) + post(rowAxis.at, colAxis.next) * across
  const south = post(rowAxis.next, colAxis.at) * (1 - across) + post(rowAxis.next, colAxis.next) * across
  const elevationM = north * (1 - down) + south * down
  return Number.isNaN(elevationM) ? undefined : elevationM
}
