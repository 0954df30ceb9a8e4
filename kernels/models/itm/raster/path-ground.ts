/**
 * What ITM reads from the ground of one path: means, lines of best fit, horizons. Heights and lengths in metres. Sums
 * from the transmitter on give means and fits at once; they are kept, and refilled for the next path.
 */

/** A path of equally spaced heights above sea level, both ends included: the transmitter's ground is the first. */
export interface Profile {
  heightsM: ArrayLike<number>
  spacingM: number
}

export class PathGround {
  /** To be filled by the owner, after it has reserved as many: the first `steps + 1` count. */
  heightsM = new Float64Array(0)
  steps = 0
  spacingM = 0
  /** Elevation angles of the horizons above the horizontal, radians, and how far they are. */
  txAngle = 0
  rxAngle = 0
  txHorizonM = 0
  rxHorizonM = 0
  #sums = new Float64Array(0)
  #moments = new Float64Array(0)
  /** 1/i */
  #inverses = new Float64Array(0)

  static of(profile: Profile): PathGround {
    const ground = new PathGround()
    ground.take(profile)
    return ground
  }

  /** Takes a profile over from now on. */
  take({ heightsM, spacingM }: Profile): void {
    const steps = heightsM.length - 1
    this.reserve(steps)
    this.heightsM.set(heightsM)
    this.measure(steps, spacingM)
  }

  /** Makes room for a path; what was there is lost where there was too little. */
  reserve(steps: number): void {
    if (steps < this.heightsM.length) return
    // Paths grow from cell to cell: not a new one for each.
    const room = Math.ceil(1.5 * steps) + 64
    this.heightsM = new Float64Array(room)
    this.#sums = new Float64Array(room)
    this.#moments = new Float64Array(room)
    this.#inverses = Float64Array.from(this.#sums, (_, i) => 1 / i)
  }

  /** Sums up the first steps of `heightsM`. */
  measure(steps: number, spacingM: number): void {
    this.steps = steps
    this.spacingM = spacingM
    const { heightsM } = this
    const sums = this.#sums
    const moments = this.#moments
    let sum = 0
    let moment = 0
    for (let i = 0; i <= steps; i++) {
      const heightM = heightsM[i]
      sum += heightM
      moment += i * heightM
      sums[i] = sum
      moments[i] = moment
    }
  }

  /** Mean height without the first and last tenth of the path. */
  get meanHeightM(): number {
    const { steps } = this
    const tenth = Math.trunc(0.1 * steps)
    const before = tenth > 0 ? this.#sums[tenth - 1] : 0
    return (this.#sums[steps - tenth] - before) / (steps - 2 * tenth + 1)
  }

  /** Height at step `at` of the straight line that fits the ground between two points, in steps, best. */
  fittedM(fromStep: number, toStep: number, at: number): number {
    const first = this.#fitFirst(fromStep, toStep)
    const last = this.#fitLast(fromStep, toStep)
    const firstM = this.heightsM[first]
    const lastM = this.heightsM[last]
    const middle = 0.5 * (first + last)
    // The ends counted half.
    const sum = this.#sums[last] - this.#sums[first] + 0.5 * (firstM - lastM)
    const moment = this.#moments[last] - this.#moments[first] + 0.5 * (first * firstM - last * lastM)
    const length = last - first
    const slope = ((moment - middle * sum) * 12) / ((length * length + 2) * length)
    return sum / length + slope * (at - middle)
  }

  /** First step of that fit. */
  #fitFirst(fromStep: number, toStep: number): number {
    const first = wholeSteps(fromStep)
    return this.#lastWanted(toStep) > first ? first : Math.max(first - 1, 0)
  }

  #fitLast(fromStep: number, toStep: number): number {
    const last = this.#lastWanted(toStep)
    return last > wholeSteps(fromStep) ? last : this.#lastWanted(last + 1)
  }

  #lastWanted(toStep: number): number {
    return this.steps - wholeSteps(this.steps - toStep)
  }

  /** Finds both horizons: the other antenna, or the ground that rises highest above the line to it. TN 101 (6.15). */
  findHorizons(gammaE: number, txHeightM: number, rxHeightM: number): void {
    const { heightsM, steps, spacingM } = this
    const inverses = this.#inverses
    const txM = heightsM[0] + txHeightM
    const rxM = heightsM[steps] + rxHeightM
    // Angles times the spacing.
    const fall = (spacingM * spacingM * gammaE) / 2
    let txHighest = (rxM - txM) / steps - steps * fall
    let rxHighest = (txM - rxM) / steps - steps * fall
    let txAt = steps
    let rxAt = 0
    for (let i = 1; i < steps; i++) {
      const heightM = heightsM[i]
      const rest = steps - i
      const seenByTx = (heightM - txM) * inverses[i] - i * fall
      const seenByRx = (heightM - rxM) * inverses[rest] - rest * fall
      if (seenByTx > txHighest) {
        txHighest = seenByTx
        txAt = i
      }
      if (seenByRx > rxHighest) {
        rxHighest = seenByRx
        rxAt = i
      }
    }
    this.txAngle = txHighest / spacingM
    this.rxAngle = rxHighest / spacingM
    this.txHorizonM = txAt * spacingM
    this.rxHorizonM = (steps - rxAt) * spacingM
  }
}

/**
 * Steps without their fraction. A horizon is a point, and nine tenths of its steps are often whole: then the last bit of
 * a length must not decide, as a step less moves the loss by tenths of a decibel.
 */
function wholeSteps(steps: number): number {
  return Math.max(0, Math.trunc(steps + 1e-6))
}
