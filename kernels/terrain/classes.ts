/** What a cell of a raster of classes says; what is out of range says UNKNOWN too. */
export const VISIBLE = 1
export const BLOCKED = 0
export const UNKNOWN = 255
