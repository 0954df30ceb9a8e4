import t from 'tap'
import { describeGround } from '../../kernels/models/itm/ground-geometry.ts'
import { PathGround, type Profile } from '../../kernels/models/itm/path-ground.ts'
import { ItmPath } from '../../kernels/models/itm/records.ts'
import { seededRandom } from '../references/random.ts'

// What ITM reads from a path's ground, against the same read off one point after the other: the raster and the plain
// function share it, and NTIA's one profile is within line of sight and even.

interface Case {
  heightsM: number[]
  spacingM: number
  txHeightM: number
  rxHeightM: number
}

const random = seededRandom(41)
const cases: Case[] = Array.from({ length: 300 }, () => {
  const steps = 1 + Math.floor(300 * random())
  const roughM = [0, 2, 40, 400][Math.floor(4 * random())]
  return {
    heightsM: Array.from({ length: steps + 1 }, () => 300 + roughM * random()),
    spacingM: 10 + 200 * random(),
    txHeightM: 1 + 60 * random(),
    rxHeightM: 1 + 10 * random(),
  }
})
/** Of the effective earth. */
const GAMMA_E = 1 / 8_497_000

function measured(profile: Profile): PathGround {
  const ground = new PathGround()
  ground.take(profile)
  return ground
}

function near(a: number, b: number, within: number): boolean {
  return Math.abs(a - b) <= within
}

t.test('the mean leaves out the first and last tenth', async (t) => {
  for (const { heightsM, spacingM } of cases) {
    const steps = heightsM.length - 1
    const tenth = Math.trunc(0.1 * steps)
    const inner = heightsM.slice(tenth, steps - tenth + 1)
    const mean = inner.reduce((sum, height) => sum + height, 0) / inner.length
    const { meanHeightM } = measured({ heightsM, spacingM })
    if (!near(meanHeightM, mean, 1e-9)) return t.fail(`${meanHeightM} for ${mean}, ${steps} steps`)
  }
})

t.test('a horizon is what rises highest above the horizontal, or the other antenna', async (t) => {
  let hidden = 0
  for (const { heightsM, spacingM, txHeightM, rxHeightM } of cases) {
    const ground = measured({ heightsM, spacingM })
    ground.findHorizons(GAMMA_E, txHeightM, rxHeightM)
    const steps = heightsM.length - 1
    const tx = heightsM[0] + txHeightM
    const rx = heightsM[steps] + rxHeightM
    /** Elevations of all that an antenna sees, by distance; the other antenna is the farthest. */
    const seen = (eyeM: number, heights: number[], otherM: number) =>
      [...heights.slice(1, -1), otherM].map((heightM, i) => {
        const distanceM = (i + 1) * spacingM
        return { distanceM, angle: (heightM - eyeM) / distanceM - (distanceM * GAMMA_E) / 2 }
      })
    const highest = (all: { distanceM: number; angle: number }[]) =>
      all.reduce((best, one) => (one.angle > best.angle ? one : best))
    const ofTx = highest(seen(tx, heightsM, rx))
    const ofRx = highest(seen(rx, heightsM.toReversed(), tx))
    if (ofTx.distanceM < steps * spacingM) hidden++
    const fits =
      near(ground.txAngle, ofTx.angle, 1e-12) &&
      near(ground.rxAngle, ofRx.angle, 1e-12) &&
      near(ground.txHorizonM, ofTx.distanceM, 1e-6) &&
      near(ground.rxHorizonM, ofRx.distanceM, 1e-6)
    if (!fits)
      return t.fail(`${steps} steps: ${ground.txAngle} ${ground.rxAngle}, not ${ofTx.angle} ${ofRx.angle}`)
  }
  t.ok(hidden > 100 && hidden < 290, `${hidden} of ${cases.length} are beyond a horizon`)
})

