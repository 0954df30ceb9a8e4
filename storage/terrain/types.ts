/**
 * Regular lattice of elevation posts in geographic coordinates (WGS 84). Post (row, col) is at latitude
 * `northDeg - row * latStepDeg` and longitude `westDeg + col * lonStepDeg`; rows and columns may be any
 * integers, so a lattice has no edge.
 */
export interface Lattice {
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

/** Rectangle of posts of a lattice. Longitudes may exceed ±180 and wrap in lookups of tiles. */
export interface PostRectangle {
  firstRow: number
  firstCol: number
  rows: number
  cols: number
}

export interface TileUsed {
  name: string
  source: string
  /** SHA-256 of the file, or, for a file read in parts, of the first page. */
  sha256: string
  /** For a file read in parts: the pages of 256 KiB that were read, such as `0-3,17`. */
  pages?: string
  /** One hash of all pages read: SHA-256 of a line `<page> <SHA-256>` per page, in order. */
  pages_sha256?: string
}

export interface SourceUsed {
  name: string
  attribution: string
}

/** Ground at one point. `sea` only if a source declares sea. */
export interface PointElevation {
  state: 'known' | 'sea' | 'unknown'
  elevationM: number | undefined
  source: string | undefined
  /** True if a remote tile that is not cached may know the ground. */
  isFetchable?: boolean
}

/** Account and request for which remote tiles are fetched. */
export interface Requester {
  /** Account, limited to one download at a time; unset: no limit. */
  accountId?: string | undefined
  /** On abort nothing more is downloaded for the requester. */
  signal?: AbortSignal | undefined
  /** Called for each read that a source could not serve. */
  onUnreachable?: ((sourceName: string, reason: string) => void) | undefined
}

/**
 * Terrain of one job on the lattice of the finest tile in the area. Rectangles of posts may be read in any
 * order and overlap; decoded tiles stay in the bounded cache of the terrain.
 */
export interface TerrainArea {
  readonly lattice: Lattice
  /** North-south spacing of the lattice in metres. */
  readonly postSpacingM: number
  /**
   * Reads heights in metres, row-major, row 0 = north; NaN = unknown ground (void or no tile). Writes to
   * `into` if given, which must have exactly one element per post; otherwise to new memory.
   */
  read(rectangle: PostRectangle, signal?: AbortSignal, into?: Float32Array): Promise<Float32Array>
  /** Tiles and sources used by reads so far, in order of name. */
  used(): { tiles: TileUsed[]; sources: SourceUsed[] }
}

/** Extent of a part of the ground, and its lattice. */
export interface PartExtent {
  lattice: Lattice
  /** Bounds of the part, except where an earlier part applies; `undefined`: everywhere else. */
  bounds: Bounds | undefined
}

/** Part of the ground that a job reads. */
export interface TerrainPart {
  area: TerrainArea
  bounds: Bounds | undefined
}

/** Parts that make up the ground within bounds, as far as known from the headers of tiles. */
export interface TerrainSurvey {
  /** Parts that `openParts` would open; empty if no tile meets the bounds. */
  parts: PartExtent[]
  /** True if all tiles were available. Missing tiles are assumed to have the source's usual spacing, if known. */
  isComplete: boolean
}

export interface Bounds {
  southDeg: number
  westDeg: number
  northDeg: number
  eastDeg: number
}

export interface TileListed {
  name: string
  source: string
  attribution: string
  /** Bounds of the outermost posts. */
  bounds: Bounds
  /** North-south spacing of the posts in metres. */
  resolutionM: number
  bytes: number
  /** SHA-256 of the file in hex; `null` if not computed yet. */
  sha256: string | null
}

export interface AreaOptions extends Requester {
  /** Maximum north-south spacing in metres of the posts read: every n-th post. Default: all posts. */
  spacingM?: number | undefined
}

/** Rasters of classes in files of any format. */
export interface ClassFiles {
  /**
   * Opens an area on the given lattice. Each post has the value of the nearest known post in the files, at
   * most half a post away; nothing is interpolated, and no gap is filled. NaN = no value.
   */
  openValues(lattice: Lattice, bounds: Bounds, requester?: Requester): Promise<TerrainArea>
}

/** Places, each with an amount such as inhabitants; arrays of equal length. */
export interface Amounts {
  latDeg: Float64Array
  lonDeg: Float64Array
  /** Amounts, all above 0. */
  amounts: Float64Array
}

/** Rasters of amounts in files: a pixel's value is the total within the pixel, not an amount per area. */
export interface AmountFiles {
  /**
   * Calls back with the centers of all pixels within the bounds that contain more than 0, in batches and in
   * any order, each pixel once. A pixel is left out if its center is in a known pixel (0 or more) of a file
   * that comes earlier by path. Rejects with a TileError if a file cannot be read or was replaced meanwhile.
   */
  readAmounts(bounds: Bounds, take: (amounts: Amounts) => Promise<void>): Promise<void>
}

/** Elevation from files of any format. */
export interface Terrain {
  /**
   * Resolves when the first scan of the files has ended; `undefined` afterwards, or if no files must be
   * scanned. Queries wait for the scan, so that no answer is based on only some of the files.
   */
  readonly scanning?: Promise<void> | undefined
  /**
   * Opens an area on the lattice of the finest known tile that intersects the bounds (ties: earlier folder);
   * `undefined` if no tile intersects the bounds. Where the operator's files have no ground, tiles of remote
   * sources are opened for the requester; unavailable tiles are unknown ground.
   */
  openArea(bounds: Bounds, options?: AreaOptions): Promise<TerrainArea | undefined>
  /**
   * Opens the ground in parts, finest first: sources up to twice as coarse as the finest share its lattice,
   * coarser sources have separate parts. At a point the first part whose bounds contain the point applies. A
   * single part equals the result of `openArea`. Empty if no tile meets the bounds.
   */
  openParts(bounds: Bounds, options?: AreaOptions): Promise<TerrainPart[]>
  /** Parts that `openParts` would open, with all posts. Reads no posts; downloads only if allowed. */
  survey(bounds: Bounds): Promise<TerrainSurvey>
  /**
   * Bilinear elevation at one point, reading as little of a tile as possible. Concurrent queries are limited; a
   * query that still waits at an abort rejects without reading.
   */
  elevationAt(latDeg: number, lonDeg: number, signal?: AbortSignal): Promise<PointElevation>
  /**
   * All available tiles: those of the operator's files, and remote tiles with cached data. Unknown hashes are
   * computed within the time limit; without a limit, all unknown hashes are computed.
   */
  list(hashWithinMs?: number): Promise<TileListed[]>
  trim(): void
  close(): Promise<void>
}
