import { messageOf } from '../files/system-errors.ts'
import type { Projection } from './crs/projection.ts'
import type { Bounds, Lattice, PostRectangle } from './types.ts'

/** Posts in a format's own type, row-major. Unknown ground is `VOID_INT16` in an Int16Array, NaN in a Float32Array. */
export type Posts = Int16Array | Float32Array

export const VOID_INT16 = -32768

/** Random access to the bytes of a tile. */
export interface ByteSource {
  readonly sizeBytes: number
  /** Exactly `length` bytes from `offset`, in memory owned by the caller; rejects if unavailable. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Encoded bytes of a part of a tile's file, and the posts decoded from the parts before it. */
export interface Encoded {
  /** For messages. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
  posts?: Posts | undefined
}

/** Pages of a file that is read in parts, each with its SHA-256 in hex. */
export type PageLog = Map<number, string>

/** A small file required with that of a tile. */
export interface Companion {
  name: string
  content: Uint8Array
}

/** A file that may hold a tile, as the last scan of its folder found it. */
export interface TileFile {
  path: string
  name: string
  /** Position of its folder in the configured order; earlier folders win. */
  folder: number
  sizeBytes: number
  modifiedMs: number
  /** Detects changes that left size and `modifiedMs` unchanged. */
  changedMs: number
  /** The reader must close it. */
  openBytes(): Promise<ByteSource>
  /** SHA-256 in hex of its content. Rejects with a TileError if it has changed since it was found. */
  sha256(): Promise<string>
  /** Name of a remote source; default: the format's name. */
  sourceName?: string
  /** Its samples are amounts such as people, not heights: without unit, of any size. */
  holdsAmounts?: boolean
  /** True if reading a part costs far less than reading all. */
  isFetchedInParts?: boolean
  /** For such a file the pages that determine its content. */
  pages?: PageLog
  /** Default: the operator. */
  attribution?: string
  /** Default: the files next to it. */
  companions?: readonly Companion[]
  /** Called before bytes are read while the file is opened; throws if they are too many. */
  onRead?: (lengthBytes: number) => void
}

/**
 * Posts in the coordinates of a system: post (row, col) is at x `west + col * colStep`, y `north - row * rowStep`.
 * For WGS 84 in degrees the same as a `Lattice`.
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
  /** Bounds of all its posts; east may exceed 180. */
  bounds: Bounds
}

/**
 * One elevation tile: a block of posts of a lattice whose post (0, 0) is the tile's north-western one. It is decoded
 * in chunks of `chunkRows` × `chunkCols` posts (smaller at the south and east edges).
 */
export interface Tile {
  readonly file: TileFile
  readonly companions?: readonly Companion[]
  /** Kind of file: "SRTM HGT file". */
  readonly source: string
  /** The posts; for a projected tile a geographic lattice about as fine, for areas in which it is the finest tile. */
  readonly lattice: Lattice
  readonly projected?: Projected
  readonly rows: number
  readonly cols: number
  readonly chunkRows: number
  readonly chunkCols: number
  /** Decodes one chunk. Throws TileError if the file's content is invalid. */
  readChunk(chunkRow: number, chunkCol: number): Promise<Posts>
  /** Reads a few posts without decoding a chunk, if the format allows it. The rectangle must be inside the tile. */
  readPosts?(rectangle: PostRectangle): Promise<Posts>
  /** Posts packed together, the smallest unit that `readPosts` unpacks; unset if posts are stored unpacked. */
  readonly block?: { rows: number; cols: number }
}

/** The content of a tile file violates its format. The message names the file, never its folder. */
export class TileError extends Error {
  readonly code: string = 'bad_tile'
  /** The message without the file. */
  readonly reason: string
  constructor(file: { name: string }, reason: string) {
    super(`${file.name}: ${reason}`)
    this.name = 'TileError'
    this.reason = reason
  }
}

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

/** The file was replaced since it was found: bytes read so far must not be mixed with new ones. */
export class FileChangedError extends TileError {
  override readonly code = 'terrain_changed'
}

export function chunkRectangle(tile: Tile, chunkRow: number, chunkCol: number): PostRectangle {
  return partOf(tile, chunkRow, chunkCol, { rows: tile.chunkRows, cols: tile.chunkCols })
}

/** A part of a tile divided into parts of this size, smaller ones at the south and east edges. */
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

export const OPERATOR_ATTRIBUTION = 'Files of the operator'

export function sourceNameOf(tile: Tile): string {
  return tile.file.sourceName ?? tile.source
}
