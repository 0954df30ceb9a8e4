/** Atmosphere and ground parameters of ITM. */

import type { Polarization } from '../../model.ts'

/** Curvature of the actual earth in 1/m, 1/6370 km. */
const GAMMA_A = 157e-9

/** Surface refractivity in N-units at a height, from the refractivity at sea level. TN 101 (4.3). */
export function surfaceRefractivity(refractivity: number, meanHeightM: number): number {
  return refractivity * Math.exp(-meanHeightM / 9460)
}

/** Curvature of the effective earth in 1/m. TN 101 (4.4). */
export function effectiveCurvature(refractivity: number): number {
  return GAMMA_A * (1 - 0.04665 * Math.exp(refractivity / 179.3))
}

/** Complex surface transfer impedance of the ground, from its complex permittivity. */
export function groundImpedance(
  permittivity: number,
  conductivitySm: number,
  frequencyMhz: number,
  polarization: Polarization,
): [re: number, im: number] {
  // Permittivity ε + i·18 000·σ/f; Z = √(ε − 1), for vertical polarization divided by ε.
  const im = (18_000 * conductivitySm) / frequencyMhz
  const size = Math.hypot(permittivity - 1, im)
  const rootRe = Math.sqrt((size + permittivity - 1) / 2)
  const rootIm = Math.sqrt((size - permittivity + 1) / 2)
  if (polarization === 'horizontal') return [rootRe, rootIm]
  const norm = permittivity * permittivity + im * im
  return [(rootRe * permittivity + rootIm * im) / norm, (rootIm * permittivity - rootRe * im) / norm]
}
