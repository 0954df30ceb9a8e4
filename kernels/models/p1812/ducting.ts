/** Ducting and layer reflection. ITU-R P.1812-6 §4.5. */

import { inlandTau } from './radio-climate.ts'

/** Site-shielding loss in dB of a duct at one end; horizon elevation in mrad, horizon distance in km. */
export function siteShieldingDb(horizonMrad: number, horizonKm: number, frequencyGhz: number): number {
  // ITU-R P.1812-6 (48), (48a)
  const excess = Math.max(horizonMrad - 0.1 * horizonKm, 0)
  return (
    20 * Math.log10(1 + 0.361 * excess * Math.sqrt(frequencyGhz * horizonKm)) +
    0.264 * excess * Math.cbrt(frequencyGhz)
  )
}

/** Sea-coupling correction in dB for an antenna within 5 km of the sea, `heightM` above the sea. */
export function seaCouplingDb(
  coastKm: number,
  horizonKm: number,
  seaFraction: number,
  heightM: number,
): number {
  // ITU-R P.1812-6 (49); 1 + tanh(x) = 2 / (1 + exp(−2x))
  const x = Math.min(Math.max(0.14 * (50 - heightM), -60), 60)
  const gain = (-6 * Math.exp(-0.25 * coastKm * coastKm)) / (1 + Math.exp(-x))
  return seaFraction >= 0.75 && coastKm <= 5 && coastKm <= horizonKm ? gain : 0
}

/** Base-10 logarithm of β in percent, the incidence of ducting on this path. */
export function ductingLogBeta(
  distanceKm: number,
  betweenHorizonsKm: number,
  inlandKm: number,
  txEffectiveM: number,
  rxEffectiveM: number,
  roughnessM: number,
  radiusKm: number,
  ductPercent: number,
): number {
  const tau = inlandTau(inlandKm)
  // ITU-R P.1812-6 (55a)
  const alpha = Math.max(-0.6 - 3.5e-9 * distanceKm ** 3.1 * tau, -3.4)
  const roots = Math.sqrt(txEffectiveM) + Math.sqrt(rxEffectiveM)
  // ITU-R P.1812-6 (55), at most 1
  const logGeometry = Math.min(
    alpha * Math.log10((500 * distanceKm * distanceKm) / (radiusKm * roots * roots)),
    0,
  )
  // ITU-R P.1812-6 (56), (56a)
  const smoothKm = Math.min(betweenHorizonsKm, 40)
  const logRoughness = -4.6e-5 * Math.max(roughnessM - 10, 0) * (43 + 6 * smoothKm) * Math.LOG10E
  // ITU-R P.1812-6 (54), as a logarithm to avoid underflow
  return Math.log10(ductPercent) + logGeometry + logRoughness
}

/** Dependence of the ducting loss on the percentage of time, in dB. */
export function ductingTimeDb(distanceKm: number, percent: number, logBeta: number): number {
  // ITU-R P.1812-6 (53a)
  const gamma =
    (1.076 / (2.0058 - logBeta) ** 1.012) *
    Math.exp(-(9.51 - 4.8 * logBeta + 0.198 * logBeta * logBeta) * 1e-6 * distanceKm ** 1.13)
  // ITU-R P.1812-6 (53)
  const logRatio = Math.log10(percent) - logBeta
  return -12 + (1.2 + 3.7e-3 * distanceKm) * logRatio + 12 * Math.exp(Math.LN10 * gamma * logRatio)
}

/** Ducting and layer-reflection loss in dB not exceeded for `percent` of the time, from precomputed terms. */
export function ductingLossDb(
  distanceKm: number,
  txHorizonKm: number,
  rxHorizonKm: number,
  txHorizonMrad: number,
  rxHorizonMrad: number,
  frequencyGhz: number,
  radiusKm: number,
  couplingDb: number,
  timeDb: number,
): number {
  // ITU-R P.1812-6 (47a)
  const lowDb = frequencyGhz < 0.5 ? 45.375 - 137 * frequencyGhz + 92.5 * frequencyGhz * frequencyGhz : 0
  // ITU-R P.1812-6 (47)
  const fixedDb = 102.45 + 20 * Math.log10(frequencyGhz * (txHorizonKm + rxHorizonKm)) + lowDb + couplingDb
  // ITU-R P.1812-6 (51), (52), (52a)
  const perMrad = 5e-5 * radiusKm * Math.cbrt(frequencyGhz)
  const angleMrad =
    (1000 * distanceKm) / radiusKm +
    Math.min(txHorizonMrad, 0.1 * txHorizonKm) +
    Math.min(rxHorizonMrad, 0.1 * rxHorizonKm)
  // ITU-R P.1812-6 (46), (50)
  return fixedDb + perMrad * angleMrad + timeDb
}
