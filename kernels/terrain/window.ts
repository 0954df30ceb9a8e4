/** Elevation posts around a transmitter, as all models take them. */

/** Relative height that stands for unknown ground: it never blocks. */
export const UNKNOWN_HEIGHT_M = -1e6

/** A rectangle of posts on a lattice of degrees, row 0 = north. */
export interface PostLattice {
  rows: number
  cols: number
  /** Position of the first post. */
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

/** Row-major posts. */
export interface PostGrid extends PostLattice {
  /** Metres; NaN = unknown ground. */
  heightsM: Float32Array
}

export interface PostWindow {
  /** Heights relative to the transmitting antenna; UNKNOWN_HEIGHT_M where the ground is unknown. */
  heightsM: Float32Array
  /** The same column by column, where somebody has them so: octants to the east and the west then read their lines as they are. */
  columnsM?: Float32Array
  rows: number
  cols: number
  latStepDeg: number
  lonStepDeg: number
  txLatDeg: number
  /** Fractional row and column of the transmitter. */
  txRow: number
  txCol: number
  /** Where ground is unknown; `undefined`: nowhere. */
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

/** The ground of a job. */
export interface JobGround {
  /** Finest first; a point belongs to the first that has it between its posts, and the last one holds the whole disc. */
  parts: readonly PostGrid[]
  /** Transmitting antenna, in the posts' datum. */
  antennaM: number
  /**
   * The last part alone, for the device, lowered where there are finer ones; where it is the only one its posts are taken
   * over, so that nothing else may be done with them.
   */
  window(): Promise<PostWindow>
  /** A copy of any part, lowered likewise. */
  windowOf(part: number): Promise<PostWindow>
  /** What bounds the last part from above at the bounds of one, see `edgeAround`. */
  edgeOf(part: number): Promise<PostWindow>
  /** Height of the ground at a position above the antenna, before and after; NaN where it is unknown. */
  overAntennaM(latDeg: number, lonDeg: number): number
}

/** Fractional row and column of a position. Within rounding of a post is on it, so that posts beside get no weight. */
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

/** Bilinear height in metres; NaN where a post with weight is unknown. */
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

/** Posts that are worked on between two pauses. */
export const POSTS_AT_ONCE = 2 ** 21

/** Takes the grid over: its heights become relative to an antenna at `antennaM` over that position, in place. */
export function windowAround(grid: PostGrid, latDeg: number, lonDeg: number, antennaM: number): PostWindow {
  const steps = windowInSteps(grid, latDeg, lonDeg, antennaM)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** A window as paths take it, about longitude 0. */
export function postsOf(window: PostWindow): PostGrid {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = window
  const northDeg = window.txLatDeg + window.txRow * latStepDeg
  const westDeg = -window.txCol * lonStepDeg
  return { heightsM, rows, cols, latStepDeg, lonStepDeg, northDeg, westDeg }
}

/** Makes heights relative to one of `byM` metres, in place; whether any is unknown, and still NaN. */
export type Lower = (heightsM: Float32Array, byM: number) => boolean

/** Without a branch at each. */
export function lowerHeights(heightsM: Float32Array, byM: number): boolean {
  let sumM = 0
  for (let at = 0; at < heightsM.length; at++) {
    const heightM = heightsM[at] - byM
    heightsM[at] = heightM
    sumM += heightM
  }
  return Number.isNaN(sumM)
}

/** The same with pauses, for whoever has something else to do meanwhile. */
export function* windowInSteps(
  grid: PostGrid,
  latDeg: number,
  lonDeg: number,
  antennaM: number,
  lower: Lower = lowerHeights,
): Generator<void, PostWindow> {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = grid
  const { row: txRow, col: txCol } = placeOf(grid, latDeg, lonDeg)
  let unknown: UnknownSpans | undefined
  for (let from = 0; from < heightsM.length; from += POSTS_AT_ONCE) {
    const end = Math.min(from + POSTS_AT_ONCE, heightsM.length)
    if (lower(heightsM.subarray(from, end), antennaM)) {
      unknown ??= noUnknown(rows, cols)
      markUnknown(heightsM, from, end, cols, unknown)
    }
    yield
  }
  return { heightsM, rows, cols, latStepDeg, lonStepDeg, txLatDeg: latDeg, txRow, txCol, unknown }
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
  // Row by row: the first and last visits of a row or column are its ends.
  if (spans.lastInRow[row] < 0) spans.firstInRow[row] = col
  spans.lastInRow[row] = col
  if (spans.lastInCol[col] < 0) spans.firstInCol[col] = row
  spans.lastInCol[col] = row
}
