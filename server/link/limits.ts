export const LONGEST_LINK_M = 300_000
/** Maximum points of a profile that is given or drawn. */
export const MAXIMUM_POINTS = 4096
