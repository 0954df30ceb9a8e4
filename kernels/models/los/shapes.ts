/**
 * The canonical shapes of the line-of-sight kernels. Every job is cut into items of these shapes, so kernels are
 * compiled once per process and memory is bounded whatever the job's size.
 *
 * A sector is a block of 256 grid lines of one octant and 512 of its rays; an item is a sector with up to
 * 256 × 288 of its raster cells. One call of the pipeline computes some items.
 */

/** Items a call. */
export const ITEMS = 8
/** Grid lines (rows or columns of elevation posts) a sector. */
export const LINES = 256
/** Rays a sector owns; it computes four more, since a cell asks both of its neighbours. */
export const RAYS = 512
export const RAYS_COMPUTED = RAYS + 4
/** The last ray of an item with one to its right. */
export const LAST_RAY_PAIR = RAYS_COMPUTED - 2
/** Posts across a sector's tile. 512 rays half a post apart and slanted by up to a post a line fit. */
export const POSTS_ACROSS = 560
/** The last post of a tile's line with one, and with two, to its right. */
export const LAST_PAIR = POSTS_ACROSS - 2
export const LAST_TRIPLE = POSTS_ACROSS - 3
/** Lines whose horizon is taken as one maximum; a cell walks at most so many lines on its own ray. */
export const GROUP = 8
export const GROUPS = LINES / GROUP
/** Groups a block of the two-level prefix. */
export const PREFIX = 8
export const PREFIX_BLOCKS = GROUPS / PREFIX
/** Raster cells across an item. */
export const CELLS_ACROSS = 288
export const CELL_LINES = LINES

/** Rows of a ray: u(t) = u0 + t·(u1 + t·u2) and s(t) alike over the lines of the sector. */
export const RAY = {
  u0: 0,
  u1: 1,
  u2: 2,
  s0: 3,
  s1: 4,
  s2: 5,
  /** Of the first ray only: the number of groups that are asked for. */
  groups: 6,
} as const
export const RAY_NUMBERS = Object.keys(RAY).length

/** Rows of a line of cells; see `cellClearance`. */
export const CELL_LINE = {
  count: 0,
  uStart: 1,
  uStep: 2,
  t: 3,
  ray0: 4,
  ray1: 5,
  ray2: 6,
  square0: 7,
  square1: 8,
  square2: 9,
  slant0: 10,
  slant1: 11,
  slant2: 12,
  stretch: 13,
} as const
export const LINE_NUMBERS = Object.keys(CELL_LINE).length

/** Slope of an empty horizon. */
export const NO_HORIZON = -1e6
