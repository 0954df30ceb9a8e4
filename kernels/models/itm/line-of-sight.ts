/** Loss within the line of sight: two rays and the extended diffraction line, weighted by roughness. */

import type { ItmPath, ItmTerms } from './records.ts'
import { roughnessM, terrainDeviationM } from './roughness.ts'

/** Diffraction loss as a linear function of the distance, and line-of-sight distance over smooth earth. */
interface DiffractionLine {
  slopeDbM: number
  interceptDb: number
  smoothEarthM: number
}

/** Line-of-sight loss at a distance, in dB. Algorithm (4.46)…(4.50). */
export function lineOfSightLossDb(
  distanceM: number,
  path: ItmPath,
  terms: ItmTerms,
  line: DiffractionLine,
): number {
  const waveNumber = terms.frequencyMhz / 47.7
  const rough = roughnessM(distanceM, path.deltaHM)
  const deviation = terrainDeviationM(rough)
  const heights = path.txEffectiveM + path.rxEffectiveM
  const sinPsi = heights / Math.sqrt(distanceM * distanceM + heights * heights) // Algorithm (4.46)

  // Algorithm (4.47), R = (sin ψ − Z) / (sin ψ + Z) · decay; also as 1 + R, because near grazing R is close to −1.
  const decay = Math.exp(-Math.min(10, waveNumber * deviation * sinPsi))
  const sumRe = sinPsi + terms.impedanceRe
  const norm = sumRe * sumRe + terms.impedanceIm * terms.impedanceIm
  const reflectedRe =
    (decay * ((sinPsi - terms.impedanceRe) * sumRe - terms.impedanceIm * terms.impedanceIm)) / norm
  let reflectedIm = (-2 * decay * sinPsi * terms.impedanceIm) / norm
  let onePlusRe = 1 - decay + (2 * decay * sinPsi * sumRe) / norm
  const power = reflectedRe * reflectedRe + reflectedIm * reflectedIm
  if (power < 0.25 || power < sinPsi) {
    // Algorithm (4.48)
    const scale = Math.sqrt(sinPsi / power)
    onePlusRe = 1 + scale * reflectedRe
    reflectedIm = scale * reflectedIm
  }

  let phase = (2 * waveNumber * path.txEffectiveM * path.rxEffectiveM) / distanceM // Algorithm (4.49)
  if (phase > 0.5 * Math.PI) {
    phase = Math.PI - 2.4674011002723395 / phase // Algorithm (4.50)
  }
  // Sine and cosine of a quarter of the phase (at most π/4) by series, then two angle doublings.
  const t = 0.25 * phase
  const t2 = t * t
  const quarter =
    t *
    (1 - (t2 / 6) * (1 - (t2 / 20) * (1 - (t2 / 42) * (1 - (t2 / 72) * (1 - (t2 / 110) * (1 - t2 / 156))))))
  const cosHalf = 1 - 2 * quarter * quarter
  const sinHalf = 2 * quarter * Math.sqrt(1 - quarter * quarter)
  const real = onePlusRe - 2 * sinHalf * sinHalf
  const imaginary = reflectedIm - 2 * sinHalf * cosHalf
  const logarithm = Math.log(real * real + imaginary * imaginary)
  const twoRayDb = -4.342944819032518 * logarithm

  const diffractedDb = line.slopeDbM * distanceM + line.interceptDb
  const weight = 1 / (1 + (terms.frequencyMhz * path.deltaHM) / Math.max(10e3, line.smoothEarthM))
  return weight * twoRayDb + (1 - weight) * diffractedDb
}

/**
 * Reference attenuation in dB within the line of sight of the smooth earth: a curve through the losses at
 * three distances. ERL 79-ITS 67 (3.16)…(3.21).
 */
export function withinHorizonDb(path: ItmPath, terms: ItmTerms, line: DiffractionLine): number {
  const horizonsM = path.txHorizonM + path.rxHorizonM
  const smoothDb = line.smoothEarthM * line.slopeDbM + line.interceptDb
  let d0 = 0.04 * terms.frequencyMhz * path.txEffectiveM * path.rxEffectiveM // ERL 79-ITS 67 (3.16a)
  let d1 = Math.max(-line.interceptDb / line.slopeDbM, 0.25 * horizonsM) // ERL 79-ITS 67 (3.16c)
  if (line.interceptDb >= 0) {
    d0 = Math.min(d0, 0.5 * horizonsM) // ERL 79-ITS 67 (3.16a)
    d1 = d0 + 0.25 * (horizonsM - d0) // ERL 79-ITS 67 (3.16d)
  }
  const a1 = lineOfSightLossDb(d1, path, terms, line)
  let k1 = Math.max(smoothDb - a1, 0) / (line.smoothEarthM - d1)
  let k2 = 0
  if (k1 === 0) {
    k1 = line.slopeDbM
  }
  if (d0 < d1) {
    const a0 = lineOfSightLossDb(d0, path, terms, line)
    const q = Math.log(line.smoothEarthM / d0)
    const qNear = Math.log(d1 / d0)
    const whole = line.smoothEarthM - d0
    const part = d1 - d0
    const fitted = (whole * (a1 - a0) - part * (smoothDb - a0)) / (whole * qNear - part * q)
    const bent = Math.max(0, fitted) // ERL 79-ITS 67 (3.20)
    if (line.interceptDb > 0 || bent > 0) {
      k2 = bent
      k1 = (smoothDb - a0 - k2 * q) / whole // ERL 79-ITS 67 (3.21)
      if (k1 < 0) {
        k1 = 0
        k2 = Math.max(smoothDb - a0, 0) / q
        if (k2 === 0) {
          k1 = line.slopeDbM
        }
      }
    }
  }
  // ERL 79-ITS 67 (3.19), with the difference and ratio of the distances, which avoid cancellation.
  const logRatio = Math.log(path.distanceM / line.smoothEarthM)
  return smoothDb + k1 * (path.distanceM - line.smoothEarthM) + k2 * logRatio
}
