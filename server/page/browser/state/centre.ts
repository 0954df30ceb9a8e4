import { signal } from '@preact/signals'
import type { Position, ReadPosition } from '../../../client/coordinates.ts'
import type { Bounds } from '../comparison/grid.ts'

interface DrawnMap {
  readonly centre: Position
  /** Moves and zooms to a position. */
  flyTo(place: ReadPosition): void
  /** Fits the view to bounds. */
  showArea(bounds: Bounds): void
}

/** The map; `undefined` until drawn, and in browsers without WebGL 2. */
export const drawnMap = signal<DrawnMap | undefined>(undefined)
export const visibleBounds = signal<Bounds | undefined>(undefined)
