/**
 * Memory layout of a work item of the ray sweep: inputs, outputs, and state of the rays. Sizes and rows equal
 * those of `engines/sight/sweep/shapes.ts`; addresses are in bytes.
 */

export const LINES: i32 = 256
/** Number of rays of a work item, and number of columns of posts. */
export const RAYS: i32 = 276
export const ACROSS: i32 = 560
export const GROUP: i32 = 8
export const QUADS: i32 = 69
export const CELLS_ACROSS: i32 = 288
/** First column of the last two, three and four columns. */
export const LAST_PAIR: f32 = 558
export const LAST_TRIPLE: f32 = 557
export const LAST_QUADRUPLE: f32 = 556

export const ROW_BYTES: usize = 560 * 4
const RAY_ROW_BYTES: usize = 276 * 4
const LINE_ROW_BYTES: usize = 256 * 4
/** Bytes of one value per ray, padded at both ends for vector reads. */
export const RAY_BYTES: usize = (4 + 276 + 8) * 4

/** Input addresses: float32 [LINES + 1][ACROSS], [8][RAYS], [4][RAYS], [24][LINES]. */
export let POSTS: usize = 0
export let RAY_ROWS: usize = 0
export let STATE: usize = 0
export let CELL_ROWS: usize = 0
/** Output addresses: float32 [4][RAYS]; bytes [LINES][CELLS_ACROSS]. */
export let AFTER: usize = 0
export let CLASSES: usize = 0

/** Horizons before and after the current group of lines. */
export let HORIZONS: usize = 0
export let RAISED: usize = 0
/** Highest slopes of the group's ground on evaluated rays; sector bounds, with a lower bound per half. */
export let REACHES: usize = 0
export let ABOVE: usize = 0
export let BELOW: usize = 0
export let BELOW_RIGHT: usize = 0
/** Running maxima of `above` plus the horizon of the ray, and plus the horizon of the next ray. */
export let REACHED: usize = 0
export let REACHED_NEXT: usize = 0
/** Slopes of the ground on each ray, at each line of a group. */
export let SLOPES: usize = 0
export const SLOPE_BYTES: usize = RAY_BYTES
/** Highest post of each column over a group of lines. */
export let TOPS: usize = 0
/** Arrays of one byte per quad of rays: 1 if the quad is not culled; 1 if the quad's cells are hidden. */
export let ACTIVE: usize = 0
export let HIDDEN: usize = 0
/** Float32 [GROUPS][RAYS]: highest slope of each group's ground in the sector from a ray to the next ray. */
export let TOPMOST: usize = 0
/** Float32 [GROUP][RAYS]: highest slope as in TOPMOST, over the first n lines of a group in row n. */
let LIMITS: usize = 0
/** Highest ground slopes of evaluated rays between two lines of a group. */
export let LINE_REACHES: usize = 0
/** Lower bounds of both halves of each sector before the group. */
export let SEEN_BELOW: usize = 0
export let SEEN_BELOW_RIGHT: usize = 0
/** Positions across and depths of rays at the first lines of the current and the next group, alternating. */
let PLACES: usize = 0

/** Assigns addresses from `scratch` on to a work item's arrays; returns the end address. */
export function open(scratch: usize): usize {
  POSTS = scratch
  RAY_ROWS = POSTS + 257 * 560 * 4 + 64
  STATE = RAY_ROWS + 8 * 276 * 4 + 64
  CELL_ROWS = STATE + 4 * 276 * 4
  AFTER = CELL_ROWS + 24 * 256 * 4
  CLASSES = AFTER + 4 * 276 * 4
  HORIZONS = CLASSES + 256 * 288 + 16
  RAISED = HORIZONS + RAY_BYTES
  REACHES = RAISED + RAY_BYTES
  ABOVE = REACHES + RAY_BYTES
  BELOW = ABOVE + RAY_BYTES
  BELOW_RIGHT = BELOW + RAY_BYTES
  REACHED = BELOW_RIGHT + RAY_BYTES
  REACHED_NEXT = REACHED + RAY_BYTES
  SLOPES = REACHED_NEXT + RAY_BYTES
  TOPS = SLOPES + 8 * RAY_BYTES + 16
  ACTIVE = TOPS + 592 * 4
  HIDDEN = ACTIVE + 72
  TOPMOST = HIDDEN + 72
  LIMITS = TOPMOST + 32 * 276 * 4
  LINE_REACHES = LIMITS + 8 * 276 * 4
  SEEN_BELOW = LINE_REACHES + 8 * RAY_BYTES
  SEEN_BELOW_RIGHT = SEEN_BELOW + RAY_BYTES
  PLACES = SEEN_BELOW_RIGHT + RAY_BYTES
  return PLACES + 4 * RAY_BYTES
}

/** Minimum height difference to unknown ground, and slope of an empty horizon. */
export const CLIFF_M: f32 = 1e5
export const NO_HORIZON: f32 = -1e6
/** Relative rounding of slopes, and margin of slopes used for culling; ROUNDING as in shapes.ts. */
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

/** Address of a `CELL_LINE` row's value for a run of cells. */
export function cellRow(row: i32, run: i32): usize {
  return CELL_ROWS + <usize>row * LINE_ROW_BYTES + ((<usize>run) << 2)
}

/** Number of the current work item at an index of `ITEM`. */
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
