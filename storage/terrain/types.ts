/**
 * A regular lattice of elevation posts in geographic coordinates (WGS 84). Post (row, col) is at latitude `northDeg -
 * row * latStepDeg` and longitude `westDeg + col * lonStepDeg`; rows and columns may be any integers, so a lattice
 * has no edge.
 */
export interface Lattice {
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

/** A rectangle of posts of a lattice. Longitudes may exceed ±180 (they wrap when tiles are looked up). */
export interface PostRectangle {
  firstRow: number
  firstCol: number
  rows: number
  cols: number
}

export interface TileUsed {
  name: string
  source: string
  /** For a file read in parts the hash of its first page. */
  sha256: string
  /** For such a file the pages of 256 KiB that were read, such as `0-3,17`. */
  pages?: string
  /** One hash over them: that of a line `<page> <SHA-256>` for each, in order. */
  pages_sha256?: string
}

export interface SourceUsed {
  name: string
  attribution: string
}

/** Ground at one point. `sea` only if a source declares it. */
export interface PointElevation {
  state: 'known' | 'sea' | 'unknown'
  elevationM: number | undefined
  source: string | undefined
  /** Unknown so far: a remote tile that is not in the cache may know it. */
  isFetchable?: boolean
}

/** The account and request for which remote tiles are fetched. */
export interface Requester {
  /** Limits it to one download at a time; unset: no limit. */
  accountId?: string | undefined
  /** On abort nothing more is downloaded for the requester. */
  signal?: AbortSignal | undefined
  /** Called for each read that a source could not serve. */
  onUnreachable?: ((sourceName: string, reason: string) => void) | undefined
}

/**
 * The terrain of one job: one lattice (that of the finest tile in the area) from which rectangles of posts are read.
 * Reads may come in any order and overlap; decoded tiles stay in the terrain's bounded cache.
 */
export interface TerrainArea {
  readonly lattice: Lattice
  /** North-south spacing of the lattice in metres. */
  readonly postSpacingM: number
  /**
   * Float32 heights in metres, row-major, row 0 = north; NaN = unknown ground (void, or no tile). Written to `into`
   * if given, which must have exactly that many elements; else to new memory.
   */
  read(rectangle: PostRectangle, signal?: AbortSignal, into?: Float32Array): Promise<Float32Array>
  /** Tiles and sources that reads have used so far, in order of name. */
  used(): { tiles: TileUsed[]; sources: SourceUsed[] }
}

/** A part of the ground on its own lattice. */
export interface PartExtent {
  lattice: Lattice
  /** Bounds within which the part applies, unless an earlier part does; `undefined`: the rest. */
  bounds: Bounds | undefined
}

/** A part of the ground that a job reads. */
export interface TerrainPart {
  area: TerrainArea
  bounds: Bounds | undefined
}

/** Composition of the ground within bounds, from the headers of tiles. */
export interface TerrainSurvey {
  /** Parts that `openParts` would open; empty if no tile meets the bounds. */
  parts: PartExtent[]
  /** True if all tiles were available. Missing ones are assumed to have their source's usual spacing, if known. */
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
  /** Outermost posts. */
  bounds: Bounds
  /** North-south spacing of the posts. */
  resolutionM: number
  bytes: number
  /** `null`: not computed yet. */
  sha256: string | null
}

export interface AreaOptions extends Requester {
  /** Metres: every n-th post is read, so that they are at most this far apart, north to south. Default: all. */
  spacingM?: number | undefined
}

/** Rasters of classes in files, in any format. */
export interface ClassFiles {
  /**
   * Opens an area whose posts are those of the given lattice, each with the value of the nearest known post of a
   * file, at most half a post away: nothing is interpolated, and no gap is filled. NaN = none.
   */
  openValues(lattice: Lattice, bounds: Bounds, requester?: Requester): Promise<TerrainArea>
}

/** Places with an amount each, such as inhabitants: arrays of equal length. */
export interface Amounts {
  latDeg: Float64Array
  lonDeg: Float64Array
  /** Above 0. */
  amounts: Float64Array
}

/** Rasters of amounts in files: a pixel holds its total, not an amount per area. */
export interface AmountFiles {
  /**
   * Calls back with the centers of all pixels within the bounds that hold more than 0, in batches and in any order,
   * each once: a pixel is left out if its center is in a known pixel (0 or more) of a file earlier by path. Rejects
   * with a TileError if a file cannot be read, or was replaced meanwhile.
   */
  readAmounts(bounds: Bounds, take: (amounts: Amounts) => Promise<void>): Promise<void>
}

/** Elevation from files, in any format. */
export interface Terrain {
  /**
   * Resolves when the first scan of the files has ended; `undefined` afterwards, or if there is nothing to scan.
   * Until then queries wait, as no answer uses only a part of the files.
   */
  readonly scanning?: Promise<void> | undefined
  /**
   * Opens the area; its lattice is that of the finest known tile that intersects the bounds (ties: the earlier
   * folder). `undefined` if no tile intersects them. Where the operator's files have no ground, tiles of the remote
   * sources are opened too, for the requester; unavailable ones are unknown ground.
   */
  openArea(bounds: Bounds, options?: AreaOptions): Promise<TerrainArea | undefined>
  /**
   * Opens the ground in parts, finest first: sources up to twice as coarse as the finest share its lattice, coarser
   * ones have their own part. At a point the first part applies whose bounds contain it. A single part equals the
   * result of `openArea`. Empty if no tile meets the bounds.
   */
  openParts(bounds: Bounds, options?: AreaOptions): Promise<TerrainPart[]>
  /** Parts that `openParts` would open, with all posts; reads none, and downloads only if this process may. */
  survey(bounds: Bounds): Promise<TerrainSurvey>
  /**
   * Bilinear elevation at one point, reading as little as possible of one tile. Concurrent queries are limited; one
   * that still waits on abort is not made, and rejects.
   */
  elevationAt(latDeg: number, lonDeg: number, signal?: AbortSignal): Promise<PointElevation>
  /**
   * Every available tile: those of the operator's files, and remote ones with cached data. Unknown hashes are
   * computed within the time limit, without one all of them.
   */
  list(hashWithinMs?: number): Promise<TileListed[]>
  trim(): void
  close(): Promise<void>
}
