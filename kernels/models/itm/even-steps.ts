import type { LinkPath } from '../../model.ts'

/** For profiles given by hand, whose points may lie as close as they like. 300 km of posts a foot apart have fewer. */
const MAXIMUM_STEPS = 2 ** 20
/** A part of a step by which equal ones may differ. */
const ROUNDING = 1e-6

/** ITM wants equal steps: the shortest of the profile, heights between points by straight lines. */
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
