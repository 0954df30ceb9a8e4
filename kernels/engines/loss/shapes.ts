/** Batch shape on the device, fixed so that kernels are compiled once. Results do not depend on it. */

export const PATHS_ACROSS = 4096
export const PATHS_DOWN = 16
export const PATHS = PATHS_ACROSS * PATHS_DOWN
/** Indices of the numbers that describe a path. Kernels use the names; `expand.ts` inserts the indices. */
export const PATH = {
  steps: 0,
  distanceKm: 1,
  /** Coefficients of the path's quartics in the step number: rows and columns from the transmitter. */
  row1: 2,
  row2: 3,
  row3: 4,
  row4: 5,
  col1: 6,
  col2: 7,
  col3: 8,
  col4: 9,
} as const
/** Numbers that describe a path, by name. */
export type PathNumbers = Record<keyof typeof PATH, number>
export const PATH_NUMBERS = Object.keys(PATH).length
/** Maximum total number of steps in a batch: a fraction of a second, for quick cancellation and progress. */
export const STEPS = 2 ** 25
