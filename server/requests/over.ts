/** Merges request fields in layers: a preset or common fields, and a request's own. */

import type { Values } from './field.ts'

/** A power in dBm, an alternative to `erp`. */
const powerFields = ['tx_power_dbm', 'tx_gain_dbi', 'tx_loss_db']

/** The fields of `common` that apply with `own`: without its power if `own` has one in another form. */
export function commonFor(common: Values, own: Values): Values {
  const unwanted = [
    ...(own.erp === undefined ? [] : powerFields),
    ...(own.tx_power_dbm === undefined ? [] : ['erp']),
  ]
  return Object.fromEntries(Object.entries(common).filter(([name]) => !unwanted.includes(name)))
}
