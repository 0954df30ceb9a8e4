/** Radiated power. */

/** EIRP of a half-wave dipole over its ERP, dB. */
const DIPOLE_DBI = 2.15
/** Highest ERP that is computed with, W. */
export const MAXIMUM_ERP_W = 2_000_000

/** EIRP in dBm of an ERP in watts, which is relative to a half-wave dipole. */
export function eirpDbm(erpW: number): number {
  return 10 * Math.log10(1000 * erpW) + DIPOLE_DBI
}

/** ERP in watts of an EIRP in dBm. */
export function erpW(eirpDbm: number): number {
  return 10 ** ((eirpDbm - DIPOLE_DBI) / 10) / 1000
}
