import { signal } from '@preact/signals'
import type { Bounds } from '../comparison/grid.ts'
import type { Position, ReadPosition } from '../request/coordinates.ts'

/** Says where the centre of the map is; `undefined` without a map. */
export const mapCentre = signal<(() => Position) | undefined>(undefined)
/** Takes the map to a place, near enough to see where that is; `undefined` without a map. */
export const flyTo = signal<((place: ReadPosition) => void) | undefined>(undefined)
/** Shows the whole of an area; `undefined` without a map. */
export const showArea = signal<((bounds: Bounds) => void) | undefined>(undefined)
/** What the map shows since it came to rest. */
export const seenBounds = signal<Bounds | undefined>(undefined)
