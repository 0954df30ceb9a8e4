import { messageOf } from '../files/system-errors.ts'
import type { Projection } from './crs/projection.ts'
import type { Bounds, Lattice, PostRectangle } from './types.ts'

/** Posts as a format keeps them, row-major. Unknown ground is `VOID_INT16` in an Int16Array, NaN in a Float32Array. */
export type Posts = Int16Array | Float32Array

export const VOID_INT16 = -32768

/** Random access to the bytes of a tile, wherever they lie. */
export interface ByteSource {
  readonly sizeBytes: number
  /**
   * Exactly `length` bytes from `offset`, in memory that is the caller's; rejects (TileError or a system error) where
   * they cannot be had.
   */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Encoded bytes of a part of a tile's file, and the posts decoded from the parts before it. */
export interface Encoded {
  /** The file's, for messages. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
  posts?: Posts | undefined
}

/** Pages of a file that is read in parts, each with its SHA-256 in hex. */
export type PageLog = Map<number, string>

/** A small file beside that of a tile, without which that is not understood. */
export interface Companion {
  name: string
  content: Uint8Array
}

/** A file that may hold a tile, as the last scan of its folder saw it. */
export interface TileFile {
  path: string
  /** File name without folders. */
  name: string
  /** Position of its folder in the configured order; earlier folders win. */
  folder: number
  sizeBytes: number
  modifiedMs: number
  /** Also of a change that left size and `modifiedMs` as they were. */
  changedMs: number
  /** Its bytes, for the reader to close. */
  openBytes(): Promise<ByteSource>
  /** SHA-256 in hex of what is read from it. Rejects with a TileError when it is no longer what was found. */
  sha256(): Promise<string>
  /** Where it comes from, when that is not the operator's folders; the format's own name if not given. */
  sourceName?: string
  /** Its samples are amounts such as people, and no heights: of no unit, and of any size. */
  holdsAmounts?: boolean
  /** Whether reading a part of it costs less than all of it by far. */
  isFetchedInParts?: boolean
  /** Of such a file the pages that tell what it holds. */
  pages?: PageLog
  /** Whom to credit; the operator if not given. */
  attribution?: string
  /** What lies beside it; what its folder has if not given. */
  companions?: readonly Companion[]
  /** Called before bytes are read, while the file is opened; throws where these are too many. */
  onRead?: (lengthBytes: number) => void
}

/**
 * Posts in the coordinates of a system: post (row, col) stands at x `west + col * colStep`, y `north - row * rowStep`.
 * For WGS 84 in degrees it is the same as a `Lattice`.
 */
export interface PostGrid {
  north: number
  west: number
  rowStep: number
  colStep: number
}

/** Where the posts of a tile stand whose coordinates are not WGS 84 in degrees. */
export interface Projected {
  projection: Projection
  grid: PostGrid
  /** Bounds of all its posts; east may be beyond 180. */
  bounds: Bounds
}

/**
 * One elevation tile: a block of posts of a lattice whose post (0, 0) is the tile's north-western one.
 * It is decoded in chunks of `chunkRows` × `chunkCols` posts (smaller at the south and east edges).
 */
export interface Tile {
  readonly file: TileFile
  /** What lies beside it and was read with it. */
  readonly companions?: readonly Companion[]
  /** What kind of file it is: "SRTM HGT file". */
  readonly source: string
  /** The posts; for a projected tile a geographic lattice about as fine, for areas that it is the finest tile of. */
  readonly lattice: Lattice
  readonly projected?: Projected
  readonly rows: number
  readonly cols: number
  readonly chunkRows: number
  readonly chunkCols: number
  /** Decodes one chunk. Throws TileError when the file's content can't be trusted. */
  readChunk(chunkRow: number, chunkCol: number): Promise<Posts>
  /** Reads a few posts without decoding a chunk, where the format allows it. The rectangle lies inside the tile. */
  readPosts?(rectangle: PostRectangle): Promise<Posts>
  /**
   * Posts that are packed as one, so that `readPosts` unpacks no fewer; none where posts lie in the file as they are.
   */
  readonly block?: { rows: number; cols: number }
}

/** The content of a tile file is not what its format promises. The message names the file, never its folder. */
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

/**
 * Throws what is about the content of a file as a TileError, in other words if need be. System errors (no such file, too many
 * open files) stay what they are.
 */
export function asTileError(
  file: { name: string },
  reasonOf = (message: string) => message,
): (error: unknown) => never {
  return (error) => {
    if (error instanceof TileError || (error instanceof Error && 'syscall' in error)) throw error
    throw new TileError(file, reasonOf(messageOf(error)))
  }
}

/** The file is no longer the one that was found: what was read of it so far is not to be mixed with what it holds now. */
export class FileChangedError extends TileError {
  override readonly code = 'terrain_changed'
}

/** The rectangle of a chunk in the tile's own rows and columns. */
export function chunkRectangle(tile: Tile, chunkRow: number, chunkCol: number): PostRectangle {
  return partOf(tile, chunkRow, chunkCol, { rows: tile.chunkRows, cols: tile.chunkCols })
}

/** The part of a tile that is cut into parts of this size, smaller ones at the south and east edges. */
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

/** Whom to credit for files of the operator's folders. */
export const OPERATOR_ATTRIBUTION = 'Files of the operator'

/** What an answer calls the tile's source. */
export function sourceNameOf(tile: Tile): string {
  return tile.file.sourceName ?? tile.source
}
