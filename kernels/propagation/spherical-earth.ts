/** Diffraction loss over a smooth earth. ITU-R P.526-15 §3.1 and 3.2, P.1812-6 §4.3.2 and 4.3.3. */

import type { Polarization } from '../model.ts'

/** Ground constants of ITU-R P.1812-6 §4.3.3; conductivity in S/m. */
const LAND = { permittivity: 22, conductivity: 0.003 } as const
const SEA = { permittivity: 80, conductivity: 5 } as const

/** Effective earth radius in km: k times 6371 km, or 10⁹ km for a flat earth (k = 0). */
export function effectiveRadiusKm(kFactor: number): number {
  return kFactor > 0 ? kFactor * 6371 : 1e9
}

/**
 * Normalized surface admittance times the cube root of the effective radius in km; `vertical` is 1 for
 * vertical polarization, 0 for horizontal.
 */
function groundAdmittance(
  frequencyGhz: number,
  permittivity: number,
  conductivity: number,
  vertical: number,
): number {
  const lossy = (18 * conductivity) / frequencyGhz
  const excess = permittivity - 1
  // ITU-R P.1812-6 (29a), (29b)
  const horizontal = 0.036 / (Math.cbrt(frequencyGhz) * Math.sqrt(Math.sqrt(excess * excess + lossy * lossy)))
  return vertical > 0.5 ? horizontal * Math.sqrt(permittivity * permittivity + lossy * lossy) : horizontal
}

/** Admittances, see `groundAdmittance`, of the sea and of land, by default that of the Recommendation. */
export function surfaceAdmittances(
  frequencyGhz: number,
  polarization: Polarization | undefined,
  permittivity: number = LAND.permittivity,
  conductivity: number = LAND.conductivity,
) {
  const vertical = polarization === 'vertical' ? 1 : 0
  return {
    landAdmittance: groundAdmittance(frequencyGhz, permittivity, conductivity, vertical),
    seaAdmittance: groundAdmittance(frequencyGhz, SEA.permittivity, SEA.conductivity, vertical),
  }
}

/** Height gain in dB, at least `minimumDb`, of an antenna at normalized height `b`; ITU-R P.1812-6 (35). */
export function heightGainDb(b: number, minimumDb: number): number {
  // ITU-R P.1812-6 (34)
  const high = Math.max(b - 1.1, 0.9)
  const gain =
    b > 2
      ? 17.6 * Math.sqrt(high) - 5 * Math.log10(high) - 8
      : 20 * Math.log10(Math.max(b + 0.1 * b * b * b, 1e-30))
  return Math.max(gain, minimumDb)
}

/** First-term loss of the residue series in dB over homogeneous ground; negative where not applicable. */
export function firstTermLossDb(
  distanceKm: number,
  txM: number,
  rxM: number,
  radiusKm: number,
  frequencyGhz: number,
  admittance: number,
): number {
  const radiusRoot = Math.cbrt(radiusKm)
  const frequencyRoot = Math.cbrt(frequencyGhz)
  const k = admittance / radiusRoot
  const k2 = k * k
  // ITU-R P.1812-6 (30)
  const beta = (1 + 1.6 * k2 + 0.67 * k2 * k2) / (1 + 4.5 * k2 + 1.53 * k2 * k2)
  // ITU-R P.1812-6 (31), (32), (35)
  const x = (21.88 * beta * frequencyRoot * distanceKm) / (radiusRoot * radiusRoot)
  const perMetre = (0.9575 * beta * beta * frequencyRoot * frequencyRoot) / radiusRoot
  // ITU-R P.1812-6 (33)
  const logX = Math.log10(x)
  const distanceDb = x >= 1.6 ? 11 + 10 * logX - 17.6 * x : -20 * logX - 5.6488 * x ** 1.425
  const minimumDb = 2 + 20 * Math.log10(k)
  // ITU-R P.1812-6 (36)
  return -distanceDb - heightGainDb(perMetre * txM, minimumDb) - heightGainDb(perMetre * rxM, minimumDb)
}

