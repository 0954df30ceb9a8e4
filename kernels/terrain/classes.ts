/** Classes of cells; cells out of range are UNKNOWN too. */
export const VISIBLE = 1
export const BLOCKED = 0
export const UNKNOWN = 255
/** A cell that an engine leaves to another one. */
export const UNDECIDED = 254

/** Touching counts as visible; rounding must not turn a touch into a block. */
export const TOUCH_M = 1e-6
