import t, { type Test } from 'tap'
import { CLIMATE_NAMES } from '../../kernels/models/itm/climates.ts'
import { knifeEdgeLossDb } from '../../kernels/models/itm/diffraction.ts'
import { effectiveCurvature } from '../../kernels/models/itm/earth.ts'
import { itmPointToPoint, lossOfPath } from '../../kernels/models/itm/itm.ts'
import { ITM_WARNINGS, ItmInputError } from '../../kernels/models/itm/limits.ts'
import { lineOfSightLossDb } from '../../kernels/models/itm/line-of-sight.ts'
import { ItmPath, type ItmTerms } from '../../kernels/models/itm/records.ts'
import { referenceAttenuation } from '../../kernels/models/itm/reference-attenuation.ts'
import { checkedTerms, ITM_DEFAULTS, type ItmParameters } from '../../kernels/models/itm/settings.ts'
import {
  attenuationFunctionDb,
  frequencyGainCurveDb,
  frequencyGainDb,
  scatterLossDb,
} from '../../kernels/models/itm/troposcatter.ts'
import {
  normalDeviate,
  type Statistics,
  variabilityTerms,
  variedLossDb,
} from '../../kernels/models/itm/variability.ts'
import { itmArea } from '../references/models/itm-area.ts'
import { seededRandom } from '../references/random.ts'

const parameters: ItmParameters = {
  ...ITM_DEFAULTS,
  txHeightM: 30,
  rxHeightM: 10,
  frequencyMhz: 400,
}

/** Without a profile. */
const area = {
  ...parameters,
  distanceM: 20_000,
  deltaHM: 90,
  txSiting: 'random' as const,
  rxSiting: 'random' as const,
}

/** Ground of 200 m with a ridge in its middle. */
function ridge(heightM: number, steps = 200): number[] {
  return Array.from({ length: steps + 1 }, (_, i) => 200 + heightM * Math.exp(-(((i - steps / 2) / 5) ** 2)))
}

function lossOver(heightsM: number[], change: Partial<ItmParameters> = {}, spacingM = 100): number {
  return itmPointToPoint({ heightsM, spacingM }, { ...parameters, ...change }).lossDb
}

/** A path and terms of which only some numbers count. */
const path = (given: Partial<ItmPath>): ItmPath => ({ ...new ItmPath(), ...given })
const terms = (given: Partial<ItmTerms>): ItmTerms => {
  const asked = { ...ITM_DEFAULTS, txHeightM: 10, rxHeightM: 2, frequencyMhz: 100 }
  const own = { ...checkedTerms(asked).terms, impedanceIm: 0, ...given }
  const impedance = Math.hypot(own.impedanceRe, own.impedanceIm)
  return { ...own, impedance, mhzThird: Math.cbrt(own.frequencyMhz) }
}

t.test('what is not said is average ground, weather and statistics', (t) => {
  // NTIA Report 82-100, 3.1 and 4.1: average ground, continental temperate climate; vertical antennas.
  const { permittivity, conductivitySm, refractivity, climate, polarization } = ITM_DEFAULTS
  t.same([permittivity, conductivitySm, refractivity], [15, 0.005, 301])
  t.same([climate, polarization], ['continental_temperate', 'vertical'])
  t.same(
    [ITM_DEFAULTS.timePercent, ITM_DEFAULTS.locationPercent, ITM_DEFAULTS.situationPercent],
    [50, 50, 50],
  )
  t.end()
})

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
    [land.path.txAngle, land.path.rxAngle].map((angle) => (1000 * angle).toFixed(3)),
    ['-1.811', '-0.567'],
  )
  t.same(
    [land.path.txHorizonM, land.path.rxHorizonM].map((horizonM) => horizonM.toFixed(0)),
    ['14722', '6206'],
  )
  t.equal(land.mode, 'line_of_sight')
})

// NTIA/itm, tests/TestLineOfSightLoss.cpp: distance, effective heights, frequency, ground impedance, Δh, diffraction line
t.test('line of sight has the published loss with a weak and with a strong reflection', async (t) => {
  const lossDb = (mhz: number) =>
    lineOfSightLossDb(
      5e3,
      path({ txEffectiveM: 1, rxEffectiveM: 2, deltaHM: 10 }),
      terms({ frequencyMhz: mhz, impedanceRe: 0.2 }),
      { slopeDbM: 0.05, interceptDb: 0, smoothEarthM: 100e3 },
    )
  near(t, lossDb(47.7e12), 249.99999994754504, 'weak: Algorithm (4.48)')
  near(t, lossDb(47.7), 44.454186433741803, 'strong')
})

