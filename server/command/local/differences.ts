import type { Raster } from '../../../storage/rasters/read.ts'

/** Tolerance in dB between results of different kernel backends. */
export const BACKEND_TOLERANCE_DB = 0.05

/** Counts cells that differ by more than the tolerance; `largest` is the largest difference of known values. */
export function differences(given: Raster['data'], made: Raster['data'], toleranceDb: number) {
  let differing = Math.abs(given.length - made.length)
  let largest = 0
  for (let at = 0; at < Math.min(given.length, made.length); at++) {
    const [one, other] = [given[at], made[at]]
    if (Object.is(one, other) || (Number.isNaN(one) && Number.isNaN(other))) continue
    const awayDb = Math.abs(one - other)
    if (awayDb > largest) largest = awayDb
    if (!(awayDb <= toleranceDb)) differing++
  }
  return { differing, largest }
}
