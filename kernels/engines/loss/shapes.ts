/** Batch shapes on the device, fixed so that a kernel is compiled once. Results do not depend on them. */

export const PATHS_ACROSS = 4096
export const PATHS_DOWN = 16
export const PATHS = PATHS_ACROSS * PATHS_DOWN
/** Indices of a path's numbers. Kernels use the names; `expand.ts` replaces them with the indices. */
export const PATH = {
  steps: 0,
  distanceKm: 1,
  /** Coefficients of the path's quartics over the steps: rows and columns from the transmitter. */
  row1: 2,
  row2: 3,
  row3: 4,
  row4: 5,
  col1: 6,
  col2: 7,
  col3: 8,
  col4: 9,
} as const
/** Numbers of a path, keyed by name. */
export type PathNumbers = Record<keyof typeof PATH, number>
export const PATH_NUMBERS = Object.keys(PATH).length
/** Total steps of a batch: a fraction of a second of work, so that cancelling and progress are quick. */
export const STEPS = 2 ** 25