// The two conditions of (4.48), which NTIA's values meet both or neither of; complex arithmetic beside NTIA's own order.
t.test('a reflection counts as weak below a half in magnitude, or below the root of sin ψ', async (t) => {
  const random = seededRandom(12)
  const seen = { strong: 0, magnitude: 0, angle: 0, both: 0 }
  for (let iteration = 0; iteration < 2000; iteration++) {
    const between = (low: number, high: number) => low * (high / low) ** random()
    const [distanceM, txM, rxM] = [between(10, 40e3), between(1, 3000), between(1, 3000)]
    const [mhz, deltaHM, slope] = [between(20, 20e3), between(0.1, 500), between(1e-6, 1e-3)]
    const [re, im] = [between(0.05, 5), between(0.001, 1)]
    const smoothM = between(distanceM, 100e3)
    const wave = mhz / 47.7
    const rough = deltaHM * (1 - 0.8 * Math.exp(-distanceM / 50e3))
    const deviation = 0.78 * rough * Math.exp(-0.5 * rough ** 0.25)
    const sinPsi = (txM + rxM) / Math.hypot(distanceM, txM + rxM)
    // R = (sin ψ − Z) / (sin ψ + Z) · decay by magnitude and argument, where the function takes real and imaginary parts.
    const decay = Math.exp(-Math.min(10, wave * deviation * sinPsi))
    let magnitude = (decay * Math.hypot(sinPsi - re, im)) / Math.hypot(sinPsi + re, im)
    const argument = Math.atan2(-im, sinPsi - re) - Math.atan2(im, sinPsi + re)
    const isSmall = magnitude < 0.5
    const isBelowAngle = magnitude ** 2 < sinPsi
    seen[isSmall ? (isBelowAngle ? 'both' : 'magnitude') : isBelowAngle ? 'angle' : 'strong']++
    if (isSmall || isBelowAngle) magnitude = Math.sqrt(sinPsi)
    const apart = (2 * wave * txM * rxM) / distanceM
    const phase = apart > Math.PI / 2 ? Math.PI - (Math.PI / 2) ** 2 / apart : apart
    const sum = [
      Math.cos(phase) + magnitude * Math.cos(argument),
      -Math.sin(phase) + magnitude * Math.sin(argument),
    ]
    const twoRayDb = -20 * Math.log10(Math.hypot(...sum))
    const weight = 1 / (1 + (mhz * deltaHM) / Math.max(10e3, smoothM))
    const expected = weight * twoRayDb + (1 - weight) * (slope * distanceM + 3)
    const got = lineOfSightLossDb(
      distanceM,
      path({ txEffectiveM: txM, rxEffectiveM: rxM, deltaHM }),
      terms({ frequencyMhz: mhz, impedanceRe: re, impedanceIm: im }),
      { slopeDbM: slope, interceptDb: 3, smoothEarthM: smoothM },
    )
    if (!(Math.abs(got - expected) < 1e-5)) return t.fail(`${got}, not ${expected} dB`)
  }
  t.ok(Math.min(...Object.values(seen)) > 20, JSON.stringify(seen))
})

// NTIA/itm, tests/TestLongleyRice.cpp and TestTroposcatterLoss.cpp
t.test('line of sight, diffraction and scatter have the published losses', async (t) => {
  const at = (distanceM: number, wantMode: number) =>
    referenceAttenuation(
      path({
        distanceM,
        gammaE: 1 / 7860e3,
        refractivity: 252,
        deltaHM: 3.5,
        txAngle: -1.9,
        rxAngle: -0.8,
        txHorizonM: 15e3,
        rxHorizonM: 7e3,
        txEffectiveM: 15,
        rxEffectiveM: 5,
        rxHeightM: 5,
      }),
      terms({ frequencyMhz: 3500, txHeightM: 15, impedanceRe: 0.2 }),
      wantMode,
    )
  t.same([at(10e3, 1), at(25e3, 1)], [1, 2], 'modes')
  near(t, at(10e3, 0), 4.2910433148599818, 'line of sight')
  near(t, at(25e3, 0), 23.008174136481173, 'diffraction')
  const far = path({
    gammaE: 1 / 7850e3,
    refractivity: 301,
    txAngle: -0.002,
    txHorizonM: 8e3,
    rxHorizonM: 8e3,
    txEffectiveM: 10,
    rxEffectiveM: 5,
  })
  const own = terms({ frequencyMhz: 3500 })
  const gainDb = frequencyGainDb(100e3, far, own)
  near(t, scatterLossDb(100e3, far, own, -0.02, gainDb), 76.969416176795889, 'scatter')
})

