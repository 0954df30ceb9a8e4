import t from 'tap'
import { seededRandom } from '../../bench/references/random.ts'
import { itmArea } from '../../kernels/models/itm/area.ts'
import { cubeRoot, exponential, ln } from '../../kernels/models/itm/elementary.ts'
import { itmPointToPoint } from '../../kernels/models/itm/itm.ts'
import { ItmInputError } from '../../kernels/models/itm/limits.ts'
import { ITM_DEFAULTS, type ItmParameters } from '../../kernels/models/itm/settings.ts'
import { normalDeviate } from '../../kernels/models/itm/variability.ts'

const parameters: ItmParameters = {
  ...ITM_DEFAULTS,
  txHeightM: 30,
  rxHeightM: 10,
  frequencyMhz: 400,
}

/** Ground of 200 m with a ridge in its middle. */
function ridge(heightM: number, steps = 200): number[] {
  return Array.from({ length: steps + 1 }, (_, i) => 200 + heightM * Math.exp(-(((i - steps / 2) / 5) ** 2)))
}

function lossOver(heightsM: number[], change: Partial<ItmParameters> = {}, spacingM = 100): number {
  return itmPointToPoint({ heightsM, spacingM }, { ...parameters, ...change }).lossDb
}

t.test('ITM has two published values', async (t) => {
  // NTIA, ITM 1.4: area.csv, first row
  const sea = itmArea({
    ...ITM_DEFAULTS,
    txHeightM: 10,
    rxHeightM: 1,
    frequencyMhz: 230,
    polarization: 'horizontal',
    conductivitySm: 0.008,
    variability: 'single_message',
    timePercent: 87,
    distanceM: 16_000,
    deltaHM: 0,
    txSiting: 'random',
    rxSiting: 'random',
  })
  t.equal(sea.lossDb.toFixed(1), '152.5')
  // NTIA, ITM 1.4: cmd_examples/o_areatls.txt
  const land = itmArea({
    ...ITM_DEFAULTS,
    txHeightM: 15,
    rxHeightM: 3,
    frequencyMhz: 3500,
    variability: 'accidental',
    distanceM: 10_000,
    deltaHM: 20,
    txSiting: 'random',
    rxSiting: 'random',
  })
  t.equal(land.lossDb.toFixed(1), '134.5')
  t.equal(land.freeSpaceDb.toFixed(1), '123.3')
  t.equal(land.referenceDb.toFixed(1), '11.2')
  t.same(
    land.horizonAngles.map((angle) => (1000 * angle).toFixed(3)),
    ['-1.811', '-0.567'],
  )
  t.same(
    land.horizonsM.map((horizonM) => horizonM.toFixed(0)),
    ['14722', '6206'],
  )
  t.equal(land.mode, 'line_of_sight')
})

// What physics asks of all models: models-physics.test.ts.
t.test(
  'loss rises with distance, lower antennas, and percentages of time, locations and situations',
  async (t) => {
    const rises = (what: string, losses: number[]) =>
      t.ok(
        losses.every((loss, i) => i === 0 || loss > losses[i - 1]),
        `${what}: ${losses.map((loss) => loss.toFixed(1)).join(', ')} dB`,
      )
    rises(
      'lower antennas beyond the horizon',
      [80, 40, 20, 10, 5].map((txHeightM) => lossOver(new Array(801).fill(0), { txHeightM })),
    )
    rises(
      'distance beyond the horizon',
      [400, 600, 800, 1600, 3000].map((steps) => lossOver(new Array(steps + 1).fill(0))),
    )
    rises(
      'time',
      [1, 10, 50, 90, 99].map((timePercent) => lossOver(ridge(240, 900), { timePercent })),
    )
    rises(
      'location',
      [10, 50, 90].map((locationPercent) => lossOver(ridge(240), { locationPercent })),
    )
    rises(
      'situation',
      [10, 50, 90].map((situationPercent) => lossOver(ridge(240), { situationPercent })),
    )
  },
)

