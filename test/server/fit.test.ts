import t from 'tap'
import { type Correction, correctionDb } from '../../kernels/ends/correction.ts'
import { type FitPoint, fitOf } from '../../server/results/products/fit.ts'
import { seededRandom } from '../references/random.ts'

// Corrections found from made measurements: what was put in comes out, and errors are those of points left out.

const NOISE_DB = 4

/** Normal, by Box and Muller. */
function noise(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Ten points to a stretch, from 1 to 30 km. */
function made(stretches: number, given: Correction, seed: number, sharedDb = 0): FitPoint[] {
  const random = seededRandom(seed)
  return Array.from({ length: stretches }, (_, stretch) => {
    const ofStretchDb = sharedDb * noise(random)
    return Array.from({ length: 10 }, () => {
      const distanceM = 1000 * 30 ** random()
      const residualDb = correctionDb(given, distanceM) + NOISE_DB * noise(random) + ofStretchDb
      return { residualDb, distanceM, stretch: `${stretch}` }
    })
  }).flat()
}

const rms = (points: readonly FitPoint[], correction: Correction) =>
  Math.sqrt(
    points.reduce((sum, one) => sum + (one.residualDb - correctionDb(correction, one.distanceM)) ** 2, 0) /
      points.length,
  )

t.test(
  'six decibels and noise of four: six are found, and a held-out half is left with the noise',
  async (t) => {
    const given = { offsetDb: 6, slopeDb: 0 }
    for (const seed of [1, 2, 3]) {
      const points = made(200, given, seed)
      const half = points.slice(0, 1000)
      const { stretches, found } = fitOf(half)
      t.equal(stretches, 100)
      if (found === undefined) return t.fail('nothing found')
      t.equal(found.correction.slopeDb, 0, 'noise is worth no slope')
      t.ok(Math.abs(found.correction.offsetDb - 6) < 0.3, `${found.correction.offsetDb} dB`)
      const leftDb = rms(points.slice(1000), found.correction)
      t.ok(leftDb < 4.3, `${leftDb} dB`)
      t.ok(Math.abs(found.rmseDb - leftDb) < 0.5, `said to be ${found.rmseDb} dB`)
    }
  },
)

t.test('a slope is found where there is one', async (t) => {
  const { found } = fitOf(made(150, { offsetDb: -3, slopeDb: 8 }, 4))
  if (found === undefined) return t.fail('nothing found')
  t.ok(Math.abs(found.correction.slopeDb - 8) < 0.8, `${found.correction.slopeDb} dB`)
  t.ok(Math.abs(found.correction.offsetDb + 3) < 0.8, `${found.correction.offsetDb} dB`)
})

t.test('what points of a stretch have in common is no error that is explained', async (t) => {
  const points = made(60, { offsetDb: 0, slopeDb: 0 }, 5, 6)
  const { found } = fitOf(points)
  if (found === undefined) return t.fail('nothing found')
  t.ok(found.rmseDb > rms(points, found.correction), 'stretches left out are worse than those fitted')
})

t.test('fewer than 30 stretches fit nothing, however many points', async (t) => {
  t.match(fitOf(made(29, { offsetDb: 6, slopeDb: 0 }, 6)), { stretches: 29, found: undefined })
  t.ok(fitOf(made(30, { offsetDb: 6, slopeDb: 0 }, 6)).found)
  t.same(fitOf([]), { stretches: 0, fromM: 0, toM: 0, found: undefined })
})

t.test('points at one distance give an offset alone', async (t) => {
  const points = Array.from({ length: 40 }, (_, at) => ({ residualDb: 5, distanceM: 2000, stretch: `${at}` }))
  t.same(fitOf(points).found?.correction, { offsetDb: 5, slopeDb: 0 })
})

t.test(
  'distances that hardly differ give no slope, whatever the noise, and nothing that a request refuses',
  async (t) => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed)
      const points = Array.from({ length: 30 }, (_, at) => ({
        residualDb: 6 + 7 * noise(random),
        distanceM: 4500 + 1000 * random(),
        stretch: `${at}`,
      }))
      t.equal(fitOf(points).found?.correction.slopeDb, 0)
    }
    const wide = made(40, { offsetDb: 90, slopeDb: 0 }, 7).map((one) => ({
      ...one,
      residualDb: one.residualDb + 20,
    }))
    t.equal(fitOf(wide).found, undefined, '110 dB')
    const near = [40, 20_000].flatMap((distanceM, group) =>
      Array.from({ length: 20 }, (_, at) => ({ residualDb: 7, distanceM, stretch: `${group} ${at}` })),
    )
    t.match(fitOf(near), { fromM: 40, toM: 20_000, found: { correction: { offsetDb: 7, slopeDb: 0 } } })
  },
)

t.test('within a hundred metres a correction is that of a hundred', async (t) => {
  const correction = { offsetDb: 1, slopeDb: 10 }
  t.same(
    [0, 50, 100, 1000, 10_000].map((distanceM) => correctionDb(correction, distanceM)),
    [-9, -9, -9, 1, 11],
  )
})
