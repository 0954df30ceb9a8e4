/** One plane of an antenna pattern: attenuation by angle over the full circle. */

export interface Cut {
  /** Angles in ascending order, 0 ≤ angle < 360; at least two. */
  anglesDeg: ArrayLike<number>
  /** Attenuation in dB relative to the main direction, one value per angle. */
  attenuationDb: ArrayLike<number>
}

const HALF_POWER_DB = 3

/** Attenuation in dB at any angle, interpolated linearly between the given angles, including across 360°. */
export function cutDb({ anglesDeg, attenuationDb }: Cut, angleDeg: number): number {
  const last = anglesDeg.length - 1
  const angle = ((angleDeg % 360) + 360) % 360
  const first = anglesDeg[0]
  if (angle < first || angle >= anglesDeg[last]) {
    const width = first + 360 - anglesDeg[last]
    const fraction = ((angle + 360 - anglesDeg[last]) % 360) / width
    return attenuationDb[last] + (attenuationDb[0] - attenuationDb[last]) * fraction
  }
  // Initial index: exact or off by one if the angles are equally spaced.
  let at = Math.min(Math.floor((angle / 360) * (last + 1)), last - 1)
  while (anglesDeg[at] > angle) at--
  while (anglesDeg[at + 1] <= angle) at++
  const fraction = (angle - anglesDeg[at]) / (anglesDeg[at + 1] - anglesDeg[at])
  return attenuationDb[at] + (attenuationDb[at + 1] - attenuationDb[at]) * fraction
}

/** −3 dB beamwidth in degrees around the strongest angle; `undefined` if no value is below −3 dB. */
export function beamwidthDeg({ anglesDeg, attenuationDb }: Cut): number | undefined {
  const count = anglesDeg.length
  let peak = 0
  for (let at = 1; at < count; at++) if (attenuationDb[at] < attenuationDb[peak]) peak = at
  const limitDb = attenuationDb[peak] + HALF_POWER_DB
  const right = reachDeg(1)
  const left = reachDeg(-1)
  if (right === undefined || left === undefined) return undefined
  return right + left < 360 ? right + left : undefined

  /** Degrees from the strongest angle to the −3 dB point, in the direction of `step`. */
  function reachDeg(step: number): number | undefined {
    let walkedDeg = 0
    for (let i = 0; i < count; i++) {
      const from = (((peak + step * i) % count) + count) % count
      const to = (((from + step) % count) + count) % count
      const apartDeg = (((step * (anglesDeg[to] - anglesDeg[from])) % 360) + 360) % 360
      const fromDb = attenuationDb[from]
      const toDb = attenuationDb[to]
      if (toDb >= limitDb) return walkedDeg + (apartDeg * (limitDb - fromDb)) / (toDb - fromDb)
      walkedDeg += apartDeg
    }
    return undefined
  }
}
