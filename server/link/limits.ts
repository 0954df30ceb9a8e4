export const SHORTEST_LINK_M = 1
export const LONGEST_LINK_M = 300_000
/** Maximum paths per request, and their total length in km: minutes on a busy machine with 30 m posts. */
export const MAXIMUM_PATHS = 10_000
export const MAXIMUM_PATHS_KM = 50_000
/** Maximum number of points in a given or returned profile. */
export const MAXIMUM_POINTS = 4096