t.test('scatter has the published curves, and the same frequency gain in both directions', async (t) => {
  for (const [thetaD, expected] of [
    [9e3, 133.4 + 0.332 * 9 - 10 * Math.log10(9e3)],
    [30e3, 104.6 + 0.212 * 30 - 2.5 * Math.log10(30e3)],
    [75e3, 71.8 + 0.157 * 75 + 5 * Math.log10(75e3)],
  ]) {
    near(t, attenuationFunctionDb(thetaD), expected, `F(${thetaD}), Algorithm (6.9)`)
  }
  // Algorithm (6.13), of one η each; between them along a straight line.
  const curves = [
    [25, 24],
    [80, 45],
    [177, 68],
    [395, 80],
    [705, 105],
  ].map(([a, b]) => 10 * Math.log10(1 + a / 16 + b / 4))
  for (const [i, expected] of curves.entries())
    near(t, frequencyGainCurveDb(2, i + 1), expected, `η ${i + 1}`)
  for (let i = 1; i < curves.length; i++)
    near(t, frequencyGainCurveDb(2, i + 0.25), 0.75 * curves[i - 1] + 0.25 * curves[i], `η ${i + 0.25}`)
  for (const [txM, txHorizonM] of [
    [60, 9e3],
    [8, 35e3],
    [150, 22e3],
  ]) {
    const given = { gammaE: 1 / 8500e3, refractivity: 301, txAngle: 0.004 }
    const one = path({ ...given, txHorizonM, rxHorizonM: 17e3, txEffectiveM: txM, rxEffectiveM: 20 })
    const other = path({
      ...given,
      txHorizonM: 17e3,
      rxHorizonM: txHorizonM,
      txEffectiveM: 20,
      rxEffectiveM: txM,
    })
    const there = frequencyGainDb(250e3, one, terms({ frequencyMhz: 200 }))
    const back = frequencyGainDb(250e3, other, terms({ frequencyMhz: 200 }))
    t.ok(there > 0)
    near(t, there, back, `${txM} m and 20 m`)
  }
})

t.test('the loss over a knife edge goes on where its approximations meet', async (t) => {
  // TN 101 (III.24b) and (III.24c) meet at v = 2.4 to 0.02 dB; by J(ν) of ITU-R P.526-15 (31) they are good to 0.3 dB.
  t.ok(Math.abs(knifeEdgeLossDb(5.7599) - knifeEdgeLossDb(5.76)) < 0.02)
  for (const v of [0, 0.5, 1, 2, 3, 4, 6, 10, 30]) {
    const expected = 6.9 + 20 * Math.log10(Math.sqrt((v - 0.1) ** 2 + 1) + v - 0.1)
    t.ok(Math.abs(knifeEdgeLossDb(v * v) - expected) < 0.3, `v ${v}`)
  }
})

// NTIA/itm, tests/TestVariability.cpp
t.test('variability has the published values in each climate and of each kind', async (t) => {
  const lossDb = (change: Partial<Statistics> = {}) => {
    const statistics = variabilityTerms(
      {
        climate: 'equatorial',
        variability: 'broadcast',
        withoutLocation: false,
        withoutSituation: false,
        timePercent: 30,
        locationPercent: 60,
        situationPercent: 90,
        ...change,
      },
      3500,
    )
    const heights = { txEffectiveM: 100, rxEffectiveM: 100, deltaHM: 10 }
    return variedLossDb(50, path({ distanceM: 10e3, ...heights }), { ...statistics, frequencyMhz: 3500 })
  }
  const byClimate = [
    62.258514685008194, 62.172817403455056, 62.180947861894204, 62.285710999957999, 62.148868476830557,
    62.202217322742925, 62.171720116596696,
  ]
  for (const [i, climate] of CLIMATE_NAMES.entries()) near(t, lossDb({ climate }), byClimate[i], climate)
  for (const [change, expected] of [
    [{ variability: 'single_message' }, 65.983366483245064],
    [{ variability: 'accidental' }, 65.975212768420008],
    [{ variability: 'mobile' }, 54.938699908329184],
    [{ variability: 'broadcast' }, 62.258514685008194],
    [{ withoutLocation: true }, 59.833829899214862],
    [{ withoutSituation: true }, 53.043626273213889],
  ] as [Partial<Statistics>, number][]) {
    near(t, lossDb(change), expected, JSON.stringify(change))
  }
})

