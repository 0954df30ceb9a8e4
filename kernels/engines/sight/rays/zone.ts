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

/** Ray to a receiver at the end of the path, over the effective earth, with a zone of `zoneM`. */
export interface ZoneRay {
  slope: number
  dropPerM2: number
  zonePerRootM: number
  pathM: number
}

/** Patch and ray that `zoneExcess` examines: ground h0 + v·(first + v·second) for 0 ≤ v ≤ 1, v·lengthM behind fromM. */
const examined = {
  h0: 0,
  first: 0,
  second: 0,
  fromM: 0,
  toM: 0,
  lengthM: 0,
  slope: 0,
  dropPerM2: 0,
  perRootM: 0,
  pathM: 0,
}

/**
 * Maximum height in metres of ground plus zone above the ray within a patch. The ends of the path, at the
 * antennas, are excluded. With `enoughM` the search ends as soon as the result is known to be above it or not.
 */
export function zoneExcess(patch: PatchProfile, ray: ZoneRay, enoughM = Number.NaN): number {
  const { h0, hMid, h1, fromM, toM } = patch
  const { slope, dropPerM2, zonePerRootM: perRootM, pathM } = ray
  const lengthM = toM - fromM
  examined.h0 = h0
  examined.first = 4 * hMid - 3 * h0 - h1
  examined.second = 2 * (h0 + h1) - 4 * hMid
  examined.fromM = fromM
  examined.toM = toM
  examined.lengthM = lengthM
  examined.slope = slope
  examined.dropPerM2 = dropPerM2
  examined.perRootM = perRootM
  examined.pathM = pathM
  const isSmooth = fromM > NEAR * lengthM && pathM - toM > NEAR * lengthM
  const fMid = excessAt((fromM + toM) / 2)
  if (fMid > enoughM && lengthM > 0) return fMid
  if (!isSmooth) {
    const boundM = highestGroundM(hMid, h1) + widestM(perRootM, fromM, toM, pathM)
    return boundM <= enoughM ? boundM : nearExcess()
  }
  const f0 = excessAt(fromM)
  const f1 = excessAt(toM)
  const linear = 4 * fMid - 3 * f0 - f1
  const square = 2 * (f0 + f1) - 4 * fMid
  const vertex = square < 0 ? -linear / (2 * square) : -1
  const highest = Math.max(f0, f1)
  return vertex > 0 && vertex < 1 ? Math.max(highest, excessAt(fromM + vertex * lengthM)) : highest
}

/** Height of ground plus zone above the ray. */
function excessAt(sM: number): number {
  const { h0, first, second, fromM, lengthM, slope, dropPerM2, perRootM, pathM } = examined
  const v = lengthM > 0 ? (sM - fromM) / lengthM : 0
  return h0 + v * (first + v * second) - sM * (slope + sM * dropPerM2) + zoneM(perRootM, sM, pathM)
}

/** Maximum height of the ground above the ray. */
function highestGroundM(hMid: number, h1: number): number {
  const { h0, fromM, toM, slope, dropPerM2 } = examined
  const midM = (fromM + toM) / 2
  const g0 = h0 - fromM * (slope + fromM * dropPerM2)
  const gMid = hMid - midM * (slope + midM * dropPerM2)
  const g1 = h1 - toM * (slope + toM * dropPerM2)
  const linear = 4 * gMid - 3 * g0 - g1
  const square = 2 * (g0 + g1) - 4 * gMid
  const highest = Math.max(g0, g1)
  if (!(square < 0)) return highest
  const vertex = -linear / (2 * square)
  return vertex > 0 && vertex < 1 ? g0 + (vertex * linear) / 2 : highest
}

/**
 * Maximum near an antenna. As a function of the angle θ, with s = D·sin²(θ/2), the zone is a sine, smooth at
 * the antennas.
 */
function nearExcess(): number {
  const angle0 = angleOf(examined.fromM)
  const angle1 = angleOf(examined.toM)
  const step = (angle1 - angle0) / SAMPLES
  let before = Number.NEGATIVE_INFINITY
  let here = excessAtAngle(angle0)
  let highest = here
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const angle = angle0 + step * sample
    const next = sample < SAMPLES ? excessAtAngle(angle + step) : Number.NEGATIVE_INFINITY
    highest = Math.max(highest, next)
    if (here >= before && here >= next) {
      const refined = refinedAngle(Math.max(angle0, angle - step), angle, Math.min(angle1, angle + step))
      highest = Math.max(highest, excessAtAngle(refined))
    }
    before = here
    here = next
  }
  return highest
}

function angleOf(sM: number): number {
  return 2 * Math.asin(Math.sqrt(Math.min(1, Math.max(0, sM / examined.pathM))))
}

function excessAtAngle(angle: number): number {
  const { pathM } = examined
  const sM = pathM * Math.sin(angle / 2) ** 2
  return sM > 0 && sM < pathM ? excessAt(sM) : Number.NEGATIVE_INFINITY
}

/** Angle of the maximum between two angles, by Newton's method. */
function refinedAngle(from: number, start: number, to: number): number {
  const { first, second, fromM, lengthM, slope, dropPerM2, perRootM, pathM } = examined
  const zoneHalfM = (perRootM * Math.sqrt(pathM)) / 2
  const bend = lengthM > 0 ? (2 * second) / lengthM ** 2 - 2 * dropPerM2 : 0
  let angle = start
  for (let round = 0; round < ROUNDS; round++) {
    const sM = pathM * Math.sin(angle / 2) ** 2
    const perM =
      lengthM > 0 ? (first + (2 * second * (sM - fromM)) / lengthM) / lengthM - slope - 2 * sM * dropPerM2 : 0
    const perAngle = (pathM * Math.sin(angle)) / 2
    const rise = perM * perAngle + zoneHalfM * Math.cos(angle)
    const curve = bend * perAngle ** 2 + (perM * pathM * Math.cos(angle)) / 2 - zoneHalfM * Math.sin(angle)
    if (!(curve < 0)) break
    angle = Math.min(to, Math.max(from, angle - rise / curve))
  }
  return angle
}
