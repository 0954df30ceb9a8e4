import type { Projection } from './crs/projection.ts'
import type { ChunkCache } from './files/chunk-cache.ts'
import { pagesOfPosts } from './files/page-log.ts'
import { sha256OfFile } from './files/source-hash.ts'
import type { TileReader } from './formats/catalog.ts'
import { grown } from './plan/bounds.ts'
import { chunksUnder, type PageLog, type Tile, type TileFile } from './tile.ts'
import { alignedOffset, colOf, extentOf, intersect, type Mosaic, ON_POST, rowOf } from './tiles/lattice.ts'
import { interpolateInto, positionsOn, rectangleOf, roundPositions } from './tiles/reproject.ts'
import {
  blankWindow,
  type CopyPlan,
  copyPosts,
  hasUnknown,
  ownAxisOf,
  resampleInto,
  settle,
  type Window,
} from './tiles/window.ts'
import type { Lattice, PostRectangle } from './types.ts'

/** Maximum number of posts of a different lattice in memory during resampling. */
const RESAMPLE_POSTS = 4 * 1024 * 1024
/** Side, in posts, of the squares in which a window is reprojected. */
const REPROJECT_SIDE = 256

interface ChunkCopy extends CopyPlan {
  tile: Tile
  chunkRow: number
  chunkCol: number
  chunkCols: number
}

/** Interpolation between posts: bilinear, or the value of the nearest post, for class numbers. */
export type Sampling = 'bilinear' | 'nearest'

/** Access to the posts of tiles. */
export interface PostAccess {
  reader: TileReader
  cache: ChunkCache
  /** Receives the pages read of files that are read in parts. */
  pages: Map<TileFile, PageLog>
  sampling: Sampling
}

interface Filling extends PostAccess {
  window: Window
  at: PostRectangle
  mosaic: Mosaic
  /** Receives the tiles that contributed posts. */
  gave: Set<Tile>
  signal: AbortSignal | undefined
}

/** Fills unknown posts of a window of `lattice` from the tiles of a mosaic. Returns the number of posts filled. */
export function fillFrom(lattice: Lattice, filling: Filling): Promise<number> {
  const { mosaic, window } = filling
  if (mosaic.lattice === lattice && mosaic.projection === undefined) return copyMosaic(filling)
  settle(window)
  return mosaic.projection === undefined
    ? resampleMosaic(lattice, filling)
    : reprojectMosaic(lattice, filling, mosaic.projection)
}

async function copyMosaic(filling: Filling): Promise<number> {
  const { window, at, mosaic, gave, signal, reader, cache, pages } = filling
  const copies = planCopies(mosaic, at)
  const load = ({ tile, chunkRow, chunkCol }: ChunkCopy) => cache.load(tile, chunkRow, chunkCol)
  let filled = 0
  for (const [i, copy] of copies.entries()) {
    signal?.throwIfAborted()
    if (!hasUnknown(window, copy)) continue
    // The next chunk is decoded while a chunk is copied. An error of the next chunk is thrown at its copy.
    const following = copies[i + 1]
    if (following !== undefined && hasUnknown(window, following)) load(following).catch(() => {})
    const { file } = copy.tile
    const posts = await reader.attempt(copy.tile, async () => {
      // Also hashes the file, so that all used data is recorded; a file that disappears contributes no posts.
      const [loaded] = await Promise.all([load(copy), sha256OfFile(file)])
      return loaded
    })
    if (posts === undefined) continue
    // Pages are logged from which posts were decoded, now or for an earlier job that cached the posts.
    const read = pagesOfPosts(posts)
    if (read) {
      const log = pages.get(file) ?? new Map(file.pages)
      for (const [page, sha256] of read) log.set(page, sha256)
      pages.set(file, log)
    }
    const count = copyPosts(window, posts, copy.chunkCols, copy)
    if (count > 0) gave.add(copy.tile)
    filled += count
  }
  settle(window)
  return filled
}

/** Copies a rectangle of the mosaic's posts, and fills the window between these posts with `interpolate`. */
async function fillBetween(
  filling: Filling,
  from: PostRectangle,
  interpolate: (source: Window) => number,
): Promise<number> {
  const source = blankWindow(from)
  const gave = new Set<Tile>()
  await copyMosaic({ ...filling, window: source, at: from, gave })
  const count = interpolate(source)
  if (count > 0) for (const tile of gave) filling.gave.add(tile)
  return count
}

async function resampleMosaic(lattice: Lattice, filling: Filling): Promise<number> {
  const { window, at, mosaic, sampling } = filling
  const part = rectangleUnder(lattice, filling)
  if (part === undefined) return 0
  const own = mosaic.lattice
  const onPost = sampling === 'nearest' ? Number.POSITIVE_INFINITY : ON_POST
  const { cols } = part
  const lonOf = (col: number) => lattice.westDeg + (part.firstCol + col) * lattice.lonStepDeg
  const across = ownAxisOf(cols, (col) => colOf(own, lonOf(col)), onPost)
  const ratio = lattice.latStepDeg / own.latStepDeg
  const stripRows = Math.max(1, Math.floor((RESAMPLE_POSTS / across.posts - 2) / ratio))
  let filled = 0
  for (let strip = 0; strip < part.rows; strip += stripRows) {
    const rows = Math.min(stripRows, part.rows - strip)
    const latOf = (row: number) => lattice.northDeg - (part.firstRow + strip + row) * lattice.latStepDeg
    const toRow = part.firstRow + strip - at.firstRow
    const toCol = part.firstCol - at.firstCol
    if (!hasUnknown(window, { toRow, toCol, rows, cols, fromRow: 0, fromCol: 0 })) continue
    const down = ownAxisOf(rows, (row) => rowOf(own, latOf(row)), onPost)
    const from = { firstRow: down.first, firstCol: across.first, rows: down.posts, cols: across.posts }
    filled += await fillBetween(filling, from, (source) =>
      resampleInto(window, toRow, toCol, source, down.axis, across.axis),
    )
  }
  return filled
}

