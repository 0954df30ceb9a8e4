import t from 'tap'
import { clutterLossDb, indoorLossDb, pathHeightM, shortestPathM } from '../../kernels/ends/ends.ts'
import { buildingEntryDb } from '../../kernels/propagation/building-entry.ts'
import {
  CLUTTER_HEIGHTS_M,
  type ClutterType,
  heightGainLossDb,
  statisticalClutterDb,
} from '../../kernels/propagation/clutter.ts'
import { exceededWith } from '../../kernels/propagation/normal.ts'

// Values: models-references.test.ts.

const types = Object.keys(CLUTTER_HEIGHTS_M) as ClutterType[]

t.test('the height gain is 0 from the top of the clutter on, and has no step there', async (t) => {
  for (const type of types) {
    const clutter = { type, heightM: CLUTTER_HEIGHTS_M[type] }
    for (const frequencyMhz of [30, 868, 3000]) {
      const at = (heightM: number) => clutterLossDb(clutter, heightM, 5000, frequencyMhz)
      t.equal(at(clutter.heightM), 0)
      t.equal(at(clutter.heightM + 20), 0)
      let before = at(1)
      let worstDb = 0
      for (let heightM = 1.001; heightM < clutter.heightM + 0.01; heightM += 0.001) {
        const loss = at(heightM)
        worstDb = Math.max(worstDb, Math.abs(loss - before))
        if (loss > before + 1e-12) t.fail(`${type}: ${loss} dB at ${heightM} m, more than below`)
        before = loss
      }
      t.ok(worstDb < 0.1, `${type} at ${frequencyMhz} MHz: ${worstDb} dB a millimetre`)
    }
  }
})

t.test('where houses and trees stand the formula differs from that of open land', async (t) => {
  const at = (type: ClutterType) => heightGainLossDb(type, 1.5, 10, 0.868)
  t.equal(at('open'), at('water'))
  for (const type of ['suburban', 'urban', 'trees', 'dense_urban'] as const) t.equal(at(type), at('trees'))
  t.not(at('open'), at('trees'))
})

t.test('a path goes to the top of the clutter, or to the antenna above it', async (t) => {
  const trees = { type: 'trees', heightM: 15 } as const
  const statistical = { type: 'statistical', percent: 50 } as const
  t.same(
    [undefined, statistical, trees].map((clutter) => [pathHeightM(clutter, 2), pathHeightM(clutter, 20)]),
    [
      [2, 20],
      [2, 20],
      [15, 20],
    ],
  )
  const ends = (tx: typeof trees | typeof statistical, rx: typeof trees | typeof statistical) =>
    shortestPathM({ tx, rx })
  t.same([ends(trees, trees), ends(statistical, trees), ends(trees, statistical)], [0, 250, 250])
  t.equal(ends(statistical, statistical), 1000)
})

t.test('a statistical loss grows with the distance up to 2 km and with the percentage', async (t) => {
  const at = (distanceKm: number, percent: number) => statisticalClutterDb(distanceKm, 2.4, percent)
  t.ok(at(0.3, 50) < at(1, 50) && at(1, 50) < at(2, 50))
  t.equal(at(2, 50), at(50, 50))
  t.ok(at(1, 10) < at(1, 50) && at(1, 50) < at(1, 90))
})

t.test('buildings see the path under its elevation at the receiver', async (t) => {
  const indoor = { building: 'efficient', percent: 50 } as const
  const at = (distanceM: number, differenceM: number, kFactor: number) =>
    indoorLossDb(indoor, { distanceM, differenceM, kFactor, frequencyMhz: 868 })
  const level = buildingEntryDb('efficient', 0.868, 50, 0)
  t.equal(at(10_000, 0, 0), level)
  t.ok(Math.abs(at(1000, -1000, 0) - buildingEntryDb('efficient', 0.868, 50, 45)) < 1e-9)
  t.equal(at(1000, -1000, 0), at(1000, 1000, 0), 'from below as from above')
  // 30 km away a transmitter at the same height is 0.1° under the horizontal of an earth of 4/3.
  const dropDeg = (Math.atan(30_000 / (2 * (4 / 3) * 6_371_000)) * 180) / Math.PI
  t.ok(Math.abs(at(30_000, 0, 4 / 3) - buildingEntryDb('efficient', 0.868, 50, dropDeg)) < 1e-9)
})

t.test('the normal distribution at its published quantiles', async (t) => {
  const published = [
    [0.5, 0],
    [0.3, 0.5244005127080407],
    [0.1, 1.2815515655446004],
    [0.025, 1.959963984540054],
    [1e-4, 3.719016485455709],
    [1e-12, 7.034483825301132],
  ]
  for (const [p, deviate] of published) {
    t.ok(Math.abs(exceededWith(p) - deviate) < 1e-6 * Math.max(1, deviate), `${p}`)
    if (p > 1e-6) t.ok(Math.abs(exceededWith(1 - p) + deviate) < 1e-6 * Math.max(1, deviate), `${1 - p}`)
  }
})
