/**
 * The shapes in which paths go through a model on the device: so many at a time, so that a kernel is compiled once. No
 * raster depends on them.
 */

export const PATHS_ACROSS = 4096
export const PATHS_DOWN = 16
export const PATHS = PATHS_ACROSS * PATHS_DOWN
/** Names of the numbers of a path; kernels name them, and `expand.ts` writes out their numbers. */
export const PATH = {
  steps: 0,
  distanceKm: 1,
  /** Coefficients of its quartics over the steps: rows and columns from the transmitter. */
  row1: 2,
  row2: 3,
  row3: 4,
  row4: 5,
  col1: 6,
  col2: 7,
  col3: 8,
  col4: 9,
} as const
/** A path's numbers by their names. */
export type PathNumbers = Record<keyof typeof PATH, number>
export const PATH_NUMBERS = Object.keys(PATH).length
/** Steps of all paths of a batch: a fraction of a second of work, so that cancelling and progress are quick. */
export const STEPS = 2 ** 25
