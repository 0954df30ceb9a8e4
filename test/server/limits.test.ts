import t from 'tap'
import { seededRandom } from '../../bench/references/random.ts'
import {
  cellsOf,
  defaultPlans,
  finestResolution,
  monthlyLimit,
  planOf,
  price,
  retryAfterSeconds,
} from '../../server/config/limits.ts'

t.test('cells and prices are computed', async (t) => {
  t.equal(cellsOf(1, 1000), 4)
  t.equal(cellsOf(30, 30), 3_141_593)
  t.equal(price(1, 0, 1), 1)
  t.equal(price(1_000_000, 0, 1), 1)
  t.equal(price(1_000_001, 0, 1), 2)
  t.equal(price(10, 10_000_000, 1), 1)
  t.equal(price(10, 30_000_001, 1), 4)
  t.equal(price(2_500_000, 25_000_000, 3), 9)
})

t.test('the finest resolution fits, and one 0.01 m finer does not', async (t) => {
  t.equal(finestResolution(300, 100_000_000), 53.18)
  const random = seededRandom(1)
  for (let iteration = 0; iteration < 2000; iteration++) {
    const rangeKm = 0.1 + random() * 300
    const cap = random() < 0.5 ? 100_000_000 : 1 + Math.floor(random() * 400_000_000)
    const finest = finestResolution(rangeKm, cap)
    const hundredths = Math.round(finest * 100)
    const fits = cellsOf(rangeKm, finest) <= cap && hundredths / 100 === finest
    const next = hundredths === 1 || cellsOf(rangeKm, (hundredths - 1) / 100) > cap
    if (!fits || !next) t.fail(`${rangeKm} km, ${cap} cells: ${finest}`)
  }
})

t.test('plans have their limits', async (t) => {
  t.match(planOf({ plan: 'pro' }, defaultPlans), {
    requestsPerMinute: 60,
    concurrent: 3,
    maxCells: 100_000_000,
  })
  t.match(planOf({ plan: 'enterprise' }, defaultPlans), {
    requestsPerMinute: 300,
    concurrent: 10,
    maxCells: 400_000_000,
  })
  t.equal(monthlyLimit({ plan: 'pro', limit: null }, defaultPlans), 5000)
  t.equal(monthlyLimit({ plan: 'enterprise', limit: null }, defaultPlans), 100_000)
  t.equal(monthlyLimit({ plan: 'enterprise', limit: 0 }, defaultPlans), 0)
})

t.test('polling every simulation stays within the rate limit', async (t) => {
  t.equal(retryAfterSeconds(planOf({ plan: 'pro' }, defaultPlans), 1), 4)
  t.equal(retryAfterSeconds(planOf({ plan: 'enterprise' }, defaultPlans), 0.2), 3)
  t.equal(retryAfterSeconds(planOf({ plan: 'pro' }, defaultPlans), 61.2), 62)
})
