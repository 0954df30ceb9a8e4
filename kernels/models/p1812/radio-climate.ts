/** Radio-climatic parameters of a path. ITU-R P.1812-6 §3.5 to 3.7 and Attachment 2. */

/** Median effective earth radius in km, from the refractivity lapse in the lowest kilometre in N-units/km. */
export function medianRadiusKm(lapse: number): number {
  // ITU-R P.1812-6 (6), (7a)
  return (6371 * 157) / (157 - lapse)
}

/** Effective earth radius in km exceeded for β0 of the time. ITU-R P.1812-6 (7b) */
export const RARE_RADIUS_KM = 3 * 6371

/** Parameter τ: fraction of the inland stretch that ducts do not cross. */
export function inlandTau(inlandKm: number): number {
  // ITU-R P.1812-6 (3)
  return 1 - Math.exp(-4.12e-4 * inlandKm ** 2.41)
}

/**
 * Percentage of time with strong ducts in the lowest 100 m, at the latitude of the path's middle. `landKm` is
 * the longest stretch over land, `inlandKm` the longest stretch that is neither sea nor coastal.
 */
export function ductingPercent(latitudeDeg: number, landKm: number, inlandKm: number): number {
  const tau = inlandTau(inlandKm)
  // ITU-R P.1812-6 (2); powers of ten as exponentials, which are cheaper on a GPU
  const sum =
    Math.exp((-Math.LN10 * landKm) / (16 - 6.6 * tau)) + Math.exp(-5 * Math.LN10 * (0.496 + 0.354 * tau))
  const logMu1 = Math.min(0.2 * Math.log(sum), 0)
  const latitude = Math.abs(latitudeDeg)
  // ITU-R P.1812-6 (4), (5)
  const exponent = latitude <= 70 ? -0.935 + 0.0176 * latitude : 0.3
  const logAtSea = latitude <= 70 ? Math.LN10 * (-0.015 * latitude + 1.67) : 1.4279160358
  return Math.exp(logAtSea + (1 + exponent) * logMu1)
}

/** Inverse of the complementary cumulative normal distribution for 0 < x < 1. */
export function inverseNormal(x: number): number {
  const within = Math.min(Math.max(x, 0.000001), 0.999999)
  // ITU-R P.1812-6 (96), (97)
  const t = Math.sqrt(-2 * Math.log(Math.min(within, 1 - within)))
  const c =
    (2.515516698 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  return within <= 0.5 ? t - c : c - t
}
