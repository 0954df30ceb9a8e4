import { models } from '../../kernels/models.ts'
import type { Quote } from './quote.ts'
import { startRateS, unitsOfCell } from './work.ts'

type Work = Pick<Quote, 'model' | 'units'>

const startOverheadS = 0.5
/** Minimum weight of a new measurement; the first few weigh more, because the initial rate is a guess. */
const minimumFraction = 0.2
/** Minimum computing time in seconds of jobs that measure speed: machine pauses distort shorter jobs. */
const MINIMUM_LEARNED_S = 0.01
const typicalPosts = 1000

interface Rate {
  /** Seconds per unit of work: per cell, or per post along a cell's path for models that read the profile. */
  seconds: number
  measured: number
}

/** Running estimates of job durations: a fixed overhead, and for each model the time per unit of work. */
export class DurationEstimator {
  readonly #rates = new Map<string, Rate>()
  readonly #ran = new Set<string>()
  #overheadS = startOverheadS

  estimateS({ model, units }: Work): number {
    return this.#overheadS + units * this.#rate(model).seconds
  }

  learn({ model, units }: Work, tookS: number): void {
    this.#ran.add(model)
    const rate = this.#rate(model)
    const beyondOverheadS = tookS - this.#overheadS
    // Short jobs are used to measure the overhead, long jobs to measure the speed.
    if (beyondOverheadS > this.#overheadS && computingS({ model, units }) >= MINIMUM_LEARNED_S) {
      const fraction = Math.max(minimumFraction, 1 / (rate.measured + 2))
      rate.seconds += fraction * (beyondOverheadS / units - rate.seconds)
      rate.measured++
    } else {
      const overheadS = Math.max(0.01, tookS - units * rate.seconds)
      this.#overheadS += minimumFraction * (overheadS - this.#overheadS)
    }
  }

  /** Cells per second for each model, for a range of 1000 elevation posts and without overhead. */
  speeds(): Map<string, number> {
    const perSecond = (model: string) =>
      1 / (unitsOfCell(models.get(model), typicalPosts) * this.#rate(model).seconds)
    return new Map([...this.#ran].map((model) => [model, perSecond(model)]))
  }

  #rate(name: string): Rate {
    let rate = this.#rates.get(name)
    if (rate === undefined) {
      rate = { seconds: startRateS(name), measured: 0 }
      this.#rates.set(name, rate)
    }
    return rate
  }
}

/** Computing time in seconds on an idle machine; unlike measured estimates, independent of the load. */
export function computingS({ model, units }: Work): number {
  return units * startRateS(model)
}

const longestTimerMs = 2 ** 31 - 1

/** Time limit of a computation; generous, because estimates are inaccurate and jobs share the device. */
export function timeLimitMs(expectedS: number): number {
  return Math.min(longestTimerMs, 1000 * (300 + 30 * expectedS))
}

export function atLeastOne(seconds: number): number {
  return Math.max(1, Math.ceil(seconds))
}
