/**
 * The canonical shapes of the line-of-sight kernels. Every job is cut into pieces of these shapes, so kernels are
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
/** Posts across a sector's tile. 512 rays half a post apart and slanted by up to a post a line fit. */
export const POSTS_ACROSS = 560
/** Lines whose horizon is taken as one maximum; a cell walks at most so many lines on its own ray. */
export const GROUP = 8
export const GROUPS = LINES / GROUP
/** Groups a block of the two-level prefix. */
export const PREFIX = 8
export const PREFIX_BLOCKS = GROUPS / PREFIX
/** Raster cells across an item. */
export const CELLS_ACROSS = 288
export const CELL_LINES = LINES

/** Numbers a ray: u and s as quadratics of the line number within the sector; then, of the first, the groups asked for. */
export const RAY_NUMBERS = 7
/** Numbers a line of cells, see `LineNumber`. */
export const LINE_NUMBERS = 14

/** Slope of an empty horizon. */
export const NO_HORIZON = -1e6
