/** What ITM reads from one path: means, lines of best fit, horizons and irregularity. Heights and lengths in metres. */

/** A path of equally spaced heights above sea level, both ends included: the transmitter's ground is the first. */
export interface Profile {
  heightsM: ArrayLike<number>
  spacingM: number
}

export interface Horizons {
  /** Elevation angles of the horizons above the horizontal, radians. */
  txAngle: number
  rxAngle: number
  txDistanceM: number
  rxDistanceM: number
}

/** First step of the fit to the ground between two places of a path, in steps. */
export function fitFirst(fromStep: number, toStep: number, steps: number): number {
  const first = Math.trunc(Math.max(fromStep, 0))
  return lastWanted(toStep, steps) > first ? first : Math.max(first - 1, 0)
}

/** Last step of that fit. */
export function fitLast(fromStep: number, toStep: number, steps: number): number {
  const last = lastWanted(toStep, steps)
  return last > Math.trunc(Math.max(fromStep, 0)) ? last : lastWanted(last + 1, steps)
}

function lastWanted(toStep: number, steps: number): number {
  return steps - Math.trunc(Math.max(steps - toStep, 0))
}

/**
 * Height at step `at` of the straight line that fits the ground from step `first` to `last` best; from the sums over
 * that range, its ends counted half, of h and of (i − middle)·h.
 */
export function fitHeight(sum: number, moment: number, first: number, last: number, at: number): number {
  const length = last - first
  const slope = (moment * 12) / ((length * length + 2) * length)
  return sum / length + slope * (at - 0.5 * (first + last))
}

/** Height at step `at` of the best fit to the ground between two places, in steps. */
export function fitGround({ heightsM }: Profile, fromStep: number, toStep: number, at: number): number {
  const steps = heightsM.length - 1
  const first = fitFirst(fromStep, toStep, steps)
  const last = fitLast(fromStep, toStep, steps)
  const middle = 0.5 * (first + last)
  let sum = 0.5 * (heightsM[first] + heightsM[last])
  let moment = 0.5 * (heightsM[first] - heightsM[last]) * (first - middle)
  for (let i = first + 1; i < last; i++) {
    sum += heightsM[i]
    moment += (i - middle) * heightsM[i]
  }
  return fitHeight(sum, moment, first, last, at)
}

/** Mean ground height without the first and last tenth of the path. */
export function meanHeightM({ heightsM }: Profile): number {
  const steps = heightsM.length - 1
  const tenth = Math.trunc(0.1 * steps)
  let sum = 0
  for (let i = tenth; i <= steps - tenth; i++) sum += heightsM[i]
  return sum / (steps - 2 * tenth + 1)
}

/** Both horizons: the other antenna, or the ground that rises highest above the line to it. TN 101 (6.15). */
export function findHorizons(
  { heightsM, spacingM }: Profile,
  gammaE: number,
  txHeightM: number,
  rxHeightM: number,
): Horizons {
  const steps = heightsM.length - 1
  const distanceM = steps * spacingM
  const txM = heightsM[0] + txHeightM
  const rxM = heightsM[steps] + rxHeightM
  let txAngle = (rxM - txM) / distanceM - (distanceM * gammaE) / 2
  let rxAngle = (txM - rxM) / distanceM - (distanceM * gammaE) / 2
  let txDistanceM = distanceM
  let rxDistanceM = distanceM
  for (let i = 1; i < steps; i++) {
    const fromTxM = i * spacingM
    const fromRxM = distanceM - fromTxM
    const seenByTx = (heightsM[i] - txM) / fromTxM - (fromTxM * gammaE) / 2
    const seenByRx = (heightsM[i] - rxM) / fromRxM - (fromRxM * gammaE) / 2
    if (seenByTx > txAngle) {
      txAngle = seenByTx
      txDistanceM = fromTxM
    }
    if (seenByRx > rxAngle) {
      rxAngle = seenByRx
      rxDistanceM = fromRxM
    }
  }
  return { txAngle, rxAngle, txDistanceM, rxDistanceM }
}
