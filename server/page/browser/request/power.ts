import { type Draft, numberOf } from './fields.ts'

/** Gain of a half-wave dipole over an isotropic antenna (ITU-R V.573), the difference between EIRP and ERP. */
const DIPOLE_DBI = 2.15

/** Power fields, which geometric models do not use. */
export const powerFields = ['erp', 'tx_power_dbm', 'tx_gain_dbi', 'tx_loss_db']

/** EIRP in dBm; `undefined` if the input is incomplete. */
export function eirpDbmOf(draft: Draft): number | undefined {
  const value = (name: string) => numberOf(String(draft[name] ?? ''))
  const [powerDbm, gainDbi, lossDb] = ['tx_power_dbm', 'tx_gain_dbi', 'tx_loss_db'].map(value)
  if (powerDbm !== undefined) return powerDbm + (gainDbi ?? 0) - (lossDb ?? 0)
  const erpW = value('erp')
  return erpW !== undefined && erpW > 0 ? 10 * Math.log10(1000 * erpW) + DIPOLE_DBI : undefined
}

export function wattsOf(dbm: number): number {
  return 10 ** (dbm / 10) / 1000
}
