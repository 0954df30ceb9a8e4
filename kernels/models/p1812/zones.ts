/** Stretches of a path over land and sea. ITU-R P.1812-6 §3.2 and 3.6. */

import { type Path, ZONES } from '../../propagation/profile.ts'

/** Stretches of consecutive points of one kind; a point covers the path halfway to its neighbors. */
function stretches({ distancesKm, distanceKm, zones, last }: Path, isOfKind: (zone: number) => boolean) {
  if (typeof zones === 'number') {
    const km = isOfKind(zones) ? distanceKm : 0
    return { longestKm: km, totalKm: km }
  }
  let longestKm = 0
  let totalKm = 0
  let current = 0
  for (let at = 0; at <= last; at++) {
    if (!isOfKind(zones[at] as number)) {
      current = 0
      continue
    }
    const here = distancesKm[at] as number
    const before = at === 0 ? here : ((distancesKm[at - 1] as number) + here) / 2
    const after = at === last ? here : ((distancesKm[at + 1] as number) + here) / 2
    current += after - before
    totalKm += after - before
    longestKm = Math.max(longestKm, current)
  }
  return { longestKm, totalKm }
}

export function zoneLengths(path: Path) {
  return {
    /** Longest stretch over land, and longest stretch over land that is not coastal, in km. */
    landKm: stretches(path, (zone) => zone !== ZONES.sea).longestKm,
    inlandKm: stretches(path, (zone) => zone === ZONES.inland).longestKm,
    /** Fraction of the path over sea. */
    seaFraction: stretches(path, (zone) => zone === ZONES.sea).totalKm / path.distanceKm,
  }
}
