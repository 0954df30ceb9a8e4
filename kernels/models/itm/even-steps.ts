import type { LinkPath } from '../../model.ts'

/** Maximum number of steps, for profiles with very close points; allows 300 km in steps of 1 ft. */
const MAXIMUM_STEPS = 2 ** 20
/** Maximum relative difference of steps that count as equal. */
const ROUNDING = 1e-6

/**
 * Converts a profile to the equal steps that ITM needs: the shortest step of the profile, with heights
 * interpolated linearly between points.
 */
export function evenSteps({ distancesM, heightsM }: Pick<LinkPath, 'distancesM' | 'heightsM'>): {
  heightsM: Float64Array
  spacingM: number
} {
  const last = distancesM.length - 1
  const wholeM = distancesM[last]
  let shortestM = wholeM
  let longestM = 0
  for (let at = 1; at <= last; at++) {
    const stepM = distancesM[at] - distancesM[at - 1]
    shortestM = stepM < shortestM ? stepM : shortestM
    longestM = stepM > longestM ? stepM : longestM
  }
  if (longestM - shortestM <= ROUNDING * shortestM) return { heightsM, spacingM: wholeM / last }
  const steps = Math.min(Math.max(Math.round(wholeM / shortestM), last), MAXIMUM_STEPS)
  const spacingM = wholeM / steps
  const even = new Float64Array(steps + 1)
  let at = 1
  for (let step = 0; step <= steps; step++) {
    const distanceM = step * spacingM
    while (at < last && distancesM[at] < distanceM) at++
    const fraction = (distanceM - distancesM[at - 1]) / (distancesM[at] - distancesM[at - 1])
    even[step] = heightsM[at - 1] + (heightsM[at] - heightsM[at - 1]) * Math.min(fraction, 1)
  }
  return { heightsM: even, spacingM }
}