/** NTIA rounds some constants. */
function near(t: Test, got: number, expected: number, what: string): void {
  t.ok(Math.abs(got - expected) < 1e-6 * Math.max(1, expected), `${what}: ${got}, published ${expected}`)
}

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

t.test('ITM warns of paths near its limits, by what each end has', async (t) => {
  // Smooth horizons of 30 and 10 m: 22.6 and 13.0 km at 301 N-units.
  const clear = path({
    distanceM: 50_000,
    gammaE: effectiveCurvature(301),
    txHorizonM: 22_000,
    rxHorizonM: 13_000,
    txEffectiveM: 30,
    rxEffectiveM: 10,
    rxHeightM: parameters.rxHeightM,
    refractivity: 301,
    deltaHM: 90,
  })
  const checked = checkedTerms(parameters)
  for (const [change, warnings] of [
    [{}, []],
    [{ txAngle: 0.199, rxAngle: -0.199 }, []],
    [{ txAngle: 0.201 }, ['tx_horizon_angle']],
    [{ rxAngle: -0.201 }, ['rx_horizon_angle']],
    [{ txHorizonM: 2300, rxHorizonM: 1330 }, []],
    [{ txHorizonM: 2200, rxHorizonM: 13_000 }, ['tx_horizon_near']],
    [{ txHorizonM: 22_000, rxHorizonM: 1270 }, ['rx_horizon_near']],
    [{ txHorizonM: 67_000, rxHorizonM: 38_500 }, []],
    [{ txHorizonM: 68_500, rxHorizonM: 13_000 }, ['tx_horizon_far']],
    [{ txHorizonM: 22_000, rxHorizonM: 39_700 }, ['rx_horizon_far']],
    [{ refractivity: 250 }, []],
    [{ refractivity: 249 }, ['surface_refractivity']],
    [{ txEffectiveM: 310, rxEffectiveM: 10, distanceM: 1510 }, []],
    [{ txEffectiveM: 310, rxEffectiveM: 10, distanceM: 1490 }, ['distance_below_height_difference']],
    [{ distanceM: 1000 }, []],
    [{ distanceM: 999 }, ['distance_below_1_km']],
    [{ distanceM: 1_000_000 }, []],
    [{ distanceM: 1_000_001 }, ['distance_above_1000_km']],
    [{ distanceM: 2_000_001 }, ['distance_above_1000_km', 'distance_above_2000_km']],
  ] as [Partial<ItmPath>, string[]][]) {
    const found = lossOfPath({ ...clear, ...change }, checked)
    t.same(found.warnings, warnings, JSON.stringify(change))
    // 32.45 + 20·log10(MHz) + 20·log10(km), ITU-R P.525
    const freeSpaceDb = 32.45 + 20 * Math.log10((400 * found.path.distanceM) / 1000)
    t.ok(Math.abs(found.freeSpaceDb - freeSpaceDb) < 1e-9)
    t.equal(
      found.warningFlags,
      warnings.reduce((flags, name) => flags + ITM_WARNINGS[name as keyof typeof ITM_WARNINGS], 0),
    )
  }
  const tooFlat = { ...clear, refractivity: 149 }
  t.throws(() => lossOfPath(tooFlat, checked), { message: /150 to 400 .* got 149/ })
  t.throws(() => itmArea({ ...area, distanceM: 0 }), { message: 'Expected distanceM above 0, got 0' })
  t.throws(() => itmArea({ ...area, deltaHM: -1 }), { message: 'Expected deltaHM of 0 or more, got -1' })
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
