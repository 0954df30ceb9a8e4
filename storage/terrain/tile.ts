import { messageOf } from '../files/system-errors.ts'
import type { Projection } from './crs/projection.ts'
import type { Bounds, Lattice, PostRectangle } from './types.ts'

/** Posts in a format's number type, row-major. Unknown is `VOID_INT16` in an Int16Array, NaN in a Float32Array. */
export type Posts = Int16Array | Float32Array

export const VOID_INT16 = -32768

/** Random access to the bytes of a tile file. */
export interface ByteSource {
  readonly sizeBytes: number
  /** Reads exactly `length` bytes from `offset` into memory owned by the caller; rejects if unavailable. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Encoded bytes of a part of a tile file, and the posts decoded from earlier parts. */
export interface Encoded {
  /** File name for messages. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
  posts?: Posts | undefined
}

/** Pages of a file that is read in parts: SHA-256 in hex by page number. */
export type PageLog = Map<number, string>

/** Small file that a tile file requires, such as a .prj. */
export interface Companion {
  name: string
  content: Uint8Array
}

/** File that may contain a tile, as found by the last scan of its folder. */
export interface TileFile {
  path: string
  name: string
  /** Position of the file's folder in the configured order; earlier folders have precedence. */
  folder: number
  sizeBytes: number
  modifiedMs: number
  /** Time of the last status change; detects changes that left size and `modifiedMs` unchanged. */
  changedMs: number
  /** Opens the file; the caller must close the result. */
  openBytes(): Promise<ByteSource>
  /** SHA-256 of the content in hex. Rejects with a TileError if the file changed after the scan. */
  sha256(): Promise<string>
  /** Name of the remote source; default: name of the format. */
  sourceName?: string
  /** True if samples are amounts such as people instead of heights: without unit, of any magnitude. */
  holdsAmounts?: boolean
  /** True if reading a part costs far less than reading the whole file. */
  isFetchedInParts?: boolean
  /** Pages that determine the content of a file that is read in parts. */
  pages?: PageLog
  /** Attribution; default: the operator. */
  attribution?: string
  /** Companion files; default: the files next to the tile file. */
  companions?: readonly Companion[]
  /** Called before bytes are read while the file is opened; throws if too many bytes are read. */
  onRead?: (lengthBytes: number) => void
}

/**
 * Posts in the coordinates of a system: post (row, col) is at x `west + col * colStep`, y `north - row *
 * rowStep`. Equivalent to a `Lattice` for WGS 84 in degrees.
 */
export interface PostGrid {
  north: number
  west: number
  rowStep: number
  colStep: number
}

/** Grid of a tile whose coordinates are not WGS 84 in degrees. */
export interface Projected {
  projection: Projection
  grid: PostGrid
  /** Bounds of all posts; east may exceed 180. */
  bounds: Bounds
}

/**
 * Elevation tile: a block of posts of a lattice; post (0, 0) is the north-western post of the tile. A tile is
 * decoded in chunks of `chunkRows` × `chunkCols` posts (smaller at the southern and eastern edges).
 */
export interface Tile {
  readonly file: TileFile
  readonly companions?: readonly Companion[]
  /** Format of the file, such as "SRTM HGT file". */
  readonly source: string
  /** Lattice of the posts, or, for a projected tile, a geographic lattice of similar spacing. */
  readonly lattice: Lattice
  readonly projected?: Projected
  readonly rows: number
  readonly cols: number
  readonly chunkRows: number
  readonly chunkCols: number
  /** Decodes one chunk. Throws a TileError if the content of the file is invalid. */
  readChunk(chunkRow: number, chunkCol: number): Promise<Posts>
  /** Reads a few posts without decoding a chunk, if the format allows it. The rectangle must be inside the tile. */
  readPosts?(rectangle: PostRectangle): Promise<Posts>
  /** Size of the smallest unit that `readPosts` unpacks; unset if posts are stored unpacked. */
  readonly block?: { rows: number; cols: number }
}

/** Thrown if the content of a tile file violates the format. The message names the file without its folder. */
export class TileError extends Error {
  readonly code: string = 'bad_tile'
  /** Message without the file name. */
  readonly reason: string
  constructor(file: { name: string }, reason: string) {
    super(`${file.name}: ${reason}`)
    this.name = 'TileError'
    this.reason = reason
  }
}

/**
 * Thrown if a later attempt to open a file may succeed: it took longer than the time limit, or lacks a file
 * next to it.
 */
export class UnreadyFileError extends TileError {}

/** Throws errors about the content of a file as a TileError; rethrows system errors. */
export function asTileError(
  file: { name: string },
  reasonOf = (message: string) => message,
): (error: unknown) => never {
  return (error) => {
    if (error instanceof TileError || (error instanceof Error && 'syscall' in error)) throw error
    throw new TileError(file, reasonOf(messageOf(error)))
  }
}

/** Thrown if a file was replaced after it was found: bytes of both versions must not be mixed. */
export class FileChangedError extends TileError {
  override readonly code = 'terrain_changed'
}

export function chunkRectangle(tile: Tile, chunkRow: number, chunkCol: number): PostRectangle {
  return partOf(tile, chunkRow, chunkCol, { rows: tile.chunkRows, cols: tile.chunkCols })
}

/** Rectangle of one part of a tile divided into equal parts; parts at the south and east edges are smaller. */
export function partOf(
  tile: Tile,
  row: number,
  col: number,
  { rows, cols }: { rows: number; cols: number },
): PostRectangle {
  const firstRow = row * rows
  const firstCol = col * cols
  return {
    firstRow,
    firstCol,
    rows: Math.min(rows, tile.rows - firstRow),
    cols: Math.min(cols, tile.cols - firstCol),
  }
}

/** Row and column of each part that a rectangle of posts meets, if posts are divided into equal parts. */
export function* partsUnder(
  { firstRow, firstCol, rows, cols }: PostRectangle,
  size: { rows: number; cols: number },
): Generator<{ row: number; col: number }> {
  for (let row = Math.floor(firstRow / size.rows); row * size.rows < firstRow + rows; row++) {
    for (let col = Math.floor(firstCol / size.cols); col * size.cols < firstCol + cols; col++) {
      yield { row, col }
    }
  }
}

/** Chunks that a rectangle inside a tile meets; default: all chunks. */
export function* chunksUnder(
  tile: Tile,
  rectangle: PostRectangle = { firstRow: 0, firstCol: 0, rows: tile.rows, cols: tile.cols },
): Generator<{ row: number; col: number; chunk: PostRectangle }> {
  for (const { row, col } of partsUnder(rectangle, { rows: tile.chunkRows, cols: tile.chunkCols })) {
    yield { row, col, chunk: chunkRectangle(tile, row, col) }
  }
}

export const OPERATOR_ATTRIBUTION = 'Files of the operator'

export function sourceNameOf(tile: Tile): string {
  return tile.file.sourceName ?? tile.source
}
