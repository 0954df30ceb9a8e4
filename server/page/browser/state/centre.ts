import { signal } from '@preact/signals'
import type { Position, ReadPosition } from '../../../client/coordinates.ts'
import type { Bounds } from '../comparison/grid.ts'

/** Function that returns the center of the map; `undefined` without a map. */
export const mapCentre = signal<(() => Position) | undefined>(undefined)
/** Function that moves and zooms the map to a position; `undefined` without a map. */
export const flyTo = signal<((place: ReadPosition) => void) | undefined>(undefined)
/** Function that fits the map to bounds; `undefined` without a map. */
export const showArea = signal<((bounds: Bounds) => void) | undefined>(undefined)
export const visibleBounds = signal<Bounds | undefined>(undefined)
