/** Elevation posts around a transmitter, as input of all models. */

/** Height that represents unknown ground, relative to the antenna; never blocks a ray. */
export const UNKNOWN_HEIGHT_M = -1e6

/** Rectangle of posts on a lattice in degrees, row 0 = north. */
export interface PostLattice {
  rows: number
  cols: number
  /** Position of the north-western post in degrees. */
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

export interface PostGrid extends PostLattice {
  /** Heights in metres; NaN for unknown ground. */
  heightsM: Float32Array
}

export interface PostWindow extends Omit<PostLattice, 'northDeg' | 'westDeg'> {
  /**
   * Heights relative to the transmitting antenna or, with `antennaM`, the datum; unknown: UNKNOWN_HEIGHT_M.
   */
  heightsM: Float32Array
  /** Transmitting antenna height if heights are in the posts' datum; all heights are then known. */
  antennaM?: number
  txLatDeg: number
  /** Fractional row and column of the transmitter. */
  txRow: number
  txCol: number
  /** Ranges of unknown ground; `undefined` if all ground is known. */
  unknown: UnknownSpans | undefined
}

/** First and last unknown post of each row and of each column; first > last: none. */
export interface UnknownSpans {
  posts: number
  firstInRow: Int32Array
  lastInRow: Int32Array
  firstInCol: Int32Array
  lastInCol: Int32Array
}

export interface JobGround {
  /** Parts, finest first: a point belongs to the first enclosing part; the last covers the whole disc. */
  parts: readonly PostGrid[]
  /** Transmitting antenna height in the posts' datum. */
  antennaM: number
  /** Window of the coarsest part, lowered where finer parts are; takes ownership of a single part. */
  window(): Promise<PostWindow>
  /** Window in which heights of a single, fully known part stay in the datum, to be lowered by the caller. */
  windowAsRead(): Promise<PostWindow>
  /** Copy of any part, lowered where finer parts are; the caller owns it. */
  windowOf(part: number): Promise<PostWindow>
  /** Upper bound of the coarsest part's ground around a finer part, see `edgeAround`; owned by the caller. */
  edgeOf(part: number): Promise<PostWindow>
  /** Ground height relative to the antenna, valid before and after a call of `window`; NaN if unknown. */
  overAntennaM(latDeg: number, lonDeg: number): number
}

/** Fractional row and column of a position, snapped to a post within rounding errors. */
export function placeOf(grid: PostGrid, latDeg: number, lonDeg: number): { row: number; col: number } {
  return {
    row: snapped((grid.northDeg - latDeg) / grid.latStepDeg),
    col: snapped((lonDeg - grid.westDeg) / grid.lonStepDeg),
  }
}

function snapped(position: number): number {
  const post = Math.round(position)
  return Math.abs(position - post) < 1e-9 * Math.max(1, Math.abs(position)) ? post : position
}

/** Number of posts processed between two pauses. */
export const POSTS_AT_ONCE = 2 ** 21

/** Posts of a window, on a lattice around longitude 0. */
export function postsOf(window: PostWindow): PostGrid {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = window
  const northDeg = window.txLatDeg + window.txRow * latStepDeg
  const westDeg = -window.txCol * lonStepDeg
  return { heightsM, rows, cols, latStepDeg, lonStepDeg, northDeg, westDeg }
}

/** Subtracts `byM` from all heights in place; true if any height is NaN, which stays NaN. */
export type Lower = (heightsM: Float32Array, byM: number) => boolean

/** Implementation of `Lower` without branches: a NaN propagates to the sum. */
export function lowerHeights(heightsM: Float32Array, byM: number): boolean {
  let sumM = 0
  for (let at = 0; at < heightsM.length; at++) {
    const heightM = heightsM[at] - byM
    heightsM[at] = heightM
    sumM += heightM
  }
  return Number.isNaN(sumM)
}

/**
 * Window around a transmitter, with pauses. Takes ownership of the grid; its heights become relative to the
 * antenna at `antennaM`, in place. `isAsRead`: heights stay in the datum if all are known.
 */
export function* windowInSteps(
  grid: PostGrid,
  latDeg: number,
  lonDeg: number,
  antennaM: number,
  lower: Lower = lowerHeights,
  isAsRead = false,
): Generator<void, PostWindow> {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = grid
  const { row: txRow, col: txCol } = placeOf(grid, latDeg, lonDeg)
  const window = { heightsM, rows, cols, latStepDeg, lonStepDeg, txLatDeg: latDeg, txRow, txCol }
  if (isAsRead && (yield* areKnown(heightsM, lower))) return { ...window, antennaM, unknown: undefined }
  let unknown: UnknownSpans | undefined
  for (let from = 0; from < heightsM.length; from += POSTS_AT_ONCE) {
    const end = Math.min(from + POSTS_AT_ONCE, heightsM.length)
    if (lower(heightsM.subarray(from, end), antennaM)) {
      unknown ??= noUnknown(rows, cols)
      markUnknown(heightsM, from, end, cols, unknown)
    }
    yield
  }
  return { ...window, unknown }
}

/** True if all posts are known; computed in steps. */
function* areKnown(heightsM: Float32Array, lower: Lower): Generator<void, boolean> {
  for (let from = 0; from < heightsM.length; from += POSTS_AT_ONCE) {
    if (lower(heightsM.subarray(from, from + POSTS_AT_ONCE), 0)) return false
    yield
  }
  return true
}

function markUnknown(
  heightsM: Float32Array,
  from: number,
  end: number,
  cols: number,
  spans: UnknownSpans,
): void {
  for (let at = from; at < end; at++) {
    if (!Number.isNaN(heightsM[at])) continue
    heightsM[at] = UNKNOWN_HEIGHT_M
    note(spans, Math.floor(at / cols), at % cols)
  }
}

function noUnknown(rows: number, cols: number): UnknownSpans {
  return {
    posts: 0,
    firstInRow: new Int32Array(rows).fill(cols),
    lastInRow: new Int32Array(rows).fill(-1),
    firstInCol: new Int32Array(cols).fill(rows),
    lastInCol: new Int32Array(cols).fill(-1),
  }
}

function note(spans: UnknownSpans, row: number, col: number): void {
  spans.posts++
  // Rows are visited in order: the first and last visits of a row or column are the ends of its range.
  if (spans.lastInRow[row] < 0) spans.firstInRow[row] = col
  spans.lastInRow[row] = col
  if (spans.lastInCol[col] < 0) spans.firstInCol[col] = row
  spans.lastInCol[col] = row
}
