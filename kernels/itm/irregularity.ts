/**
 * Δh, the terrain irregularity parameter: the range of heights between the tenth and the ninetieth percent, relative to
 * their line of best fit, as it would be on a path of infinite length.
 */

/** ITM looks at no more samples of a path than this. */
const MOST_SAMPLES = 245

const samples = new Float64Array(MOST_SAMPLES)

/**
 * Δh in metres of the ground between two places of a profile, in steps. `heightsM` is read from `offset` on, and not
 * behind `steps`.
 */
export function irregularityM(
  heightsM: ArrayLike<number>,
  offset: number,
  steps: number,
  spacingM: number,
  fromStep: number,
  toStep: number,
): number {
  const length = toStep - fromStep
  if (length < 2) return 0
  const tenth = Math.min(Math.max(4, Math.trunc(0.1 * (length + 8))), 25)
  const count = 10 * tenth - 5
  const stride = length / (count - 1)
  // The same line of best fit as `fitGround`, over the samples: sums with the ends counted half.
  const middle = 0.5 * (count - 1)
  let sum = 0
  let moment = 0
  let last = 0
  for (let k = 0; k < count; k++) {
    const at = fromStep + k * stride
    const before = Math.min(Math.trunc(at), steps - 1)
    const low = heightsM[offset + before]
    last = low + (heightsM[offset + before + 1] - low) * (at - before)
    samples[k] = last
    sum += last
    moment += last * (k - middle)
  }
  const ends = 0.5 * (samples[0] + last)
  sum -= ends
  moment -= 0.5 * (last - samples[0]) * middle
  const intervals = count - 1
  const slope = (moment * 12) / ((intervals * intervals + 2) * intervals)
  const start = sum / intervals - slope * middle
  for (let k = 0; k < count; k++) samples[k] -= start + slope * k
  const range = ranked(count, count - tenth) - ranked(count, tenth - 1)
  // ERL 79-ITS 67 (3), solved for Δh
  return range / (1 - 0.8 * Math.exp(-(length * spacingM) / 50e3))
}

/** The sample of a rank, 0 the least; the samples are put in part of their order. Hoare's selection. */
function ranked(count: number, rank: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = samples[(low + high) >> 1]
    let i = low
    let j = high
    while (i <= j) {
      while (samples[i] < pivot) i++
      while (samples[j] > pivot) j--
      if (i > j) break
      const swapped = samples[i]
      samples[i++] = samples[j]
      samples[j--] = swapped
    }
    if (rank <= j) high = j
    else if (rank >= i) low = i
    else break
  }
  return samples[rank]
}
