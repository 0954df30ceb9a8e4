/** Map contents of the open network and of a road; set by `network.ts` and `roads.ts`, loaded on demand. */

import { signal } from '@preact/signals'
import type { Bounds } from '../comparison/grid.ts'
import type { Position } from '../request/coordinates.ts'

export interface DrawnNetwork {
  id: string
  /** Path of its colored tiles, with query. */
  path: string
  bounds: Bounds
  maxzoom: number
  query: string
}

export const drawnNetwork = signal<DrawnNetwork | undefined>(undefined)
/** GeoJSON of gaps; `undefined`: not drawn. */
export const gaps = signal<object | undefined>(undefined)
/** GeoJSON of candidates for sites; `undefined`: not drawn. */
export const candidates = signal<object | undefined>(undefined)
export const clickedPlace = signal<Position | undefined>(undefined)
/** GeoJSON of the displayed road, in segments with a `color`; `undefined`: none. */
export const drawnRoad = signal<object | undefined>(undefined)
/** Position under the pointer in the road's chart. */
export const roadPlace = signal<Position | undefined>(undefined)
