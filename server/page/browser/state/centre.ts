import { signal } from '@preact/signals'
import type { Bounds } from '../comparison/grid.ts'
import type { Position } from '../request/coordinates.ts'

/** Says where the centre of the map is; `undefined` without a map. */
export const mapCentre = signal<(() => Position) | undefined>(undefined)
/** Moves the map; `undefined` without one. */
export const flyTo = signal<((bounds: Bounds) => void) | undefined>(undefined)
/** What the map shows since it came to rest. */
export const seenBounds = signal<Bounds | undefined>(undefined)
