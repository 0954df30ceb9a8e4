import type { Values } from '../requests/field.ts'
import type { Measured, Where } from '../requests/places.ts'

type EndLabel = string | number
export type EndName = 'tx' | 'rx'

export interface End {
  id?: EndLabel
  name?: EndLabel
}

export interface Pair {
  /** Equivalent request of `POST /link`. */
  body: Values
  tx: End
  rx: End
  /** Indices of its ends in the GeoJSON lists, or its row in the table. */
  place: { tx_index: number; rx_index: number } | { row: number }
  /** Location for error messages. */
  where: Where
  measured?: Measured
}
