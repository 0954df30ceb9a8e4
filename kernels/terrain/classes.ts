/** Classes of visibility; cells out of range are UNKNOWN too. */
export const VISIBLE = 1
export const BLOCKED = 0
export const UNKNOWN = 255
/** An engine leaves this cell to another one. */
export const UNDECIDED = 254

/** Touching counts as visible: tolerance for rounding. */
export const TOUCH_M = 1e-6
