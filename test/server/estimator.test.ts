import t from 'tap'
import { models } from '../../kernels/models.ts'
import { DurationEstimator } from '../../server/jobs/estimator.ts'
import type { Quote } from '../../server/jobs/quote.ts'
import { madeQuote } from '../helpers/jobs.ts'

const disc = (model: string, max_range: number, resolution = 30): Quote =>
  madeQuote({ model, max_range, resolution, tx_lat: 0, tx_lon: 0 })

/** A machine that needs so many seconds for a unit of each model's work, and half a second beside it. */
function tookS({ model, cells, units }: Quote, unitS: number): number {
  return 0.5 + (models.get(model)?.uses_profile ? units : cells) * unitS
}

t.test('the work of a request is cells, and posts of their paths', async (t) => {
  t.match(disc('los', 30), { model: 'los', cells: 3_141_593 })
  const postsOfPaths = ({ cells, units }: Quote) => Math.round(units / cells - 400)
  t.equal(disc('itm', 30, 100).cells, 282_744)
  t.equal(postsOfPaths(disc('itm', 30, 100)), 1000)
  t.equal(postsOfPaths(disc('itm', 30, 10)), 1000, 'cells of any size have the same')
  const thinned = madeQuote({ model: 'itm', max_range: 30, resolution: 10, terrain_spacing: 60, tx_lat: 0 })
  t.equal(postsOfPaths(thinned), 500, 'unless fewer are asked for')
})

t.test(
  'a cell with a ray of its own takes as long as many that share them; paths that the device has no room for, longer',
  async (t) => {
    const estimator = new DurationEstimator()
    const perCellS = (model: string, rangeKm: number, resolution: number) => {
      const work = disc(model, rangeKm, resolution)
      return (estimator.estimateS(work) - 0.5) / work.cells
    }
    t.ok(Math.abs(perCellS('los', 100, 240) / perCellS('los', 100, 30) - 49) < 1e-2)
    t.ok(perCellS('los', 100, 60) > 3.9 * perCellS('los', 100, 30), 'shared rays are for every post')
    t.equal(perCellS('los_fresnel', 100, 1000).toFixed(9), perCellS('los_fresnel', 300, 60).toFixed(9))
    t.ok(perCellS('p526', 130, 60) > 20 * perCellS('p526', 110, 60))
  },
)

t.test('before anything is measured a heavier model is expected to take longer', async (t) => {
  const estimator = new DurationEstimator()
  const names = ['los', 'p526', 'itm', 'p1812']
  const expected = names.map((model) => estimator.estimateS(disc(model, 30)))
  for (const [at, seconds] of expected.entries()) {
    if (at > 0) t.ok(seconds > expected[at - 1], `${names[at]}: ${seconds} s`)
  }
  t.equal(estimator.estimateS(disc('los', 0.1)).toFixed(2), '0.50')
})

t.test(
  'where a model reads the path, a cell costs more the longer the range; elsewhere it does not',
  async (t) => {
    for (const [name, { kind, uses_profile: readsGround }] of models) {
      // A zone has per-cell rays, which cost the same at any length.
      const grows = readsGround && kind === 'path_loss'
      const estimator = new DurationEstimator()
      estimator.learn(disc(name, 20), 20)
      const perCellS = (rangeKm: number) => {
        const work = disc(name, rangeKm)
        return (estimator.estimateS(work) - 0.5) / work.cells
      }
      // 30 m: 400 + 100, 400 + 900 posts; and 400 + 5000, 400 + 10 000.
      t.equal((perCellS(27) / perCellS(3)).toFixed(2), grows ? '2.60' : '1.00', name)
      t.equal((perCellS(300) / perCellS(150)).toFixed(2), grows ? '1.93' : '1.00', name)
    }
  },
)

t.test('every model has its own estimate, which follows the measured times', async (t) => {
  const estimator = new DurationEstimator()
  const before = estimator.estimateS(disc('los', 50))
  for (let iteration = 0; iteration < 8; iteration++) {
    const work = disc('itm', 30 + iteration)
    estimator.learn(work, tookS(work, 1e-6))
  }
  const asked = disc('itm', 60)
  t.ok(Math.abs(estimator.estimateS(asked) / tookS(asked, 1e-6) - 1) < 0.1, 'within a tenth after eight')
  t.equal(estimator.estimateS(disc('los', 50)), before, 'others are as they were')
  for (let iteration = 0; iteration < 25; iteration++) estimator.learn(asked, tookS(asked, 1e-8))
  t.ok(Math.abs(estimator.estimateS(asked) / tookS(asked, 1e-8) - 1) < 0.5, 'a machine that became faster')
})

t.test('short simulations set the overhead, not the speed', async (t) => {
  const estimator = new DurationEstimator()
  estimator.learn(disc('p526', 1), 0.5)
  const speeds = estimator.speeds()
  for (let iteration = 0; iteration < 40; iteration++) estimator.learn(disc('p526', 1), 0.05)
  t.ok(Math.abs(estimator.estimateS(disc('los', 0.1)) - 0.05) < 0.01)
  t.same(estimator.speeds(), speeds)
  estimator.learn({ model: 'los', units: 0 }, 100)
  t.ok(Number.isFinite(estimator.estimateS(disc('los', 10))), 'also after one without cells')
})

t.test('every model that ran has a speed', async (t) => {
  const estimator = new DurationEstimator()
  t.same([...estimator.speeds()], [])
  for (const model of ['los', 'p526', 'itm']) estimator.learn(disc(model, 1), 0.5)
  const speeds = estimator.speeds()
  t.same([...speeds.keys()], ['los', 'p526', 'itm'])
  t.equal(Math.round(speeds.get('los') ?? 0), 10_000_000)
  t.ok((speeds.get('itm') ?? 0) < (speeds.get('p526') ?? 0))
})