t.test(
  'the line of best fit is the one through evenly weighted points, the ends counting half',
  async (t) => {
    for (const { heightsM, spacingM } of cases) {
      const steps = heightsM.length - 1
      if (steps < 20) continue
      const [first, last] = [Math.floor(steps * 0.13), Math.ceil(steps * 0.81)]
      const length = last - first
      const middle = (first + last) / 2
      let sum = 0
      let moment = 0
      for (let i = first; i <= last; i++) {
        const weight = i === first || i === last ? 0.5 : 1
        sum += weight * heightsM[i]
        moment += weight * (i - middle) * heightsM[i]
      }
      // Hufford's weight of the slope: 12/((n² + 2)·n), the sum of squares of so weighted positions being (n² + 2)·n/12.
      const slope = (12 * moment) / ((length * length + 2) * length)
      const ground = measured({ heightsM, spacingM })
      for (const at of [0, middle, steps]) {
        const expected = sum / length + slope * (at - middle)
        const got = ground.fittedM(first, last, at)
        if (!near(got, expected, 1e-7)) return t.fail(`${got} for ${expected} at ${at} of ${steps}`)
      }
    }
  },
)

t.test('a ground can be reused', async (t) => {
  const kept = new PathGround()
  for (const { heightsM, spacingM, txHeightM, rxHeightM } of cases.slice(0, 40)) {
    const fresh = measured({ heightsM, spacingM })
    kept.take({ heightsM, spacingM })
    for (const ground of [fresh, kept]) ground.findHorizons(GAMMA_E, txHeightM, rxHeightM)
    t.same(
      [kept.meanHeightM, kept.txAngle, kept.rxAngle, kept.txHorizonM, kept.rxHorizonM],
      [fresh.meanHeightM, fresh.txAngle, fresh.rxAngle, fresh.txHorizonM, fresh.rxHorizonM],
    )
  }
})

t.test('effective heights and Δh are right within line of sight and beyond the horizon', async (t) => {
  const geometry = new ItmPath()
  let visibleCount = 0
  for (const { heightsM, spacingM, txHeightM, rxHeightM } of cases) {
    const steps = heightsM.length - 1
    if (steps < 30) continue
    const ground = measured({ heightsM, spacingM })
    describeGround(ground, 301, { txHeightM, rxHeightM }, geometry)
    const { txHorizonM, rxHorizonM } = ground
    // Hufford 1982, page 25: without what is near the antennas; beyond the horizon each to nine tenths of its own.
    const from = Math.min(15 * txHeightM, 0.1 * txHorizonM) / spacingM
    const to = steps - Math.min(15 * rxHeightM, 0.1 * rxHorizonM) / spacingM
    const hasLineOfSight = txHorizonM + rxHorizonM > 1.5 * steps * spacingM
    if (hasLineOfSight) visibleCount++
    const txFitM = ground.fittedM(from, hasLineOfSight ? to : (0.9 * txHorizonM) / spacingM, 0)
    const rxFitM = ground.fittedM(hasLineOfSight ? from : steps - (0.9 * rxHorizonM) / spacingM, to, steps)
    const fits =
      near(geometry.txEffectiveM, txHeightM + Math.max(0, heightsM[0] - txFitM), 1e-9) &&
      near(geometry.rxEffectiveM, rxHeightM + Math.max(0, heightsM[steps] - rxFitM), 1e-9) &&
      near(geometry.deltaHM, deltaHM(heightsM, spacingM, from, to), 1e-9)
    if (!fits)
      return t.fail(`${steps} steps, ${hasLineOfSight ? 'line of sight' : 'beyond'}: Δh ${geometry.deltaHM}`)
  }
  t.ok(visibleCount > 20 && visibleCount < 200, `${visibleCount} of ${cases.length} have line of sight`)
})

/** Δh by sorting: a tenth of the samples, 4 to 25, lies beyond either quantile. */
function deltaHM(heightsM: number[], spacingM: number, from: number, to: number): number {
  const length = to - from
  if (length < 2) return 0
  const tenth = Math.min(Math.max(4, Math.trunc(0.1 * (length + 8))), 25)
  const intervals = 10 * tenth - 6
  const samples = Array.from({ length: intervals + 1 }, (_, k) => {
    const position = from + (k * length) / intervals
    const before = Math.min(Math.floor(position), heightsM.length - 2)
    return heightsM[before] + (heightsM[before + 1] - heightsM[before]) * (position - before)
  })
  const line = measured({ heightsM: samples, spacingM })
  const above = samples.map((height, k) => height - line.fittedM(0, intervals, k)).sort((a, b) => b - a)
  const range = above[tenth - 1] - above[intervals - tenth + 1]
  return range / (1 - 0.8 * Math.exp(-(length * spacingM) / 50e3))
}
