export const LONGEST_LINK_M = 300_000
/** Paths that a request may have computed, and their length together: a busy machine takes minutes for it at 30 m posts. */
export const MAXIMUM_PATHS = 10_000
export const MAXIMUM_PATHS_KM = 50_000
/** Maximum points of a profile that is given or drawn. */
export const MAXIMUM_POINTS = 4096
