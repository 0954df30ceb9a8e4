export const LONGEST_LINK_M = 300_000
/** Maximum paths of a request, and their total length in km: minutes on a busy machine at 30 m posts. */
export const MAXIMUM_PATHS = 10_000
export const MAXIMUM_PATHS_KM = 50_000
/** Maximum points of a given or drawn profile. */
export const MAXIMUM_POINTS = 4096
