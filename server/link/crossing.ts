/** Estimates the number of elevation posts along a path. */

import type { GeodesicPathInSegments } from '../../kernels/geodesy/geodesic-segments.ts'
import { postSpacingM } from '../../kernels/profiles/steps.ts'
import type { Bounds, TerrainPart } from '../../storage/terrain/types.ts'
import type { Place } from '../clutter/class-sources.ts'

/** Number of straight segments that approximate the path. */
const STEPS = 512
/** Path-loss steps that together cost as much as one post; a step has the smaller of the post spacings. */
const STEPS_A_POST = 10

/** Cost of a path in posts: crossed rows or columns (whichever are more), at least a tenth of the steps. */
export function postsAlong(
  { area, bounds }: Pick<TerrainPart, 'bounds'> & { area: Pick<TerrainPart['area'], 'lattice'> },
  path: GeodesicPathInSegments,
  start: Place,
): number {
  const { latStepDeg, lonStepDeg } = area.lattice
  let crossed = 0
  let withinM = 0
  let from = start
  for (let step = 1; step <= STEPS; step++) {
    path.moveTo((path.distanceM * step) / STEPS)
    const to = { latDeg: start.latDeg + path.latDeg, lonDeg: start.lonDeg + path.lonDeg }
    const fraction = bounds ? fractionWithin(from, to, bounds) : 1
    const rows = Math.abs(to.latDeg - from.latDeg) / latStepDeg
    const cols = Math.abs(to.lonDeg - from.lonDeg) / lonStepDeg
    crossed += fraction * Math.max(rows, cols)
    withinM += (fraction * path.distanceM) / STEPS
    from = to
  }
  const steps = withinM / postSpacingM(latStepDeg, lonStepDeg, start.latDeg)
  return Math.max(crossed, steps / STEPS_A_POST)
}

function fractionWithin(from: Place, to: Place, bounds: Bounds): number {
  const [fromLat, toLat] = crossing(from.latDeg, to.latDeg, bounds.southDeg, bounds.northDeg)
  const [fromLon, toLon] = crossing(from.lonDeg, to.lonDeg, bounds.westDeg, bounds.eastDeg)
  return Math.max(0, Math.min(toLat, toLon) - Math.max(fromLat, fromLon))
}

/** Fractions of the line from `a` to `b` where the line enters and leaves the range from `low` to `high`. */
function crossing(a: number, b: number, low: number, high: number): [number, number] {
  if (a === b) return a >= low && a <= high ? [0, 1] : [1, 0]
  const [one, other] = [(low - a) / (b - a), (high - a) / (b - a)]
  return [Math.max(0, Math.min(one, other)), Math.min(1, Math.max(one, other))]
}
