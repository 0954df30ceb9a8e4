/** Fields of requests in layers: a preset or what all have in common, and what one says itself. */

import type { Values } from './field.ts'

/** A power in dBm, which `erp` says as well. */
const powerFields = ['tx_power_dbm', 'tx_gain_dbi', 'tx_loss_db']

/** What of `common` holds for one that says `own`: not its power, where that has one in other words. */
export function commonFor(common: Values, own: Values): Values {
  const unwanted = [
    ...(own.erp === undefined ? [] : powerFields),
    ...(own.tx_power_dbm === undefined ? [] : ['erp']),
  ]
  return Object.fromEntries(Object.entries(common).filter(([name]) => !unwanted.includes(name)))
}
