/** Visibility classes of cells; cells out of range are UNKNOWN. */
export const VISIBLE = 1
export const BLOCKED = 0
export const UNKNOWN = 255
/** Class of cells that an engine leaves to another engine. */
export const UNDECIDED = 254

/** Rounding tolerance in metres: ground that touches the ray does not block it. */
export const TOUCH_M = 1e-6
