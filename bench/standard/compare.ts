/**
 * Decides whether a quantity changed between two runs. On shared machines samples have upward outliers, and
 * whole runs may be slower than others. Therefore
 *
 * - the ratio is the median of the ratios of all pairs of samples, one of each run (Hodges and Lehmann 1963),
 *   with the interval of Mann and Whitney, which assumes no distribution: bootstrapped medians of so few
 *   samples have too narrow intervals, and ranges overlap due to a single outlier;
 * - reference work also measures the machine: a change that the machine explains does not count;
 * - the interval has to exclude 10 %, by which runs of the same code differ on a shared machine.
 */

/** Highest confidence at which a single outlier among nine samples per run leaves the interval unchanged. */
const CONFIDENCE = 0.995
const MARGIN = 1.1
/** Minimum number of samples per run; fewer samples give no interval near CONFIDENCE. */
export const MINIMUM_SAMPLES = 5

/** Ratio of the second run to the first run, with its confidence interval. */
export interface Ratio {
  ratio: number
  low: number
  high: number
}

export function ratioOf(first: readonly number[], second: readonly number[]): Ratio {
  const ratios = Float64Array.from(second.flatMap((after) => first.map((before) => after / before))).sort()
  const dropped = droppedAtEnds(first.length, second.length)
  const last = ratios.length - 1
  return {
    ratio: (ratios[Math.floor(last / 2)] + ratios[Math.ceil(last / 2)]) / 2,
    low: ratios[dropped],
    high: ratios[last - dropped],
  }
}

/** Verdict on a ratio; `undefined` if chance or the machine's speed in reference work may explain it. */
export function verdictOf(
  found: Ratio,
  samples: number,
  better: 'higher' | 'lower',
  machine: readonly number[],
): 'faster' | 'slower' | undefined {
  if (samples < MINIMUM_SAMPLES) return undefined
  const { low, high } = better === 'lower' ? found : { low: 1 / found.high, high: 1 / found.low }
  if (low > MARGIN * Math.max(1, ...machine)) return 'slower'
  if (high * MARGIN < Math.min(1, ...machine)) return 'faster'
  return undefined
}

/** Number of sorted ratios to drop at each end to reach CONFIDENCE, by Mann and Whitney's U. */
function droppedAtEnds(n: number, m: number): number {
  // Number of orderings of n and m values for each number of inversions: Gaussian binomial coefficients.
  const orders = new Float64Array(n * m + 1)
  orders[0] = 1
  for (let i = 1; i <= n; i++) {
    for (let u = n * m; u >= m + i; u--) orders[u] -= orders[u - m - i]
    for (let u = i; u <= n * m; u++) orders[u] += orders[u - i]
  }
  const tail = ((1 - CONFIDENCE) / 2) * orders.reduce((sum, count) => sum + count, 0)
  let [count, sum] = [0, orders[0]]
  while (sum <= tail) sum += orders[++count]
  return Math.max(0, count - 1)
}
