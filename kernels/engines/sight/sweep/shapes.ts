/**
 * Shapes of the ray sweep. Jobs of any size are divided into items of these shapes, which bounds the memory.
 *
 * A tile is a block of 256 grid lines of one octant with 272 of its rays; an item is a tile with up to 256 ×
 * 288 of its raster cells. `simd/assembly/sectors/layout.ts` repeats these numbers.
 */

/** Work items per step; between two steps another job can run. */
export const ITEMS = 8
/** Grid lines (rows or columns of elevation posts) per tile. */
export const LINES = 256
/** Rays per tile: slightly more than lines, as rays are at most a post apart; four more for interpolation. */
export const RAYS = 272
export const RAYS_COMPUTED = RAYS + 4
/** Posts across a tile: enough for its rays, up to a post apart and slanted by up to a post per line. */
export const POSTS_ACROSS = 560
/** Lines per group: rays have one maximum per group; per-cell paths are examined over at most one group. */
export const GROUP = 8
export const GROUPS = LINES / GROUP
/** Lines from the transmitter's line to line 0; up to line 0 all ground is read in float64. */
export const NEAR_LINES = 2
/** Raster cells across a work item. */
export const CELLS_ACROSS = 288
export const CELL_LINES = LINES

/** Rows of a ray's numbers: position u(t) = u0 + t·(u1 + t·u2) and depth over the lines of the tile. */
export const RAY = {
  u0: 0,
  u1: 1,
  u2: 2,
  depth0: 3,
  depth1: 4,
  depth2: 5,
  /** Drop 1/(2·k·R) times the squared secant of the ray's angle to the axis. */
  drop: 6,
  /** Row with the numbers of the work item; see `ITEM`. */
  item: 7,
} as const
export const RAY_NUMBERS = Object.keys(RAY).length

/** Numbers of a work item, stored in the row `RAY.item`. */
export const ITEM = {
  /** Number of groups of lines to sweep. */
  groups: 0,
  /** Maximum lateral error of a path at line t, in posts: shift0 + t·shift1. */
  shift0: 1,
  shift1: 2,
  /** Maximum height in metres by which ground between two rays exceeds the bound from posts and rays. */
  bulgeM: 3,
  /** Addition to `bulgeM` for each metre per metre of slope. */
  bulgeMPerSlope: 4,
  /** 1 if the window has unknown posts. */
  hasUnknown: 5,
} as const

/**
 * Rows of a line of cells: `count`, `uStart`, `uStep`, `t`, then polynomials in the cell's number: `ray`
 * (number in the tile), `depth`, `slant` (posts across per line on the path), `bend` (half of slant's change
 * per line), `stretch` (depth per line), `stretchBend` (half its change). Errors: `raySlack` in rays,
 * relative `depthSlack`, `shift` in posts; `edge` is the distance to a ray, in rays, within which a cell may
 * be in either sector.
 */
export const CELL_LINE = {
  count: 0,
  uStart: 1,
  uStep: 2,
  t: 3,
  ray0: 4,
  ray1: 5,
  ray2: 6,
  depth0: 7,
  depth1: 8,
  depth2: 9,
  slant0: 10,
  slant1: 11,
  slant2: 12,
  bend0: 13,
  bend1: 14,
  stretch0: 15,
  stretch1: 16,
  stretchBend0: 17,
  stretchBend1: 18,
  raySlack: 19,
  depthSlack: 20,
  shift: 21,
  ray3: 22,
  edge: 23,
} as const
export const LINE_NUMBERS = Object.keys(CELL_LINE).length

/** Rows of the state of rays that a tile passes to the next tile outwards, one value per ray. */
export const STATE = {
  /** Horizon of the ray. */
  horizon: 0,
  /** Bounds of the true horizon from a ray to the next ray, above and below linear interpolation. */
  above: 1,
  below: 2,
  /** Lower bound for the half of the sector that adjoins the next ray. */
  belowRight: 3,
} as const
export const STATE_NUMBERS = Object.keys(STATE).length

/** Slope that represents an empty horizon. */
export const NO_HORIZON = -1e6
/** Minimum difference in metres between a known height and an unknown one. */
export const CLIFF_M = 1e5
/** Rounding of float32, 2⁻²⁴, multiplied for the longest chain of operations; see README.md. */
export const ROUNDING = 1.5e-6
