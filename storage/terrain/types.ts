/**
 * A regular lattice of elevation posts in geographic coordinates (WGS 84).
 * Post (row, col) stands at latitude `northDeg - row * latStepDeg` and longitude `westDeg + col * lonStepDeg`;
 * rows and columns may be any integers, so a lattice has no edge.
 */
export interface Lattice {
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

/** A rectangle of posts of a lattice. Longitudes may run beyond ±180 (they wrap when tiles are looked up). */
export interface PostRectangle {
  firstRow: number
  firstCol: number
  rows: number
  cols: number
}

/** An elevation tile that took part in an answer. */
export interface TileUsed {
  name: string
  source: string
  /** Of a file that was read in parts that of its first page. */
  sha256: string
  /** Of such a file the pages of 256 KiB that were read, such as `0-3,17`. */
  pages?: string
  /** One hash over them: that of a line `<page> <SHA-256>` for each, in order. */
  pages_sha256?: string
}

export interface SourceUsed {
  name: string
  attribution: string
}

/** What one point of the ground is known to be. `sea` only where a source declares it. */
export interface PointElevation {
  state: 'known' | 'sea' | 'unknown'
  elevationM: number | undefined
  source: string | undefined
  /** Unknown so far: a remote tile that is not in the cache may know it. */
  isFetchable?: boolean
}

/** On whose behalf remote tiles are fetched. */
export interface Requester {
  /** Has one download at a time; without one there is no such bound. */
  accountId?: string | undefined
  /** When it fires, nothing more is downloaded for the requester. */
  signal?: AbortSignal | undefined
  /** Called for each read that a source could not serve, with the source and the reason. */
  onUnreachable?: ((sourceName: string, reason: string) => void) | undefined
}

/**
 * The terrain of one job: one lattice (that of the finest tile in the area) from which post rectangles are read.
 * Reads may come in any order and overlap; decoded tiles stay in the terrain's bounded cache.
 */
export interface TerrainArea {
  readonly lattice: Lattice
  /** Post spacing in metres, north-south, of the lattice. */
  readonly postSpacingM: number
  /**
   * Float32 heights in metres, row-major, row 0 = north; NaN = unknown ground (void, or no tile). They are written to
   * `into` where that is given, whatever it held, and it has as many elements; else to memory of their own.
   */
  read(rectangle: PostRectangle, signal?: AbortSignal, into?: Float32Array): Promise<Float32Array>
  /** Tiles and sources that reads have used so far, in order of name. */
  used(): { tiles: TileUsed[]; sources: SourceUsed[] }
}

/** A part of the ground on a lattice of its own. */
export interface PartExtent {
  lattice: Lattice
  /** Where it is believed, unless a part before it is; `undefined` for the last one, which holds all that is left. */
  bounds: Bounds | undefined
}

/** A part of the ground that a job reads. */
export interface TerrainPart {
  area: TerrainArea
  /** As in `PartExtent`. */
  bounds: Bounds | undefined
}

/** What the ground within some bounds is made of, told from the headers of tiles. */
export interface TerrainSurvey {
  /** As `openParts` would open them; none where no tile meets the bounds. */
  parts: PartExtent[]
  /**
   * Whether all tiles were at hand. If not, what is missing is taken for posts of its source's usual spacing; where that is
   * not known either, there are no parts.
   */
  isComplete: boolean
}

export interface Bounds {
  southDeg: number
  westDeg: number
  northDeg: number
  eastDeg: number
}

/** One tile in a list. */
export interface TileListed {
  name: string
  source: string
  attribution: string
  /** Outermost posts. */
  bounds: Bounds
  /** Spacing of the posts, north-south. */
  resolutionM: number
  /** Of its file. */
  bytes: number
  /** `null`: not computed yet. */
  sha256: string | null
}

export interface AreaOptions extends Requester {
  /**
   * Metres: every n-th post of a lattice is read, n the largest that leaves them at most that far apart from north to
   * south; in each part its own. All of them if not given.
   */
  spacingM?: number | undefined
}

/** Rasters of classes in files, whatever their format. */
export interface ClassFiles {
  /**
   * Opens an area whose posts are those of the given lattice, each with the value of the nearest post of a file that knows
   * it, at most half a post away: nothing is interpolated, and no gap is filled. NaN = none.
   */
  openValues(lattice: Lattice, bounds: Bounds, requester?: Requester): Promise<TerrainArea>
}

/** Places with an amount each, such as the people who live there: arrays of one length. */
export interface Amounts {
  latDeg: Float64Array
  lonDeg: Float64Array
  /** Above 0. */
  amounts: Float64Array
}

/** Rasters of amounts in files: what a pixel holds is in it, not for each unit of its area. */
export interface AmountFiles {
  /**
   * Calls back with the centers of all pixels within the bounds that hold more than 0, some at a time and in any order, each
   * once: where the center of a pixel is in a known one (0 or more) of a file that is earlier by path, it is left out.
   * Rejects with a TileError where a file can't be read, or was replaced meanwhile.
   */
  readAmounts(bounds: Bounds, take: (amounts: Amounts) => Promise<void>): Promise<void>
}

/** Elevation from files, whatever their format. */
export interface Terrain {
  /**
   * Settles when the first scan of the files has ended; `undefined` from then on, or where there is nothing to scan. Until
   * then whoever asks for ground waits, as nothing is made of a part of the files.
   */
  readonly scanning?: Promise<void> | undefined
  /**
   * Opens the area; its lattice is that of the finest known tile that intersects the bounds (ties: the earlier
   * folder). `undefined` when no tile intersects them. Where the operator's files leave ground open, tiles of the
   * remote sources are opened too, for the requester; what can't be had of them is unknown ground.
   */
  openArea(bounds: Bounds, options?: AreaOptions): Promise<TerrainArea | undefined>
  /**
   * Opens the ground in parts, finest first: sources up to twice as coarse as the finest share its lattice, coarser ones
   * have a part of their own. At a point the first part is believed within whose bounds it lies. With one part that
   * is what `openArea` opens. None when no tile meets the bounds.
   */
  openParts(bounds: Bounds, options?: AreaOptions): Promise<TerrainPart[]>
  /** What `openParts` would open, with all posts; reads none, and downloads nothing where this process doesn't. */
  survey(bounds: Bounds): Promise<TerrainSurvey>
  /**
   * Bilinear elevation at one point, reading as little as possible of one tile. A few points are looked up at a time;
   * one that still waits when the signal fires is not looked up any more, and rejects.
   */
  elevationAt(latDeg: number, lonDeg: number, signal?: AbortSignal): Promise<PointElevation>
  /**
   * Every tile at hand: those of the operator's files, and remote ones of which something is in the cache. Hashes that
   * are not known are computed within the time given, all of them without one.
   */
  list(hashWithinMs?: number): Promise<TileListed[]>
  /** Frees decoded tiles that are not in use. */
  trim(): void
  close(): Promise<void>
}