t.test('the mode goes from line of sight over diffraction to scatter', async (t) => {
  const modeAt = (steps: number) =>
    itmPointToPoint({ heightsM: new Array(steps + 1).fill(0), spacingM: 500 }, parameters).mode
  t.same([40, 100, 600].map(modeAt), ['line_of_sight', 'diffraction', 'troposcatter'])
})

t.test('ITM refuses values outside its limits and warns near them', async (t) => {
  const over = (change: Partial<ItmParameters>) => lossOver(ridge(50), change)
  for (const [change, message] of [
    [{ frequencyMhz: 19 }, 'Expected frequencyMhz of 20 to 20000 (MHz), got 19'],
    [{ txHeightM: 0.4 }, 'Expected txHeightM of 0.5 to 3000 (m), got 0.4'],
    [{ rxHeightM: Number.NaN }, 'Expected rxHeightM of 0.5 to 3000 (m), got NaN'],
    [{ refractivity: 401 }, 'Expected refractivity of 250 to 400 (N-units), got 401'],
    [
      { timePercent: 100 },
      'Expected timePercent of between 0 and 100, neither of them included (%), got 100',
    ],
    [{ climate: 'lunar' as never }, /^Expected climate to be one of equatorial, .*, got lunar$/],
    [{ permittivity: 1, conductivitySm: 1, polarization: 'horizontal' }, /more real than imaginary/],
  ] as [Partial<ItmParameters>, string | RegExp][]) {
    t.throws(() => over(change), { constructor: ItmInputError, message })
  }
  t.throws(() => lossOver([0]), { message: 'Expected at least 2 heights, got 1' })
  t.throws(() => lossOver([0, Number.NaN, 0]), { message: 'Expected known heights, got NaN at 1' })
  t.throws(() => lossOver([6000, 6000, 6000], { refractivity: 260 }), { message: /surface refractivity/ })
  const near = itmPointToPoint(
    { heightsM: [100, 100], spacingM: 500 },
    { ...parameters, frequencyMhz: 30, rxHeightM: 0.6, timePercent: 0.05 },
  )
  for (const name of ['frequency', 'rx_height', 'distance_below_1_km', 'extreme_variability'] as const) {
    t.ok(near.warnings.includes(name), name)
  }
  t.equal(near.warningFlags & 0x2046, 0x2046)
})

t.test('the series equal logarithm, exponential and cube root', async (t) => {
  const random = seededRandom(8)
  const worst = { ln: 0, exponential: 0, cubeRoot: 0 }
  for (let iteration = 0; iteration < 10_000; iteration++) {
    const x = 10 ** (36 * random() - 18)
    const power = 40 * random() - 20
    worst.ln = Math.max(worst.ln, Math.abs(ln(x) - Math.log(x)))
    worst.exponential = Math.max(worst.exponential, Math.abs(exponential(power) / Math.exp(power) - 1))
    worst.cubeRoot = Math.max(worst.cubeRoot, Math.abs(cubeRoot(x) / Math.cbrt(x) - 1))
  }
  t.ok(worst.ln < 5e-11, `ln: ${worst.ln}`)
  t.ok(worst.exponential < 1e-8, `exponential: ${worst.exponential}`)
  t.ok(worst.cubeRoot < 1e-12, `cube root: ${worst.cubeRoot}`)
  t.equal(ln(1), 0)
  t.ok(exponential(-1000) < 1e-20)
})

t.test('normal deviates are right', async (t) => {
  // Abramowitz and Stegun 26.2.23 is good to 4.5e-4.
  for (const [percent, deviate] of [
    [50, 0],
    [10, 1.28155],
    [90, -1.28155],
    [1, 2.32635],
    [99.9, -3.09023],
  ]) {
    t.ok(Math.abs(normalDeviate(percent) - deviate) < 5e-4, `${percent} %`)
  }
})