async function reprojectMosaic(lattice: Lattice, filling: Filling, projection: Projection): Promise<number> {
  const { window, at, mosaic, signal, sampling } = filling
  const { grid, lonOffsetDeg } = mosaic
  const part = rectangleUnder(lattice, filling)
  if (part === undefined) return 0
  const posts = rectangleOfTiles(mosaic)
  let filled = 0
  const blocks = splitRectangle(part, REPROJECT_SIDE)
  for (let block = blocks.pop(); block !== undefined; block = blocks.pop()) {
    signal?.throwIfAborted()
    const { rows, cols } = block
    const toRow = block.firstRow - at.firstRow
    const toCol = block.firstCol - at.firstCol
    if (!hasUnknown(window, { toRow, toCol, rows, cols, fromRow: 0, fromCol: 0 })) continue
    const positions = positionsOn({ projection, grid, lonOffsetDeg }, lattice, block)
    if (sampling === 'nearest') roundPositions(positions)
    const needed = rectangleOf(positions)
    const from = needed && intersect(needed, posts)
    if (from === undefined) continue
    if (from.rows * from.cols > RESAMPLE_POSTS && rows * cols > 1) {
      blocks.push(...splitRectangle(block, Math.ceil(Math.max(rows, cols) / 2)))
      continue
    }
    filled += await fillBetween(filling, from, (source) =>
      interpolateInto(window, { firstRow: toRow, firstCol: toCol, rows, cols }, positions, source, from),
    )
  }
  return filled
}

/** Splits a rectangle into squares of at most `side` rows and columns, the first square last. */
function splitRectangle({ firstRow, firstCol, rows, cols }: PostRectangle, side: number): PostRectangle[] {
  const parts: PostRectangle[] = []
  for (let row = 0; row < rows; row += side) {
    for (let col = 0; col < cols; col += side) {
      parts.push({
        firstRow: firstRow + row,
        firstCol: firstCol + col,
        rows: Math.min(side, rows - row),
        cols: Math.min(side, cols - col),
      })
    }
  }
  return parts.reverse()
}

function rectangleOfTiles({ grid, placements }: Mosaic): PostRectangle {
  const offsets = placements.flatMap((placement) => alignedOffset(grid, placement) ?? [])
  const firstRow = Math.min(...offsets.map((offset) => offset.firstRow))
  const firstCol = Math.min(...offsets.map((offset) => offset.firstCol))
  return {
    firstRow,
    firstCol,
    rows: Math.max(...offsets.map((offset) => offset.firstRow + offset.rows)) - firstRow,
    cols: Math.max(...offsets.map((offset) => offset.firstCol + offset.cols)) - firstCol,
  }
}

function planCopies(mosaic: Mosaic, at: PostRectangle): ChunkCopy[] {
  const copies: ChunkCopy[] = []
  for (const placement of mosaic.placements) {
    const { tile } = placement
    const offset = alignedOffset(mosaic.grid, placement)
    const part = offset && intersect(offset, at)
    if (offset === undefined || part === undefined) continue
    const inTile = {
      ...part,
      firstRow: part.firstRow - offset.firstRow,
      firstCol: part.firstCol - offset.firstCol,
    }
    for (const { row: chunkRow, col: chunkCol, chunk } of chunksUnder(tile, inTile)) {
      const common = intersect(chunk, inTile)
      if (common === undefined) continue
      copies.push({
        tile,
        chunkRow,
        chunkCol,
        chunkCols: chunk.cols,
        rows: common.rows,
        cols: common.cols,
        fromRow: common.firstRow - chunk.firstRow,
        fromCol: common.firstCol - chunk.firstCol,
        toRow: offset.firstRow + common.firstRow - at.firstRow,
        toCol: offset.firstCol + common.firstCol - at.firstCol,
      })
    }
  }
  return copies
}

/** Posts of the rectangle within the outermost posts of the mosaic's tiles. */
function rectangleUnder(lattice: Lattice, { at, mosaic, sampling }: Filling): PostRectangle | undefined {
  // Distance beyond the outermost posts up to which values are known.
  const edgePosts = sampling === 'nearest' ? 0.5 : 0
  const { latStepDeg, lonStepDeg } = mosaic.lattice
  const extents = mosaic.placements.map((placement) =>
    grown(extentOf(placement), edgePosts * latStepDeg, edgePosts * lonStepDeg),
  )
  const top = Math.ceil(rowOf(lattice, Math.max(...extents.map((extent) => extent.northDeg))) - ON_POST)
  const bottom = Math.floor(rowOf(lattice, Math.min(...extents.map((extent) => extent.southDeg))) + ON_POST)
  const left = Math.ceil(colOf(lattice, Math.min(...extents.map((extent) => extent.westDeg))) - ON_POST)
  const right = Math.floor(colOf(lattice, Math.max(...extents.map((extent) => extent.eastDeg))) + ON_POST)
  return intersect(at, { firstRow: top, firstCol: left, rows: bottom - top + 1, cols: right - left + 1 })
}
