/** Map overlays of networks and roads, set by `network.ts` and `roads.ts`, which are loaded on demand. */

import { signal } from '@preact/signals'
import type { Position } from '../../../client/coordinates.ts'
import type { DrawnTiles } from '../comparison/grid.ts'

export interface DrawnNetwork extends DrawnTiles {
  id: string
  query: string
}

export const drawnNetwork = signal<DrawnNetwork | undefined>(undefined)
/** Coverage gaps as GeoJSON; `undefined` if not drawn. */
export const gaps = signal<object | undefined>(undefined)
/** Candidate sites as GeoJSON; `undefined` if not drawn. */
export const candidates = signal<object | undefined>(undefined)
export const clickedPlace = signal<Position | undefined>(undefined)
/** Displayed road as GeoJSON, in segments with a `color`; `undefined` if not drawn. */
export const drawnRoad = signal<object | undefined>(undefined)
/** Position on the road that corresponds to the pointer in the road chart. */
export const roadPlace = signal<Position | undefined>(undefined)
