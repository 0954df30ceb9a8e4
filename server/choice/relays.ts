export interface Relay {
  candidate: number
  /** Smaller margin of the two links, in dB or as clearance in Fresnel zone radii; at least 0. */
  marginDb: number
}

/** Candidates with a margin of at least 0 to both ends, sorted by the smaller margin. NaN means no link. */
export function relaysBetween(toA: ArrayLike<number>, toB: ArrayLike<number>): Relay[] {
  if (toA.length !== toB.length) throw new RangeError(`Expected ${toA.length} margins, got ${toB.length}`)
  return Array.from(toA, (marginDb, candidate) => ({
    candidate,
    marginDb: Math.min(marginDb, toB[candidate]),
  }))
    .filter(({ marginDb }) => marginDb >= 0)
    .sort((one, other) => other.marginDb - one.marginDb || one.candidate - other.candidate)
}
