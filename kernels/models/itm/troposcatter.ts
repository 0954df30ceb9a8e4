/** Troposcatter loss. Lengths in metres, angles in radians. */

import type { ItmPath, ItmTerms } from './records.ts'

/** Attenuation function F(θd) in dB; θd in metres. Algorithm (6.9). */
export function attenuationFunctionDb(thetaD: number): number {
  const logarithm = Math.log(thetaD)
  const log10 = Math.LOG10E * logarithm
  let result = 133.4 + 0.332e-3 * thetaD - 10 * log10
  if (thetaD > 10e3) {
    result = 104.6 + 0.212e-3 * thetaD - 2.5 * log10
  }
  if (thetaD > 70e3) {
    result = 71.8 + 0.157e-3 * thetaD + 5 * log10
  }
  return result
}

/** H_00(r, η) in dB for 1 ≤ η ≤ 5, interpolated between integer η. Algorithm (6.13); TN 101 figure 9.3. */
export function frequencyGainCurveDb(r: number, eta: number): number {
  let a0 = 25
  let b0 = 24
  let a1 = 80
  let b1 = 45
  let whole = 1
  if (eta >= 2) {
    a0 = 80
    b0 = 45
    a1 = 177
    b1 = 68
    whole = 2
  }
  if (eta >= 3) {
    a0 = 177
    b0 = 68
    a1 = 395
    b1 = 80
    whole = 3
  }
  if (eta >= 4) {
    a0 = 395
    b0 = 80
    a1 = 705
    b1 = 105
    whole = 4
  }
  const part = eta - whole
  const inverse = 1 / (r * r)
  const argument0 = 1 + (a0 * inverse + b0) * inverse
  const argument1 = 1 + (a1 * inverse + b1) * inverse
  const log0 = Math.log(argument0)
  const log1 = Math.log(argument1)
  return 4.342944819032518 * ((1 - part) * log0 + part * log1)
}

/**
 * Frequency gain H_0 in dB at a distance; −1 where undefined because both values of r are below 0.2
 * (Algorithm page 11). TN 101 (9.3)…(9.5), Algorithm (4.66), (4.67).
 */
export function frequencyGainDb(distanceM: number, path: ItmPath, terms: ItmTerms): number {
  const theta = path.txAngle + path.rxAngle + distanceM * path.gammaE
  const r1 = ((2 * terms.frequencyMhz) / 47.7) * theta * path.txEffectiveM // TN 101 (9.4a)
  const r2 = ((2 * terms.frequencyMhz) / 47.7) * theta * path.rxEffectiveM
  let offsetM = path.txHorizonM - path.rxHorizonM
  let ratio = path.rxEffectiveM / path.txEffectiveM
  if (offsetM < 0) {
    offsetM = -offsetM
    ratio = path.txEffectiveM / path.rxEffectiveM
  }
  const asymmetry = (distanceM - offsetM) / (distanceM + offsetM)
  const q = Math.min(Math.max(0.1, ratio / asymmetry), 10)
  const s = Math.max(0.1, asymmetry)
  const crossoverM = ((distanceM - offsetM) * (distanceM + offsetM) * theta * 0.25) / distanceM
  const scaled = Math.min(1.7, crossoverM / 8e3)
  const cube = scaled * scaled * scaled
  const fade = Math.exp(-cube * cube)
  const refraction = 0.031 - path.refractivity * 2.32e-3 + path.refractivity * path.refractivity * 5.67e-6
  const eta = (crossoverM / 1.7556e3) * (1 + refraction * fade) // TN 101 (9.3a)
  const bounded = Math.min(Math.max(eta, 1), 5)
  const gain1 = frequencyGainCurveDb(r1, bounded)
  const gain2 = frequencyGainCurveDb(r2, bounded)
  const mean = 0.5 * (gain1 + gain2)
  const logEta = Math.log(Math.max(eta, 1))
  const logS = Math.log(s)
  const logQ = Math.log(q)
  // TN 101 (9.5): 6 · (0.6 − log η) · log s · log q
  const correction = 6 * (0.6 - Math.LOG10E * logEta) * 0.18861169701161387 * logS * logQ
  let gain = Math.max(mean + Math.min(mean, correction), 0)
  if (eta < 1) {
    const root = Math.SQRT2
    const product = (1 + root / r1) * (1 + root / r2)
    const logarithm = Math.log((product * product * (r1 + r2)) / (r1 + r2 + 2 * root))
    gain = eta * gain + (1 - eta) * 4.342944819032518 * logarithm
  }
  if (r1 < 0.2 && r2 < 0.2) {
    gain = -1
  }
  return gain
}

/** Troposcatter loss in dB at a distance, given the frequency gain H_0. Algorithm (4.63). */
export function scatterLossDb(
  distanceM: number,
  path: ItmPath,
  terms: ItmTerms,
  thetaLos: number,
  gainDb: number,
): number {
  const theta = distanceM * path.gammaE - thetaLos
  const thetaD = theta * distanceM
  const decay = Math.exp(-thetaD / 40e3)
  const logarithm = Math.log(terms.frequencyMhz * theta * theta * theta * theta)
  return (
    attenuationFunctionDb(thetaD) +
    4.342944819032518 * logarithm -
    0.1 * (path.refractivity - 301) * decay +
    gainDb
  )
}
