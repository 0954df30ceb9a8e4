/** Merges a request with values from a preset, or with fields common to several requests. */

import type { Values } from './field.ts'

/** Fields that give the transmitted power in dBm, as an alternative to `erp`. */
const powerFields = ['tx_power_dbm', 'tx_gain_dbi', 'tx_loss_db']

/** Fields of `common` that apply to the request `own`: no power fields if `own` gives power in the other form. */
export function commonFor(common: Values, own: Values): Values {
  const unwanted = [
    ...(own.erp === undefined ? [] : powerFields),
    ...(own.tx_power_dbm === undefined ? [] : ['erp']),
  ]
  return Object.fromEntries(Object.entries(common).filter(([name]) => !unwanted.includes(name)))
}
