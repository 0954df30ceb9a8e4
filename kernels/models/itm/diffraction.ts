/**
 * Diffraction loss at a distance beyond the horizons: a weighted mean of two knife edges and of Vogler's smooth earth
 * of three radii, with a term for clutter. Lengths in metres, angles in radians; `gammaE` is the effective earth's
 * curvature in 1/m.
 */

import type { ItmPath, ItmTerms } from './records.ts'
import { roughnessM, terrainDeviationM } from './roughness.ts'

/** Knife-edge loss in dB as a function of v². TN 101 (III.24b), (III.24c). */
export function knifeEdgeLossDb(vSquared: number): number {
  let loss = 6.02 + 9.11 * Math.sqrt(vSquared) - 1.27 * vSquared
  if (vSquared >= 5.76) {
    const logarithm = Math.log(vSquared)
    loss = 12.953 + 4.342944819032518 * logarithm
  }
  return loss
}

/** C_0, the cube root of (4/3 of the earth's radius) / (effective radius). Vogler 1964 (2). */
export function radiusFactor(radiusM: number): number {
  const factor = Math.cbrt(8493333.333333334 / radiusM)
  return factor
}

/** Vogler's K; `mhzThird` is the cube root of the frequency, `impedance` is |Z_g|. Vogler 1964 (6a), (7a). */
export function groundFactor(c0: number, mhzThird: number, impedance: number): number {
  return (0.017778 * c0) / (mhzThird * impedance)
}

/** Normalized distance x in km on the earth of one radius. Vogler 1964 (2), B_0 of figure 4. */
export function normalisedDistance(c0: number, k: number, mhzThird: number, distanceM: number): number {
  return (1.607 - k) * c0 * c0 * mhzThird * distanceM * 0.001
}

/** Vogler's height function F(x, K) in dB, as ITM approximates it. Algorithm section 6. */
export function heightFunctionDb(x: number, k: number): number {
  // Over sea, x may be negative for a near horizon and a high antenna.
  const logX = Math.log(Math.max(x, 1))
  const logK = Math.log(k)
  const w = -logK
  let result = (2.5e-5 * x * x) / k - 8.686 * w - 15
  if (k < 1e-5 || x * w * w * w > 5495) {
    result = 17.372 * logX - 117
  }
  if (x >= 200) {
    const decay = Math.exp(-0.005 * x)
    const far = 0.05751 * x - 4.343 * logX
    const weight = x < 2000 ? 0.0134 * x * decay : 0
    result = (1 - weight) * far + weight * (17.372 * logX - 117)
  }
  return result
}

/** Diffraction terms that do not depend on the distance. */
interface Diffraction {
  /** Angular distance of the line-of-sight region, in radians. */
  thetaLos: number
  /** Sums over both terminals: normalized distances, and height functions. */
  xTerminals: number
  terminalsDb: number
  /** Square root of the ratio of antenna heights in ERL 79-ITS 67 (2.23). */
  heightRoot: number
  /** Clutter loss A_fo in dB. */
  clutterDb: number
}

/** Diffraction loss A(d) in dB at a distance; Algorithm (4.12)…(4.20). */
export function diffractionLossDb(
  distanceM: number,
  path: ItmPath,
  terms: ItmTerms,
  both: Diffraction,
): number {
  const horizonsM = path.txHorizonM + path.rxHorizonM
  const beyondM = distanceM - horizonsM
  const theta = distanceM * path.gammaE - both.thetaLos // Algorithm (4.12)
  // TN 101 (I.7), 1 / (4·π) = 0.0795775
  const sharp = 0.0795775 * (terms.frequencyMhz / 47.7) * theta * theta * beyondM
  const txKnife = knifeEdgeLossDb((sharp * path.txHorizonM) / (beyondM + path.txHorizonM))
  const rxKnife = knifeEdgeLossDb((sharp * path.rxHorizonM) / (beyondM + path.rxHorizonM)) // TN 101 (I.1)
  const c0 = radiusFactor(beyondM / theta)
  const k = groundFactor(c0, terms.mhzThird, terms.impedance)
  const between = normalisedDistance(c0, k, terms.mhzThird, beyondM)
  const x = Math.max(between + both.xTerminals, 1)
  const smoothDb = 0.05751 * x - 4.342944819032518 * Math.log(x) - both.terminalsDb - 20 // TN 101 (8.4), Algorithm (4.20)
  const rough = roughnessM(distanceM, path.deltaHM)
  const spread = Math.min((rough * terms.frequencyMhz) / 47.7, 6283.2)
  const q = (both.heightRoot + (horizonsM - both.thetaLos / path.gammaE) / distanceM) * spread
  const weight = 25.1 / (25.1 + Math.sqrt(q)) // ERL 79-ITS 67 (3.23)
  return weight * smoothDb + (1 - weight) * (txKnife + rxKnife) + both.clutterDb
}

/** Clutter loss A_fo in dB on the terrain, for the antennas' structural heights. ERL 79-ITS 67 (3.38c). */
export function clutterLossDb(path: ItmPath, terms: ItmTerms, smoothEarthM: number): number {
  const rough = roughnessM(smoothEarthM, path.deltaHM)
  const deviation = terrainDeviationM(rough)
  const argument = 1 + 1e-5 * terms.txHeightM * path.rxHeightM * terms.frequencyMhz * deviation
  return Math.min(15, 2.171472409516259 * Math.log(argument))
}
