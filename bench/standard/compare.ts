/**
 * Decides whether a quantity changed between two runs. Machines are shared: samples have outliers, upwards, and whole
 * runs are slower than others. So
 * - the ratio is the median of the ratios of all pairs of samples, one of each run (Hodges and Lehmann 1963), and its
 *   interval
 *   that of Mann and Whitney, which assumes no distribution of samples: bootstrapped medians of so few
 *   samples have intervals that are too narrow, and ranges overlap by one outlier;
 * - the machine is measured too, by work independent of this project: a change that it explains does not count;
 * - in addition the interval has to exclude a tenth, by which runs of one state differ on a shared machine.
 */

/** The highest at which one outlier among nine samples of each run does not change the interval. */
const CONFIDENCE = 0.995
const MARGIN = 1.1
/** Fewest samples of each run: with fewer no interval approaches that confidence. */
export const MINIMUM_SAMPLES = 5

/** Second run to first, with its interval. */
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

/** `undefined`: possibly chance, or the machine. `machine`: ratios of work that did not change; more is slower. */
export function verdictOf(
  found: Ratio,
  samples: number,
  better: 'higher' | 'lower',
  machine: readonly number[],
): 'faster' | 'slower' | undefined {
  if (samples < MINIMUM_SAMPLES) return undefined
  // As ratios of times.
  const { low, high } = better === 'lower' ? found : { low: 1 / found.high, high: 1 / found.low }
  if (low > MARGIN * Math.max(1, ...machine)) return 'slower'
  if (high * MARGIN < Math.min(1, ...machine)) return 'faster'
  return undefined
}

/** Pairs left out by the interval at each end of the sorted pairs: Mann and Whitney's U at that confidence. */
function droppedAtEnds(n: number, m: number): number {
  // Orders of n and m values by inverted pairs: coefficients of Gauss's binomial.
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