/** First-term loss over a mixed path, of which `seaFraction` is sea. ITU-R P.1812-6 (28). */
export function mixedFirstTermLossDb(
  distanceKm: number,
  txM: number,
  rxM: number,
  radiusKm: number,
  frequencyGhz: number,
  landAdmittance: number,
  seaAdmittance: number,
  seaFraction: number,
): number {
  let loss = 0
  if (seaFraction < 1) {
    const land = firstTermLossDb(distanceKm, txM, rxM, radiusKm, frequencyGhz, landAdmittance)
    loss = (1 - seaFraction) * land
  }
  if (seaFraction > 0) {
    const sea = firstTermLossDb(distanceKm, txM, rxM, radiusKm, frequencyGhz, seaAdmittance)
    loss = loss + seaFraction * sea
  }
  return loss
}

/**
 * Diffraction loss in dB in addition to free space over a smooth sphere of `radiusKm`; antenna heights are
 * above the sphere. `seaFraction` of the path has the admittance of sea. ITU-R P.1812-6 §4.3.2.
 */
export function sphericalEarthLossDb(
  distanceKm: number,
  txM: number,
  rxM: number,
  radiusKm: number,
  frequencyGhz: number,
  landAdmittance: number,
  seaAdmittance: number,
  seaFraction: number,
): number {
  const roots = Math.sqrt(txM) + Math.sqrt(rxM)
  // ITU-R P.1812-6 (22): line-of-sight distance over the sphere
  const horizonDistanceKm = Math.sqrt(0.002 * radiusKm) * roots
  let firstTermRadiusKm = radiusKm
  let portion = 1
  if (distanceKm < horizonDistanceKm) {
    // ITU-R P.1812-6 (24d), (24e)
    const c = (txM - rxM) / (txM + rxM)
    const m = Math.max((250 * distanceKm * distanceKm) / (radiusKm * (txM + rxM)), 1e-8)
    // ITU-R P.1812-6 (24c), with cos(π/3 + arccos(x)/3) as sin(arcsin(x)/3), which avoids cancellation
    const m1 = m + 1
    const x = Math.min(Math.max(1.5 * c * Math.sqrt((3 * m) / (m1 * m1 * m1)), -1), 1)
    const b = 2 * Math.sqrt(m1 / (3 * m)) * Math.sin(Math.asin(x) / 3)
    // ITU-R P.1812-6 (24a), (24b), (23): the minimum clearance and its position
    const fromTxKm = 0.5 * distanceKm * (1 + b)
    const fromRxKm = 0.5 * distanceKm * (1 - b)
    const clearanceM =
      ((txM - (500 * fromTxKm * fromTxKm) / radiusKm) * fromRxKm +
        (rxM - (500 * fromRxKm * fromRxKm) / radiusKm) * fromTxKm) /
      distanceKm
    // ITU-R P.1812-6 (25)
    const neededM = 17.456 * Math.sqrt((fromTxKm * fromRxKm * 0.2998) / (frequencyGhz * distanceKm))
    // ITU-R P.1812-6 (27): no loss if the clearance suffices
    portion = Math.max(1 - clearanceM / neededM, 0)
    // ITU-R P.1812-6 (26): earth radius at which the ray just grazes the earth
    firstTermRadiusKm = 500 * (distanceKm / roots) * (distanceKm / roots)
  }
  let loss = 0
  if (portion > 0) {
    const firstTerm = mixedFirstTermLossDb(
      distanceKm,
      txM,
      rxM,
      firstTermRadiusKm,
      frequencyGhz,
      landAdmittance,
      seaAdmittance,
      seaFraction,
    )
    loss = distanceKm < horizonDistanceKm ? portion * Math.max(firstTerm, 0) : firstTerm
  }
  return loss
}
