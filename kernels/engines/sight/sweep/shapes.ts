/**
 * Shapes of the ray sweep: every job is cut into items of these shapes, so that memory is bounded whatever the job's size.
 *
 * A tile is a block of 256 grid lines of one octant and 272 of its rays; an item is a tile with up to 256 × 288 of its
 * raster cells. `simd/assembly/sectors/layout.ts` has the same numbers.
 */

/** Items of one step, after which another job has its turn. */
export const ITEMS = 8
/** Grid lines (rows or columns of elevation posts) a tile. */
export const LINES = 256
/** Rays a tile owns, a little more than lines, as rays stay within a post; four more make cells lie between two. */
export const RAYS = 272
export const RAYS_COMPUTED = RAYS + 4
/** Posts across a tile. Its rays, a post apart and slanted by up to a post a line, fit. */
export const POSTS_ACROSS = 560
/** Lines whose horizon is taken as one maximum; a cell walks at most so many lines on its own path. */
export const GROUP = 8
export const GROUPS = LINES / GROUP
/** Lines from the transmitter's own one to line 0: up to it everything is exact in float64. */
export const NEAR_LINES = 2
/** Raster cells across an item. */
export const CELLS_ACROSS = 288
export const CELL_LINES = LINES

/** Rows of a ray: u(t) = u0 + t·(u1 + t·u2) and its depth alike over the lines of the tile. */
export const RAY = {
  u0: 0,
  u1: 1,
  u2: 2,
  depth0: 3,
  depth1: 4,
  depth2: 5,
  /** 1/(2·k·R) times the square of the secant of the ray's angle to the axis. */
  drop: 6,
  /** Numbers of the whole item, as `ITEM` has them. */
  item: 7,
} as const
export const RAY_NUMBERS = Object.keys(RAY).length

/** Numbers of an item, in the row `RAY.item`. */
export const ITEM = {
  /** Groups of lines that are asked for. */
  groups: 0,
  /** How far a path at line t may be from where it is computed, in posts across: shift0 + t·shift1. */
  shift0: 1,
  shift1: 2,
  /** What the ground between rays may stand above all that bounds it, in metres. */
  bulgeM: 3,
  /** The same for each metre per metre of slope. */
  bulgeMPerSlope: 4,
  /** 1 where posts of the window are unknown. */
  hasUnknown: 5,
} as const

/**
 * Rows of a line of cells: `count`, `uStart`, `uStep`, `t`, then polynomials in the cell's number: `ray` (ray number within the tile),
 * `depth`, `slant` (posts across a line along the cell's own path), `bend` (change of the slant a line, halved), `stretch` (depth a
 * line) and `stretchBend` (its change a line, halved); `raySlack` (by how many rays the first may be off), `depthSlack` (by which
 * part of it the depth), `shift` (by how many posts the path), and `edge`: so near to a ray, in rays, a cell may be in either sector.
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

/** Rows of what passes from a tile to the next one outwards, for each of its rays. */
export const STATE = {
  /** The horizon of the ray itself. */
  horizon: 0,
  /** By how much the true horizon up to the next ray may be above, and below, what lies between both. */
  above: 1,
  below: 2,
  /** The same in the half of the sector that is next to the next ray. */
  belowRight: 3,
} as const
export const STATE_NUMBERS = Object.keys(STATE).length

/** Slope of an empty horizon. */
export const NO_HORIZON = -1e6
/** A difference of heights that only unknown ground makes, in metres. */
export const CLIFF_M = 1e5
/** Rounding of float32, 2⁻²⁴, times what the longest chain of operations makes of it; see README.md. */
export const ROUNDING = 1.5e-6
