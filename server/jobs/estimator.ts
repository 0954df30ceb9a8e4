import { models } from '../../kernels/models.ts'
import type { Quote } from './quote.ts'
import { startRateS, unitsOfCell } from './work.ts'

/** Model and units of work. */
type Work = Pick<Quote, 'model' | 'units'>

const startOverheadS = 0.5
/** Weight of a new measurement in the moving average; the first ones weigh more, as the initial value is a guess. */
const minimumFraction = 0.2
/** A job of less, in seconds before any was measured, tells nothing of its units: a pause of the machine is far longer. */
const TELLING_S = 0.01
/** The radius of the disc for which speeds are reported. */
const typicalPosts = 1000

interface Rate {
  /** Per unit: a cell, or a post of a cell's path for models that read the profile. */
  seconds: number
  measured: number
}

/** A moving estimate of how long a simulation takes: an overhead, and for each model the time of a unit of its work. */
export class DurationEstimator {
  readonly #rates = new Map<string, Rate>()
  /** Models of which a simulation finished. */
  readonly #ran = new Set<string>()
  #overheadS = startOverheadS

  estimateS({ model, units }: Work): number {
    return this.#overheadS + units * this.#rate(model).seconds
  }

  /** Updates the estimate with the time of a finished simulation. */
  learn({ model, units }: Work, tookS: number): void {
    this.#ran.add(model)
    const rate = this.#rate(model)
    const beyondOverheadS = tookS - this.#overheadS
    // A short one says how large the overhead is, a long one how fast cells are computed.
    if (beyondOverheadS > this.#overheadS && computingS({ model, units }) >= TELLING_S) {
      const fraction = Math.max(minimumFraction, 1 / (rate.measured + 2))
      rate.seconds += fraction * (beyondOverheadS / units - rate.seconds)
      rate.measured++
    } else {
      const overheadS = Math.max(0.01, tookS - units * rate.seconds)
      this.#overheadS += minimumFraction * (overheadS - this.#overheadS)
    }
  }

  /** Cells a second by model, over a disc of 1000 posts' radius, the overhead not counted; of those that ran. */
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

/**
 * Computing time on an otherwise idle machine: the cost of a simulation. A small job has to stay small, however long
 * it takes under load.
 */
export function computingS({ model, units }: Work): number {
  return units * startRateS(model)
}

const longestTimerMs = 2 ** 31 - 1

/** Maximum time of a computation. The limit is for what will never end: estimates err, and jobs share the device. */
export function timeLimitMs(expectedS: number): number {
  return Math.min(longestTimerMs, 1000 * (300 + 30 * expectedS))
}

/** Whole seconds for a client to wait. */
export function atLeastOne(seconds: number): number {
  return Math.max(1, Math.ceil(seconds))
}
