/** Conversions between radiated power, received power and field strength. */

const SPEED_OF_LIGHT_M_S = 299_792_458
const FREE_SPACE_IMPEDANCE_OHM = 376.730_313_668
/** Gain of a half-wave dipole in dBi, the reference of ERP. */
const DIPOLE_DBI = 2.15

/** Maximum accepted ERP in W. */
export const MAXIMUM_ERP_W = 2_000_000

export function eirpDbm(erpW: number): number {
  return 10 * Math.log10(1000 * erpW) + DIPOLE_DBI
}

export function erpW(eirpDbm: number): number {
  return 10 ** ((eirpDbm - DIPOLE_DBI) / 10) / 1000
}

/**
 * Field strength in dBµV/m minus the power in dBm received by an isotropic antenna: E² = 4π·Z0·P/λ², or 77.2 +
 * 20·log10(MHz). ITU-R P.525-4 (8), unrounded.
 */
export function fieldOverPowerDb(frequencyMhz: number): number {
  const wavelengthM = SPEED_OF_LIGHT_M_S / (1e6 * frequencyMhz)
  // Constant 90: −30 from dBm to dBW, +120 from volts to microvolts
  return 90 + 10 * Math.log10(4 * Math.PI * FREE_SPACE_IMPEDANCE_OHM) - 20 * Math.log10(wavelengthM)
}
