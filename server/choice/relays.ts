/** Relays between two ends: candidates that both reach. */

export interface Relay {
  candidate: number
  /** Margin of the worse of both links, dB (or metres of clearance), 0 and more. */
  marginDb: number
}

/** Candidates with margins of 0 and more to both ends, the best of their worse margins first; the first among equals. NaN is no link. */
export function relaysBetween(toA: ArrayLike<number>, toB: ArrayLike<number>): Relay[] {
  if (toA.length !== toB.length) throw new RangeError(`Expected ${toA.length} margins, got ${toB.length}`)
  return Array.from(toA, (marginDb, candidate) => ({
    candidate,
    marginDb: Math.min(marginDb, toB[candidate]),
  }))
    .filter(({ marginDb }) => marginDb >= 0)
    .sort((one, other) => other.marginDb - one.marginDb || one.candidate - other.candidate)
}
