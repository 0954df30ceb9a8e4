import { signal } from '@preact/signals'
import type { Bounds } from '../comparison/grid.ts'
import type { Position, ReadPosition } from '../request/coordinates.ts'

/** Returns the map's centre; `undefined` without a map. */
export const mapCentre = signal<(() => Position) | undefined>(undefined)
/** Moves and zooms the map to a position; `undefined` without a map. */
export const flyTo = signal<((place: ReadPosition) => void) | undefined>(undefined)
/** Fits an area; `undefined` without a map. */
export const showArea = signal<((bounds: Bounds) => void) | undefined>(undefined)
export const visibleBounds = signal<Bounds | undefined>(undefined)
