/**
 * Range of heights between the tenth and the ninetieth percentile, relative to their line of best fit, from
 * which terrain irregularity Δh is computed.
 */

/** Maximum number of samples per path in ITM. */
const MAXIMUM_SAMPLES = 245

/** Half width of the search band around a quantile of the previous path, as a fraction of the range. */
const BAND = 0.04

/**
 * Computes the range. An instance is fastest for neighboring paths, because only samples near the previous path's
 * quantiles are sorted. The results do not depend on previous paths.
 */
export class Irregularity {
  readonly #samples = new Float64Array(MAXIMUM_SAMPLES)
  readonly #upper = new Float64Array(MAXIMUM_SAMPLES)
  readonly #lower = new Float64Array(MAXIMUM_SAMPLES)
  #guessHigh = 0
  #guessLow = 0
  #upperCount = 0
  #lowerCount = 0
  #above = 0
  #below = 0

  /** Range in metres of `count` samples from step `from`, `stride` steps apart, with `tenth` in each tenth. */
  rangeM(heightsM: Float64Array, from: number, stride: number, count: number, tenth: number): number {
    const samples = this.#samples
    let sum = 0
    let lever = 0
    for (let k = 0; k < count; k++) {
      const at = k * stride
      const position = from + at
      // `position | 0` is faster than `Math.trunc`.
      const before = position | 0
      const low = heightsM[before]
      const sample = low + (heightsM[before + 1] - low) * (position - before)
      samples[k] = sample
      sum += sample
      lever += at * sample
    }
    // Line of best fit over the samples, as in `PathGround.fittedM`: sums with half weight for both ends.
    const intervals = count - 1
    const middle = 0.5 * intervals
    const ends = 0.5 * (samples[0] + samples[intervals])
    const endsMoment = 0.5 * (samples[intervals] - samples[0]) * middle
    const moment = lever / stride - middle * sum - endsMoment
    const slope = (moment * 12) / ((intervals * intervals + 2) * intervals)
    const start = (sum - ends) / intervals - slope * middle
    let band = BAND * (this.#guessHigh - this.#guessLow)
    if (!this.#split(count, tenth, start, slope, band)) {
      band *= 4
      if (!this.#split(count, tenth, start, slope, band)) {
        this.#split(count, tenth, start, slope, Number.POSITIVE_INFINITY)
      }
    }
    const highest = selected(this.#upper, this.#upperCount, this.#upperCount - (tenth - this.#above))
    const lowest = selected(this.#lower, this.#lowerCount, tenth - this.#below - 1)
    this.#guessHigh = highest
    this.#guessLow = lowest
    return highest - lowest
  }

  /** Gathers samples near the previous quantiles; false if the quantiles are not among these samples. */
  #split(count: number, tenth: number, start: number, slope: number, band: number): boolean {
    const samples = this.#samples
    const upper = this.#upper
    const lower = this.#lower
    const upperFrom = this.#guessHigh - band
    const upperTo = this.#guessHigh + band
    const lowerFrom = this.#guessLow - band
    const lowerTo = this.#guessLow + band
    let inUpper = 0
    let inLower = 0
    let above = 0
    let below = 0
    let trend = start
    for (let k = 0; k < count; k++) {
      const height = samples[k] - trend
      trend += slope
      if (height >= upperFrom) {
        if (height > upperTo) above++
        else upper[inUpper++] = height
      }
      if (height <= lowerTo) {
        if (height < lowerFrom) below++
        else lower[inLower++] = height
      }
    }
    this.#upperCount = inUpper
    this.#lowerCount = inLower
    this.#above = above
    this.#below = below
    return above < tenth && above + inUpper >= tenth && below < tenth && below + inLower >= tenth
  }
}

/** Value of rank `rank` (0 = smallest) of the first `count` values; sorts partly. Hoare's selection. */
function selected(values: Float64Array, count: number, rank: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = values[(low + high) >> 1]
    let i = low
    let j = high
    while (i <= j) {
      while (values[i] < pivot) i++
      while (values[j] > pivot) j--
      if (i > j) break
      const swapped = values[i]
      values[i++] = values[j]
      values[j--] = swapped
    }
    if (rank <= j) high = j
    else if (rank >= i) low = i
    else break
  }
  return values[rank]
}
