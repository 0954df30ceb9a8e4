import type { Lattice } from '../types.ts'

/** Lattices that hold the posts of several sources, so that each surface is preserved exactly. */

/** Posts of different sources closer than this, in posts, are one. */
const ON_POST = 1e-5
/** Allowed divisions of a step. */
const DIVISIONS = [1, 2, 3, 4, 6]

/** Positions of posts in one direction. */
interface Axis {
  firstDeg: number
  stepDeg: number
}

/**
 * The coarsest lattice with all posts of `own` and those of the other one, over the given degrees; `undefined` if
 * none has at most `maximum` times the posts of `own`.
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

/** Division of the steps so that they include the other's posts; `undefined`: none. */
function divisionFor({ firstDeg, stepDeg }: Axis, other: Axis): number | undefined {
  return DIVISIONS.find((division) => {
    const finer = stepDeg / division
    const steps = other.stepDeg / finer
    const between = (other.firstDeg - firstDeg) / finer
    // A tile has some thousands of posts, over which a difference of the steps accumulates.
    return isWhole(steps, 1e-9 * steps) && Math.round(steps) > 0 && isWhole(between, ON_POST)
  })
}

function isWhole(value: number, tolerance: number): boolean {
  return Math.abs(value - Math.round(value)) < tolerance
}
