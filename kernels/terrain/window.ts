/** Elevation posts around a transmitter, as input of all models. */

/** Relative height that represents unknown ground: it never blocks. */
export const UNKNOWN_HEIGHT_M = -1e6

/** Rectangle of posts on a lattice in degrees, row 0 = north. */
export interface PostLattice {
  rows: number
  cols: number
  /** Position of the first post. */
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

export interface PostGrid extends PostLattice {
  /** Metres; NaN = unknown ground. */
  heightsM: Float32Array
}

export interface PostWindow {
  /** Heights relative to the transmitting antenna, unless `antennaM` is given; UNKNOWN_HEIGHT_M where the ground is unknown. */
  heightsM: Float32Array
  /** Height of the transmitting antenna if heights are in the posts' datum; all are known then. */
  antennaM?: number
  rows: number
  cols: number
  latStepDeg: number
  lonStepDeg: number
  txLatDeg: number
  /** Fractional row and column of the transmitter. */
  txRow: number
  txCol: number
  /** Unknown ground; `undefined` if there is none. */
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
  /** Finest first; a point belongs to the first that encloses it, and the last one covers the whole disc. */
  parts: readonly PostGrid[]
  /** Transmitting antenna, in the posts' datum. */
  antennaM: number
  /** Last part for the device, lowered if there are finer ones; if it is the only one, its posts are taken over. */
  window(): Promise<PostWindow>
  /** Last part with heights as read, if it is the only one and all are known: the caller lowers them to the antenna. */
  windowAsRead(): Promise<PostWindow>
  /** Copy of any part, lowered if there are finer ones; it is the caller's. */
  windowOf(part: number): Promise<PostWindow>
  /** Upper bound of the last part at the bounds of a finer one, see `edgeAround`; it is the caller's. */
  edgeOf(part: number): Promise<PostWindow>
  /** Height of the ground relative to the antenna, before and after `window`; NaN if unknown. */
  overAntennaM(latDeg: number, lonDeg: number): number
}

/** Fractional row and column of a position, rounded to a post within rounding errors. */
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

/** Bilinear height in metres; NaN if a post with weight is unknown. */
export function groundM(grid: PostGrid, latDeg: number, lonDeg: number): number {
  const { row, col } = placeOf(grid, latDeg, lonDeg)
  const top = Math.floor(row)
  const left = Math.floor(col)
  const first = top * grid.cols + left
  const down = row - top
  const right = col - left
  const corners = [
    [first, (1 - down) * (1 - right)],
    [first + 1, (1 - down) * right],
    [first + grid.cols, down * (1 - right)],
    [first + grid.cols + 1, down * right],
  ]
  return corners.reduce((sum, [post, weight]) => (weight === 0 ? sum : sum + weight * grid.heightsM[post]), 0)
}

/** Posts between two pauses. */
export const POSTS_AT_ONCE = 2 ** 21

/** Takes ownership of the grid: its heights become relative to an antenna at `antennaM` there, in place. */
export function windowAround(grid: PostGrid, latDeg: number, lonDeg: number, antennaM: number): PostWindow {
  const steps = windowInSteps(grid, latDeg, lonDeg, antennaM)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Posts of a window in a frame around longitude 0. */
export function postsOf(window: PostWindow): PostGrid {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = window
  const northDeg = window.txLatDeg + window.txRow * latStepDeg
  const westDeg = -window.txCol * lonStepDeg
  return { heightsM, rows, cols, latStepDeg, lonStepDeg, northDeg, westDeg }
}

/** Subtracts `byM` from all heights in place; returns true if any is unknown, which stays NaN. */
export type Lower = (heightsM: Float32Array, byM: number) => boolean

/** Branch-free. */
export function lowerHeights(heightsM: Float32Array, byM: number): boolean {
  let sumM = 0
  for (let at = 0; at < heightsM.length; at++) {
    const heightM = heightsM[at] - byM
    heightsM[at] = heightM
    sumM += heightM
  }
  return Number.isNaN(sumM)
}

/** `windowAround` with pauses. `isAsRead`: heights that are all known are not lowered. */
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

/** Whether the ground is known at all posts, in steps. */
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
  // Rows are visited in order, so the first and last visits of a row or column are its ends.
  if (spans.lastInRow[row] < 0) spans.firstInRow[row] = col
  spans.lastInRow[row] = col
  if (spans.lastInCol[col] < 0) spans.firstInCol[col] = row
  spans.lastInCol[col] = row
}
