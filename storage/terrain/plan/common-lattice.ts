import type { Lattice } from '../types.ts'

/** Finds lattices that contain the posts of several sources, so that each surface is preserved exactly. */

/** Maximum distance, in posts, at which posts of different sources count as identical. */
const ON_POST = 1e-5
/** Allowed numbers of parts into which a lattice step is divided. */
const DIVISIONS = [1, 2, 3, 4, 6]

/** Positions of posts in one direction. */
interface Axis {
  firstDeg: number
  stepDeg: number
}

/**
 * Coarsest lattice with all posts of `own` and `other`; `undefined` if every such lattice has more than
 * `maximum` times the posts of `own`.
 */
export function commonLattice(own: Lattice, other: Lattice, maximum: number): Lattice | undefined {
  const ownLat = { firstDeg: own.northDeg, stepDeg: own.latStepDeg }
  const ownLon = { firstDeg: own.westDeg, stepDeg: own.lonStepDeg }
  const lat = divisionFor(ownLat, { firstDeg: other.northDeg, stepDeg: other.latStepDeg })
  const lon = divisionFor(ownLon, { firstDeg: other.westDeg, stepDeg: other.lonStepDeg })
  if (lat === undefined || lon === undefined || lat * lon > maximum) return undefined
  if (lat * lon === 1) return own
  return { ...own, latStepDeg: own.latStepDeg / lat, lonStepDeg: own.lonStepDeg / lon }
}

/** Number of parts of a step needed to include the posts of the other axis; `undefined` if no number does. */
function divisionFor({ firstDeg, stepDeg }: Axis, other: Axis): number | undefined {
  return DIVISIONS.find((division) => {
    const finer = stepDeg / division
    const steps = other.stepDeg / finer
    const between = (other.firstDeg - firstDeg) / finer
    // The tolerance is small, as a difference of the steps accumulates over some thousands of posts of a tile.
    return isWhole(steps, 1e-9 * steps) && Math.round(steps) > 0 && isWhole(between, ON_POST)
  })
}

function isWhole(value: number, tolerance: number): boolean {
  return Math.abs(value - Math.round(value)) < tolerance
}
