import type { LinkPath } from '../../model.ts'

const MAXIMUM_STEPS = 4095

/** ITM wants equal steps: the shortest of the profile, heights between points by straight lines. */
export function evenSteps({ distancesM, heightsM }: Pick<LinkPath, 'distancesM' | 'heightsM'>) {
  const last = distancesM.length - 1
  const wholeM = distancesM[last]
  let shortestM = wholeM
  for (let at = 1; at <= last; at++) shortestM = Math.min(shortestM, distancesM[at] - distancesM[at - 1])
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
