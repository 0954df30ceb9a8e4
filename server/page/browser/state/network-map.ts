/** What the map draws of the network that is open and of a road; filled by `network.ts` and `roads.ts`, which are loaded with their views. */

import { signal } from '@preact/signals'
import type { Bounds } from '../comparison/grid.ts'
import type { Position } from '../request/coordinates.ts'

export interface DrawnNetwork {
  id: string
  /** Of its tiles in colors, with their query. */
  path: string
  bounds: Bounds
  maxzoom: number
  /** Layer and view, without "?". */
  query: string
}

export const drawnNetwork = signal<DrawnNetwork | undefined>(undefined)
/** GeoJSON of what no site covers; `undefined`: not drawn. */
export const gaps = signal<object | undefined>(undefined)
/** GeoJSON of the places of a search for further sites; `undefined`: not drawn. */
export const candidates = signal<object | undefined>(undefined)
/** Where the map was clicked last. */
export const clickedPlace = signal<Position | undefined>(undefined)
/** GeoJSON of the road that is shown, in segments of one `color`; `undefined`: none. */
export const drawnRoad = signal<object | undefined>(undefined)
/** The place of the road that is pointed at in its drawing. */
export const roadPlace = signal<Position | undefined>(undefined)
