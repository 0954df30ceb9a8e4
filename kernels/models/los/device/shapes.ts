/**
 * The canonical shapes of the line-of-sight kernels. Every job is cut into items of these shapes, so kernels are
 * compiled once per process and memory is bounded whatever the job's size.
 *
 * A tile is a block of 256 grid lines of one octant and 272 of its rays; an item is a tile with up to 256 × 288 of its
 * raster cells. One call of the pipeline computes some items.
 */

/** Items a call. */
export const ITEMS = 8
/** Grid lines (rows or columns of elevation posts) a tile. */
export const LINES = 256
/** Rays a tile owns, a little more than lines, as rays stay within a post; four more make cells lie between two. */
export const RAYS = 272
export const RAYS_COMPUTED = RAYS + 4
/** The last ray of a tile with one to its right. */
export const LAST_RAY_PAIR = RAYS_COMPUTED - 2
export const LAST_RAY = RAYS_COMPUTED - 1
/** Rays, and cells of a line, that pass over together what they need not look at: the lanes of a vector. */
export const QUAD = 4
export const QUADS = RAYS_COMPUTED / QUAD
/** Rays that a quad looks at: the one before it, its own, and two after it. */
export const QUAD_RAYS = QUAD + 3
/** Posts across a tile. Its rays, a post apart and slanted by up to a post a line, fit. */
export const POSTS_ACROSS = 560
/** The last post of a tile's line with one, two and three to its right. */
export const LAST_PAIR = POSTS_ACROSS - 2
export const LAST_TRIPLE = POSTS_ACROSS - 3
export const LAST_QUADRUPLE = POSTS_ACROSS - 4
/** Lines whose horizon is taken as one maximum; a cell walks at most so many lines on its own path. */
export const GROUP = 8
export const GROUPS = LINES / GROUP
/** Before each group, and after the last. */
export const BOUNDARIES = GROUPS + 1
/** With the line before them. */
export const GROUP_LINES = GROUP + 1
/** Columns of posts that a quad's rays may touch over a group: they are a post apart, and slanted by a post a line. */
export const QUAD_COLUMNS = QUAD_RAYS - 1 + GROUP + 6
/** Groups a block of the two-level prefix. */
export const PREFIX = 8
export const PREFIX_BLOCKS = GROUPS / PREFIX
/** Lines from the transmitter's own one to line 0: up to it everything is exact in float64. */
export const NEAR_LINES = 2
/** Raster cells across an item. */
export const CELLS_ACROSS = 288
export const CELL_LINES = LINES
export const CELL_QUADS = CELLS_ACROSS / QUAD
/** Quads of rays that four cells may lie between and still be passed over. */
export const CELL_RAY_QUADS = 4
/** Decisions a packed number: base CODES, so that a float32 holds them. */
export const PACKED = 8
export const PACKED_ACROSS = CELLS_ACROSS / PACKED
export const CODES = 4

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

/** Rows of a line of cells; see `cellDecision`. */
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
  /** The same in the half of the sector that is next to the next ray; kernels know one for both. */
  belowRight: 3,
} as const
export const STATE_NUMBERS = Object.keys(STATE).length

/** What a cell is where nothing else is known yet: its own path decides. */
export const DOUBTFUL = 0

/** Slope of an empty horizon. */
export const NO_HORIZON = -1e6
/** A difference of heights that only unknown ground makes, in metres. */
export const CLIFF_M = 1e5
/** Rounding of float32, 2⁻²⁴, times what the longest chain of operations makes of it; see ../../README.md. */
export const ROUNDING = 1.5e-6
/** Of a float32, 2⁻²², more than the additions of one item make of it. */
export const SUM_ROUNDING = 2.4e-7
/** What slopes that are only compared to pass over ground may be wrong by, as a part of them. */
export const CULL_PART = 1e-5
