/**
 * Okumura-Hata up to 1500 MHz and COST 231-Hata above: median loss between a transmitter above the roofs and
 * a mobile in a built-up or open environment, fitted to measurements in and around Tokyo. Valid from 1 to 20
 * km, for transmitters at 30 to 200 m and mobiles at 1 to 10 m. Terrain relief is not included. Sources:
 * Hata, IEEE Trans. VT-29 (1980); COST 231 final report 4.4.1.
 */

/** Codes of the environment names in requests, as used by `hataLossDb`. */
export const HATA_ENVIRONMENTS = { urban: 0, suburban: 1, open: 2 } as const
export const HATA_CITY_SIZES = { small_medium: 0, large: 1 } as const

/** Parameters as codes: see HATA_ENVIRONMENTS and HATA_CITY_SIZES. */
export interface HataParameters {
  environment: number
  citySize: number
}

/** Loss in dB, at least the free-space loss; antenna heights above ground. */
export function hataLossDb(
  distanceKm: number,
  baseAboveGroundM: number,
  mobileAboveGroundM: number,
  frequencyMhz: number,
  around: HataParameters,
  freeSpaceDb: number,
): number {
  const { environment, citySize } = around
  const logF = Math.log10(frequencyMhz)
  const logBase = Math.log10(Math.max(baseAboveGroundM, 1))
  const logD = Math.log10(Math.max(distanceKm, 0.001))
  const mobileM = Math.max(mobileAboveGroundM, 0.1)
  // Hata (10) to (12): height gain of a mobile antenna
  const low = Math.log10(1.54 * mobileM)
  const high = Math.log10(11.75 * mobileM)
  const large = frequencyMhz <= 300 ? 8.29 * low * low - 1.1 : 3.2 * high * high - 4.97
  const small = (1.1 * logF - 0.7) * mobileM - (1.56 * logF - 0.8)
  const mobileGain = citySize > 0.5 ? large : small
  const byHeightAndDistance = (44.9 - 6.55 * logBase) * logD - 13.82 * logBase - mobileGain
  // Hata (8), (13) and (14)
  const ratio = Math.log10(frequencyMhz / 28)
  const suburban = 2 * ratio * ratio + 5.4
  const open = 4.78 * logF * logF - 18.33 * logF + 40.94
  const hata =
    69.55 + 26.16 * logF + byHeightAndDistance - (environment > 1.5 ? open : environment > 0.5 ? suburban : 0)
  // COST 231 (4.4.3): 3 dB more in metropolitan centers. For open land, which it omits, Hata's term is used.
  const metropolitan = citySize > 0.5 && environment < 0.5 ? 3 : 0
  const cost231 = 46.3 + 33.9 * logF + byHeightAndDistance + metropolitan - (environment > 1.5 ? open : 0)
  return Math.max(frequencyMhz > 1500 ? cost231 : hata, freeSpaceDb)
}
