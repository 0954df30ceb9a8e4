/** A pair of a batch of links, as it was read. */

import type { Values } from '../requests/field.ts'
import type { Measured, Where } from '../requests/places.ts'

type Word = string | number
export type EndName = 'tx' | 'rx'

/** What an end is called in the answer. */
export interface End {
  id?: Word
  name?: Word
}

export interface Pair {
  /** The request of `POST /link` that it stands for. */
  body: Values
  tx: End
  rx: End
  /** Where its ends are in the lists of GeoJSON, or its row of a table. */
  place: { tx_index: number; rx_index: number } | { row: number }
  /** For errors. */
  where: Where
  measured?: Measured
}
