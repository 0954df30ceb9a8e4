/**
 * Layout of one item of an octant in the module's own memory: inputs, outputs, and the state of its rays during the
 * sweep. Sizes and rows as in `engines/sight/sweep/shapes.ts`; addresses are in bytes.
 */

export const LINES: i32 = 256
/** Rays of an item, and columns of posts. */
export const RAYS: i32 = 276
export const ACROSS: i32 = 560
export const GROUP: i32 = 8
export const QUADS: i32 = 69
export const CELLS_ACROSS: i32 = 288
/** The last column with one, two and four to its right. */
export const LAST_PAIR: f32 = 558
export const LAST_TRIPLE: f32 = 557
export const LAST_QUADRUPLE: f32 = 556

export const ROW_BYTES: usize = 560 * 4
const RAY_ROW_BYTES: usize = 276 * 4
const LINE_ROW_BYTES: usize = 256 * 4
/** Bytes of one value per ray, with padding before the first and after the last for vector reads. */
export const RAY_BYTES: usize = (4 + 276 + 8) * 4

/** Float32 [LINES + 1][ACROSS], [8][RAYS], [4][RAYS], [24][LINES]. */
export const POSTS: usize = 1024
export const RAY_ROWS: usize = POSTS + 257 * 560 * 4 + 64
export const STATE: usize = RAY_ROWS + 8 * 276 * 4 + 64
export const CELL_ROWS: usize = STATE + 4 * 276 * 4
/** Float32 [4][RAYS]; bytes [LINES][CELLS_ACROSS]. */
export const AFTER: usize = CELL_ROWS + 24 * 256 * 4
export const CLASSES: usize = AFTER + 4 * 276 * 4
const CLASSES_END: usize = CLASSES + 256 * 288

/** Horizons before and after the group; `above` of the sector up to the next ray, `below` of each of its halves. */
export const HORIZONS: usize = CLASSES_END + 16
export const RAISED: usize = HORIZONS + RAY_BYTES
/** Highest slopes of the group's own ground on evaluated rays. */
export const REACHES: usize = RAISED + RAY_BYTES
export const ABOVE: usize = REACHES + RAY_BYTES
export const BELOW: usize = ABOVE + RAY_BYTES
/** Upper bound of the true horizon, added to the horizon of either ray where it arose. */
export const BELOW_RIGHT: usize = BELOW + RAY_BYTES
export const REACHED: usize = BELOW_RIGHT + RAY_BYTES
export const REACHED_NEXT: usize = REACHED + RAY_BYTES
/** Slopes of the ground on each ray at the lines of a group. */
export const SLOPES: usize = REACHED_NEXT + RAY_BYTES
export const SLOPE_BYTES: usize = RAY_BYTES
/** Highest post of each column. */
export const TOPS: usize = SLOPES + 8 * RAY_BYTES + 16
/** One byte per quad: 1 if its rays evaluate the group; 1 if its cells are hidden. */
export const ACTIVE: usize = TOPS + 592 * 4
export const HIDDEN: usize = ACTIVE + 72
/** Float32 [GROUPS][RAYS]: highest slope of a group's ground in the sector from a ray to the next. */
export const TOPMOST: usize = HIDDEN + 72
/** Float32 [GROUP][RAYS]: TOPMOST of the group's first lines, one more per row. */
const LIMITS: usize = TOPMOST + 32 * 276 * 4
/** Highest slopes of evaluated rays between two lines of a group. */
export const LINE_REACHES: usize = LIMITS + 8 * 276 * 4
/** `below` before the group. */
export const SEEN_BELOW: usize = LINE_REACHES + 8 * RAY_BYTES
export const SEEN_BELOW_RIGHT: usize = SEEN_BELOW + RAY_BYTES
/** Positions across and depths of rays at the first line of a group, and at that of the next one, alternating. */
const PLACES: usize = SEEN_BELOW_RIGHT + RAY_BYTES
export const END: usize = PLACES + 4 * RAY_BYTES

/** Height difference that only unknown ground causes, and a slope lower than any. */
export const CLIFF_M: f32 = 1e5
export const NO_HORIZON: f32 = -1e6
/** As in shapes.ts: rounding, and the margin of slopes that are only compared. */
export const ROUNDING: f32 = 1.5e-6
export const CULL_PART: f32 = 1e-5

export function rayRow(row: i32): usize {
  return RAY_ROWS + <usize>row * RAY_ROW_BYTES
}

export function topmostRow(group: i32): usize {
  return TOPMOST + <usize>group * RAY_ROW_BYTES
}

export function acrossAt(group: i32): usize {
  return PLACES + <usize>(group & 1) * 2 * RAY_BYTES
}

export function depthsAt(group: i32): usize {
  return acrossAt(group) + RAY_BYTES
}

export function limitRow(line: i32): usize {
  return LIMITS + <usize>line * RAY_ROW_BYTES
}

/** Address of `CELL_LINE` values of a run of cells. */
export function cellRow(row: i32, run: i32): usize {
  return CELL_ROWS + <usize>row * LINE_ROW_BYTES + ((<usize>run) << 2)
}

/** Number of the item, by `ITEM`. */
export function itemNumber(number: i32): f32 {
  return load<f32>(RAY_ROWS + 7 * RAY_ROW_BYTES + ((<usize>number) << 2))
}

export function quadratic(c0: v128, c1: v128, c2: v128, t: v128): v128 {
  return f32x4.add(c0, f32x4.mul(t, f32x4.add(c1, f32x4.mul(t, c2))))
}

export function clamped(value: v128, low: f32, high: f32): v128 {
  return f32x4.pmin(f32x4.splat(high), f32x4.pmax(f32x4.splat(low), value))
}

export function lowestOf(v: v128): f32 {
  const half = f32x4.pmin(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1))
  return f32x4.extract_lane(f32x4.pmin(half, v128.shuffle<f32>(half, half, 1, 0, 3, 2)), 0)
}

export function highestOf(v: v128): f32 {
  const half = f32x4.pmax(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1))
  return f32x4.extract_lane(f32x4.pmax(half, v128.shuffle<f32>(half, half, 1, 0, 3, 2)), 0)
}
