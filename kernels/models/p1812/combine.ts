/** Line of sight, troposcatter, and the combination of mechanisms. ITU-R P.1812-6 §4.2, 4.4, 4.6 to 4.10. */

/** Correction in dB for multipath and focusing at `percent` of the time. */
export function multipathDb(txHorizonKm: number, rxHorizonKm: number, percent: number): number {
  // ITU-R P.1812-6 (9a), (9b)
  return 2.6 * (1 - Math.exp(-0.1 * (txHorizonKm + rxHorizonKm))) * Math.log10(percent / 50)
}

/** Troposcatter loss in dB not exceeded for `percent` of the time; the angular distance is in mrad. */
export function troposcatterLossDb(
  distanceKm: number,
  angleMrad: number,
  frequencyGhz: number,
  percent: number,
  refractivity: number,
): number {
  // ITU-R P.1812-6 (45)
  const half = Math.log10(0.5 * frequencyGhz)
  const frequencyDb = 25 * Math.log10(frequencyGhz) - 2.5 * half * half
  // ITU-R P.1812-6 (44)
  const rare = Math.max(Math.log10(50 / percent), 1e-9) ** 0.7
  return (
    190.1 +
    frequencyDb +
    20 * Math.log10(distanceKm) +
    0.573 * angleMrad -
    0.15 * refractivity -
    10.125 * rare
  )
}

/** Interpolation weight of the rare value: 1 up to `ductPercent` of the time, 0 at the median. */
export function rareWeight(
  percent: number,
  ductPercent: number,
  normalOfPercent: number,
  normalOfDuct: number,
): number {
  // ITU-R P.1812-6 (40)
  return percent > ductPercent ? normalOfPercent / normalOfDuct : 1
}

/** Smooth step from 1 below a threshold to 0 above. ITU-R P.1812-6 (57) for θ = 0.3 mrad, (58) for 20 km. */
export function smoothStep(value: number, threshold: number, slope: number): number {
  // Identity: 1 − (1 + tanh(x)) / 2 = 1 / (1 + exp(2x))
  const x = (6 * slope * (value - threshold)) / threshold
  return 1 / (1 + Math.exp(Math.min(Math.max(x, -60), 60)))
}

/**
 * Smooth maximum scale · ln(exp(a / scale) + exp(b / scale)) without overflow; minimum for negative scale.
 */
export function blend(a: number, b: number, scale: number): number {
  const first = scale > 0 ? Math.max(a, b) : Math.min(a, b)
  return first + scale * Math.log(1 + Math.exp(-Math.abs((a - b) / scale)))
}

/** Combined loss in dB of diffraction with line of sight or ducting. */
export function withDuctingDb(
  diffractionDb: number,
  ductingOrLineOfSightDb: number,
  nearWeight: number,
): number {
  // ITU-R P.1812-6 (61)
  return ductingOrLineOfSightDb > diffractionDb
    ? diffractionDb
    : ductingOrLineOfSightDb + (diffractionDb - ductingOrLineOfSightDb) * nearWeight
}

/** Standard deviation in dB over locations in a square of side `widthM`, for a receiver among clutter. */
export function locationDeviationDb(
  frequencyGhz: number,
  widthM: number,
  rxAboveGroundM: number,
  clutterM: number,
): number {
  // ITU-R P.1812-6 (65), (66)
  const within = Math.min(Math.max(1 - (rxAboveGroundM - clutterM) / 10, 0), 1)
  return (0.52 + 0.024 * frequencyGhz) * widthM ** 0.28 * within
}
