/** Part of the first Fresnel zone that has to be clear below a ray. Source: ITU-R P.526-15 (2). */

/** Number of samples in a patch near an antenna, where the zone radius grows like a square root; each local maximum is refined. */
const SAMPLES = 12
/** Number of Newton steps to a maximum: its height is then exact within rounding, from any start. */
const ROUNDS = 4
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
    if (vertex > 0 && vertex < 1) {
      const sM = fromM + vertex * lengthM
      note(excessAt(sM), sM)
    }
    return { excessM, atM }
  }
  // As a function of the angle θ, with s = D·sin²(θ/2), the zone is a sine, smooth at the antennas.
  const angleOf = (sM: number) => 2 * Math.asin(Math.sqrt(Math.min(1, Math.max(0, sM / pathM))))
  const angle0 = angleOf(fromM)
  const angle1 = angleOf(toM)
  const zoneHalfM = (perRootM * Math.sqrt(pathM)) / 2
  const valueAt = (angle: number) => {
    const sM = pathM * Math.sin(angle / 2) ** 2
    if (!(sM > 0 && sM < pathM)) return Number.NEGATIVE_INFINITY
    const excess = excessAt(sM)
    note(excess, sM)
    return excess
  }
  const bend = lengthM > 0 ? (2 * second) / lengthM ** 2 - 2 * dropPerM2 : 0
  const slopeAt = (sM: number) =>
    lengthM > 0 ? (first + (2 * second * (sM - fromM)) / lengthM) / lengthM - slope - 2 * sM * dropPerM2 : 0
  /** Newton's method for the maximum between two angles. */
  const refine = (from: number, start: number, to: number) => {
    let angle = start
    for (let round = 0; round < ROUNDS; round++) {
      const perAngle = (pathM * Math.sin(angle)) / 2
      const perM = slopeAt(pathM * Math.sin(angle / 2) ** 2)
      const rise = perM * perAngle + zoneHalfM * Math.cos(angle)
      const curve = bend * perAngle ** 2 + (perM * pathM * Math.cos(angle)) / 2 - zoneHalfM * Math.sin(angle)
      if (!(curve < 0)) break
      angle = Math.min(to, Math.max(from, angle - rise / curve))
    }
    valueAt(angle)
  }
  const step = (angle1 - angle0) / SAMPLES
  let before = Number.NEGATIVE_INFINITY
  let here = valueAt(angle0)
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const angle = angle0 + step * sample
    const next = sample < SAMPLES ? valueAt(angle + step) : Number.NEGATIVE_INFINITY
    if (here >= before && here >= next)
      refine(Math.max(angle0, angle - step), angle, Math.min(angle1, angle + step))
    before = here
    here = next
  }
  return { excessM, atM }
}
