/** Statistics of time, location and situation around the reference attenuation. Algorithm section 5. */

import { CLIMATES, type Climate, type FrequencyFactor } from './climates.ts'
import type { ItmPath, ItmTerms, VariabilityTerms } from './records.ts'
import { roughnessM } from './roughness.ts'

/** Modes of combining the three kinds of variability, in the order of ITM's mdvar 0 to 3. */
export const VARIABILITY_MODES = ['single_message', 'accidental', 'mobile', 'broadcast'] as const
export type VariabilityMode = (typeof VARIABILITY_MODES)[number]

/** Curve of TN 101 (III.69), (III.70) as a function of the effective distance in metres. */
export function curveDb(
  c1: number,
  c2: number,
  x1: number,
  x2: number,
  x3: number,
  effectiveM: number,
): number {
  const offset = (effectiveM - x2) / x3
  const scaled = (effectiveM / x1) * (effectiveM / x1)
  return ((c1 + c2 / (1 + offset * offset)) * scaled) / (1 + scaled)
}

/** Loss in dB relative to free space at the requested percentages. */
export function variedLossDb(
  referenceDb: number,
  path: ItmPath,
  terms: Pick<ItmTerms, 'frequencyMhz'> & VariabilityTerms,
): number {
  const waveNumber = terms.frequencyMhz / 47.7
  const scatterM = Math.cbrt(575.7e12 / waveNumber)
  const reachM = Math.sqrt(18e6 * path.txEffectiveM) + Math.sqrt(18e6 * path.rxEffectiveM) + scatterM // Algorithm (5.3)
  let effectiveM = 130e3 + path.distanceM - reachM
  if (path.distanceM < reachM) {
    effectiveM = (130e3 * path.distanceM) / reachM
  }
  const decay = Math.exp(-effectiveM / 100e3)
  const sigmaSituation = terms.situationFraction * (5 + 3 * decay) // Algorithm (5.10)
  const medianDb = curveDb(
    terms.medianC1,
    terms.medianC2,
    terms.medianX1,
    terms.medianX2,
    terms.medianX3,
    effectiveM,
  )
  const timeDb = curveDb(terms.timeC1, terms.timeC2, terms.timeX1, terms.timeX2, terms.timeX3, effectiveM)
  const sigmaTime = terms.timeFactor * timeDb
  const rough = roughnessM(path.distanceM, path.deltaHM)
  const waves = waveNumber * rough
  const sigmaLocation = (terms.locationFraction * 10 * waves) / (waves + 13) // Algorithm (5.9)

  const yTime = sigmaTime * terms.zTime
  const yLocation = sigmaLocation * terms.zLocation
  const z2 = terms.zSituation * terms.zSituation
  // Algorithm (5.11)
  let variance =
    sigmaSituation * sigmaSituation + (yTime * yTime) / (7.8 + z2) + (yLocation * yLocation) / (24 + z2)
  let deviationDb = 0
  if (terms.mode === 0) {
    variance = variance + sigmaTime * sigmaTime + sigmaLocation * sigmaLocation
  }
  if (terms.mode === 1) {
    variance = variance + sigmaLocation * sigmaLocation
    deviationDb = yTime
  }
  if (terms.mode === 2) {
    deviationDb = Math.sqrt(sigmaTime * sigmaTime + sigmaLocation * sigmaLocation) * terms.zTime
  }
  if (terms.mode === 3) {
    deviationDb = yTime + yLocation
  }
  let result = referenceDb - medianDb - deviationDb - Math.sqrt(variance) * terms.zSituation
  if (result < 0) {
    result = (result * (29 - result)) / (29 - 10 * result) // Algorithm (52)
  }
  return result
}

export interface Statistics {
  climate: Climate
  variability: VariabilityMode
  /** Omission of location and of situation variability: ITM's mdvar + 10 and + 20. */
  withoutLocation: boolean
  withoutSituation: boolean
  timePercent: number
  locationPercent: number
  situationPercent: number
}

function frequencyFactor([b1, b2, b3]: FrequencyFactor, frequencyMhz: number): number {
  const q = Math.log((0.133 * frequencyMhz) / 47.7)
  return b1 + b2 / ((b3 * q) ** 2 + 1)
}

export function variabilityTerms(statistics: Statistics, frequencyMhz: number): VariabilityTerms {
  const { median, below, above, factorBelow, factorAbove, tail } = CLIMATES[statistics.climate]
  const zSituation = normalDeviate(statistics.situationPercent)
  let zTime = normalDeviate(statistics.timePercent)
  let zLocation = normalDeviate(statistics.locationPercent)
  const mode = VARIABILITY_MODES.indexOf(statistics.variability)
  if (mode === 0) zTime = zSituation
  if (mode === 0 || mode === 1) zLocation = zSituation
  if (mode === 2) zLocation = zTime
  let timeFactor = frequencyFactor(zTime < 0 ? factorBelow : factorAbove, frequencyMhz)
  const [tailFactor, tailDeviate] = tail
  if (zTime > tailDeviate) timeFactor *= tailFactor + ((1 - tailFactor) * tailDeviate) / zTime
  const [medianC1, medianC2, medianX1, medianX2, medianX3] = median
  const [timeC1, timeC2, timeX1, timeX2, timeX3] = zTime < 0 ? below : above
  return {
    medianC1,
    medianC2,
    medianX1,
    medianX2,
    medianX3,
    timeC1,
    timeC2,
    timeX1,
    timeX2,
    timeX3,
    timeFactor,
    zTime,
    zLocation,
    zSituation,
    mode,
    situationFraction: statistics.withoutSituation ? 0 : 1,
    locationFraction: statistics.withoutLocation ? 0 : 1,
  }
}

/** Standard normal deviate exceeded with a probability in percent. Abramowitz and Stegun 26.2.23. */
export function normalDeviate(percent: number): number {
  const q = percent / 100
  const t = Math.sqrt(-2 * Math.log(Math.min(q, 1 - q)))
  const numerator = (0.010328 * t + 0.802853) * t + 2.515516698
  const denominator = ((0.001308 * t + 0.189269) * t + 1.432788) * t + 1
  const deviate = t - numerator / denominator
  return q > 0.5 ? -deviate : deviate
}
