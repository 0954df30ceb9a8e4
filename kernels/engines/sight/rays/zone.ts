/** Part of the first Fresnel zone that has to be clear below a ray. Source: ITU-R P.526-15 (2). */

/** Number of samples of the zone in a patch near an antenna, where the radius grows like a square root. */
const SAMPLES = 24
/** Distance from an antenna, in patch lengths, within which a parabola does not fit the zone. */
const NEAR = 8

/** Radius in metres of the required zone at distance `sM` on a path of D metres: perRootM·√(s·(D − s)/D). */
export function zoneM(perRootM: number, sM: number, pathM: number): number {
  return perRootM * Math.sqrt(Math.max(0, (sM * (pathM - sM)) / pathM))
}

/** Maximum zone radius between two distances along the path. */
export function widestM(perRootM: number, fromM: number, toM: number, pathM: number): number {
  return zoneM(perRootM, Math.min(Math.max(pathM / 2, fromM), toM), pathM)
}

/** Heights above the antenna at the start, middle and end of a patch, with the distances of both ends. */
export interface PatchProfile {
  h0: number
  hMid: number
  h1: number
  fromM: number
  toM: number
}

/**
 * Maximum height in metres of ground plus zone above the ray within a patch, and its position. The ends of
 * the path, at the antennas, are excluded.
 */
export function zoneExcess(
  { h0, hMid, h1, fromM, toM }: PatchProfile,
  slope: number,
  dropPerM2: number,
  perRootM: number,
  pathM: number,
): { excessM: number; atM: number } {
  const lengthM = toM - fromM
  const first = 4 * hMid - 3 * h0 - h1
  const second = 2 * (h0 + h1) - 4 * hMid
  const excessAt = (sM: number) => {
    const v = lengthM > 0 ? (sM - fromM) / lengthM : 0
    return h0 + v * (first + v * second) - sM * (slope + sM * dropPerM2) + zoneM(perRootM, sM, pathM)
  }
  let excessM = Number.NEGATIVE_INFINITY
  let atM = fromM
  const note = (excess: number, sM: number) => {
    if (excess > excessM) {
      excessM = excess
      atM = sM
    }
  }
  if (fromM > NEAR * lengthM && pathM - toM > NEAR * lengthM) {
    const middleM = (fromM + toM) / 2
    const [f0, fMid, f1] = [excessAt(fromM), excessAt(middleM), excessAt(toM)]
    note(f0, fromM)
    note(f1, toM)
    const linear = 4 * fMid - 3 * f0 - f1
    const square = 2 * (f0 + f1) - 4 * fMid
    const vertex = square < 0 ? -linear / (2 * square) : -1
    if (vertex > 0 && vertex < 1) note(f0 + vertex * (linear + vertex * square), fromM + vertex * lengthM)
    return { excessM, atM }
  }
  const angleOf = (sM: number) => Math.acos(Math.min(1, Math.max(-1, 1 - (2 * sM) / pathM)))
  const [angle0, angle1] = [angleOf(fromM), angleOf(toM)]
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const sM = (pathM * (1 - Math.cos(angle0 + ((angle1 - angle0) * sample) / SAMPLES))) / 2
    if (sM > 0 && sM < pathM) note(excessAt(sM), sM)
  }
  return { excessM, atM }
}
