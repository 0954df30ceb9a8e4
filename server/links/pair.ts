import type { Values } from '../requests/field.ts'
import type { Measured, Where } from '../requests/places.ts'

type EndLabel = string | number
export type EndName = 'tx' | 'rx'

export interface End {
  id?: EndLabel
  name?: EndLabel
}

export interface Pair {
  /** Equivalent body for `POST /link`. */
  body: Values
  tx: End
  rx: End
  /** Indices of both ends in the GeoJSON lists, or the row in the table. */
  place: { tx_index: number; rx_index: number } | { row: number }
  /** Location of the pair in error messages. */
  where: Where
  measured?: Measured
}
