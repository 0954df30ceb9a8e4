import t from 'tap'
import { ratioOf, verdictOf } from '../../bench/standard/compare.ts'
import { seededRandom } from '../references/random.ts'

// The rule by which two standard runs are compared, on made samples of a machine that is shared.

const ROUNDS = 9
const random = seededRandom(34)

/** Samples within 5 % of a value, one of six of them up to twice as long. */
function samples(value: number, count = ROUNDS): number[] {
  return Array.from({ length: count }, (_, at) => {
    const isOutlier = at % 6 === 3
    return value * (1 + 0.1 * (random() - 0.5)) * (isOutlier ? 1 + random() : 1)
  })
}

function verdict(before: number, after: number, machine = [1], better: 'higher' | 'lower' = 'lower') {
  return verdictOf(ratioOf(samples(before), samples(after)), ROUNDS, better, machine)
}

const TRIALS = 1000
function share(isCounted: () => boolean): number {
  return Array.from({ length: TRIALS }, isCounted).filter(Boolean).length / TRIALS
}

t.test('the interval has what pairs of samples leave at that confidence', async (t) => {
  // With five samples each all 25 ratios; with nine, 9 of 81 are left out at each end (Mann and Whitney's table).
  const powers = (count: number) => Array.from({ length: count }, (_, at) => 1.01 ** at)
  const few = ratioOf(powers(5), powers(5))
  t.same(
    [few.low, few.ratio, few.high].map((one) => one.toFixed(6)),
    [1.01 ** -4, 1, 1.01 ** 4].map((one) => one.toFixed(6)),
  )
  const many = ratioOf(powers(9), powers(9))
  const sorted = powers(9)
    .flatMap((a) => powers(9).map((b) => b / a))
    .sort((a, b) => a - b)
  t.equal(many.low, sorted[9])
  t.equal(many.high, sorted[71])
})

t.test('the interval holds a ratio that is known as often as it claims', async (t) => {
  const missed = share(() => {
    const { low, high } = ratioOf(samples(100), samples(130))
    return low > 1.3 || high < 1.3
  })
  t.ok(missed <= 0.01, `${missed} of intervals miss it`)
})

t.test('nothing is marked of runs that differ by chance, or by less than a tenth', async (t) => {
  t.equal(
    share(() => verdict(100, 100) !== undefined),
    0,
  )
  t.equal(
    share(() => verdict(100, 106) !== undefined),
    0,
  )
})

t.test('a change of a third is marked, in the direction that the quantity has', async (t) => {
  t.ok(share(() => verdict(100, 135) === 'slower') > 0.95)
  t.ok(share(() => verdict(135, 100) === 'faster') > 0.95)
  t.ok(share(() => verdict(100, 70, [1], 'higher') === 'slower') > 0.95)
  t.ok(share(() => verdict(70, 100, [1], 'higher') === 'faster') > 0.95)
})

t.test('what the machine explains is not marked, and what exceeds it is', async (t) => {
  t.equal(
    share(() => verdict(100, 150, [1.5, 1.2]) !== undefined),
    0,
  )
  t.ok(share(() => verdict(100, 250, [1.5, 1.2]) === 'slower') > 0.95)
  t.equal(
    share(() => verdict(150, 100, [0.66, 1]) !== undefined),
    0,
  )
  // A machine that got faster excuses nothing that got slower.
  t.ok(share(() => verdict(100, 150, [0.66]) === 'slower') > 0.95)
})

t.test('fewer than five samples of a run mark nothing', async (t) => {
  const found = ratioOf(samples(100, 4), samples(300, 4))
  t.equal(verdictOf(found, 4, 'lower', [1]), undefined)
  t.equal(verdictOf(found, 5, 'lower', [1]), 'slower')
})
