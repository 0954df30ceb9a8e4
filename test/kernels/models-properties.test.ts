import t from 'tap'
import { hataLossDb } from '../../kernels/models/hata/hata.ts'
import { itmModel } from '../../kernels/models/itm/model.ts'
import { p526 } from '../../kernels/models/p526/p526.ts'
import { locationDeviationDb } from '../../kernels/models/p1812/combine.ts'
import { elevationMrad, horizonsOf, roughnessM } from '../../kernels/models/p1812/horizons.ts'
import { p1812Model } from '../../kernels/models/p1812/model.ts'
import { type P1812Options, p1812 } from '../../kernels/models/p1812/p1812.ts'
import { ductingPercent } from '../../kernels/models/p1812/radio-climate.ts'
import { zoneLengths } from '../../kernels/models/p1812/zones.ts'
import { twoRayLossDb } from '../../kernels/models/two-ray/model.ts'
import { freeSpaceLossDb } from '../../kernels/propagation/free-space.ts'
import { fresnelClearance, fresnelRadiusM } from '../../kernels/propagation/fresnel.ts'
import { eirpDbm, erpW, fieldOverPowerDb } from '../../kernels/propagation/power.ts'
import { type Profile, pathOf, ZONES } from '../../kernels/propagation/profile.ts'
import { greatestSmoothEdge, smoothEdge, smoothSlope } from '../../kernels/propagation/smooth-bullington.ts'
import { smoothSurface } from '../../kernels/propagation/smooth-surface.ts'
import { hillyHeights, ridge } from '../helpers/profiles.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const FREQUENCIES_MHZ = [30, 60, 100, 300, 600, 1000, 2000, 4000, 6000]

function neverFalls(values: number[], tolerance = 1e-9): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] as number) - tolerance)
}

const options = { frequencyMhz: 600, txHeightM: 30, rxHeightM: 10, kFactor: 4 / 3 }

/** The models over a profile, as loss by options. */
const overProfile = {
  p526: (profile: Profile, changed: Partial<P1812Options>) =>
    p526(profile, { ...options, ...changed }).totalDb,
  p1812: (profile: Profile, changed: Partial<P1812Options>) =>
    p1812(profile, { ...options, latitudeDeg: 50, ...changed }).lossDb,
}

t.test('free space: 20 dB a decade of distance and of frequency, the same in both directions', async (t) => {
  t.ok(Math.abs(freeSpaceLossDb(10, 0, 1) - freeSpaceLossDb(1, 0, 1) - 20) < 1e-9)
  t.ok(Math.abs(freeSpaceLossDb(5, 0, 10) - freeSpaceLossDb(5, 0, 1) - 20) < 1e-9)
  t.equal(freeSpaceLossDb(5, 100, 1), freeSpaceLossDb(5, -100, 1))
  t.ok(freeSpaceLossDb(5, 5000, 1) > freeSpaceLossDb(5, 0, 1))
  t.ok(Number.isFinite(freeSpaceLossDb(0, 0, 1)), 'also at no distance')
})

t.test('two-ray: free space up to its breakpoint, then 40 dB a decade whatever the frequency', async (t) => {
  const loss = (km: number, ghz: number, txM = 30, rxM = 2) =>
    twoRayLossDb(km, txM, rxM, freeSpaceLossDb(km, txM - rxM, ghz))
  const breakpointKm = (4 * Math.PI * 30 * 2) / (1000 * 0.299792458)
  t.ok(Math.abs(loss(0.95 * breakpointKm, 1) - freeSpaceLossDb(0.95 * breakpointKm, 28, 1)) < 1e-9)
  t.ok(loss(1.05 * breakpointKm, 1) > freeSpaceLossDb(1.05 * breakpointKm, 28, 1) + 0.2)
  t.ok(Math.abs(loss(100, 1) - loss(10, 1) - 40) < 1e-9)
  t.equal(loss(50, 1), loss(50, 0.8))
  t.equal(loss(50, 1, 30, 2), loss(50, 1, 2, 30), 'the same in both directions')
  t.ok(neverFalls(FREQUENCIES_MHZ.map((mhz) => loss(20, mhz / 1000))))
  t.ok(neverFalls([50, 20, 10, 5, 2, 1].map((rxM) => loss(60, 1, 30, rxM))))
})

t.test('Hata: loss rises with distance, falls with height, and is lowest on open land', async (t) => {
  const loss = (km: number, mhz: number, base: number, mobile: number, environment = 0, large = 0) =>
    hataLossDb(
      km,
      base,
      mobile,
      mhz,
      { environment, citySize: large },
      freeSpaceLossDb(km, base - mobile, mhz / 1000),
    )
  for (const mhz of [150, 450, 900, 1500, 1800, 2000]) {
    t.ok(neverFalls([1, 2, 5, 10, 20].map((km) => loss(km, mhz, 50, 1.5))), `distance at ${mhz} MHz`)
    t.ok(neverFalls([200, 100, 50, 30].map((base) => loss(5, mhz, base, 1.5))), `mast at ${mhz} MHz`)
    t.ok(neverFalls([10, 5, 2, 1].map((mobile) => loss(5, mhz, 50, mobile))), `mobile at ${mhz} MHz`)
    const [urban = 0, suburban = 0, open = 0] = [0, 1, 2].map((where) => loss(5, mhz, 50, 1.5, where))
    t.ok(urban >= suburban && suburban > open, `surroundings at ${mhz} MHz`)
  }
  t.ok(neverFalls([150, 300, 600, 900, 1200, 1500, 1800, 2000].map((mhz) => loss(5, mhz, 50, 1.5))))
  t.ok(loss(5, 1800, 50, 1.5, 0, 1) > loss(5, 1800, 50, 1.5, 0, 0), 'metropolitan centres')
  const byCity = [0, 1, 2].map((where) => loss(5, 1800, 50, 1.5, where, 1) - loss(5, 1800, 50, 1.5, where, 0))
  for (const where of [1, 2]) {
    const centreDb = (byCity[0] as number) - (byCity[where] as number)
    t.ok(Math.abs(centreDb - 3) < 1e-9, `3 dB in the centre alone, not ${centreDb} dB`)
  }
  t.equal(loss(0.01, 900, 200, 1.5), freeSpaceLossDb(0.01, 198.5, 0.9), 'never better than free space')
})

t.test("Bullington's part never falls with a higher obstacle; what the sphere adds may", async (t) => {
  // The method lowers the smooth earth where an obstacle stands out, which at 100 MHz takes more than the edge brings.
  for (const frequencyMhz of [30, 100, 600, 3000]) {
    for (const seed of SEEDS) {
      const parts = [0, 10, 30, 100, 300].map((heightM) => {
        const heightsM = hillyHeights(150, seed)
        heightsM[60] = (heightsM[60] as number) + heightM
        return p526({ spacingM: 200, heightsM }, { ...options, frequencyMhz }).terrainBullingtonDb
      })
      t.ok(neverFalls(parts), `${frequencyMhz} MHz: ${parts}`)
    }
  }
})

t.test('P.1812: loss rises with the percentages of time and locations', async (t) => {
  for (const seed of SEEDS) {
    const profile = { spacingM: 400, heightsM: hillyHeights(200, seed) }
    const losses = [1, 2, 5, 10, 20, 50].map((timePercent) => overProfile.p1812(profile, { timePercent }))
    t.ok(neverFalls(losses), `time: ${losses}`)
    const atLocations = [1, 10, 50, 90, 99].map((locationPercent) =>
      overProfile.p1812(profile, { locationPercent, locationDeviationDb: 5.5 }),
    )
    t.ok(neverFalls(atLocations), `locations: ${atLocations}`)
    t.ok(
      (atLocations[3] as number) - (atLocations[2] as number) > 6.9,
      '5.5 dB · 1.28 more for 90 % of the locations',
    )
  }
})

t.test('P.1812: clutter on the path adds loss, sea under it reduces it', async (t) => {
  const heightsM = hillyHeights(200, 3)
  const profile = { spacingM: 400, heightsM }
  const clear = overProfile.p1812(profile, {})
  const covered = overProfile.p1812({ ...profile, clutterM: new Float64Array(200).fill(20) }, {})
  t.ok(covered > clear + 1, `${covered} against ${clear} dB`)
  const flat = { spacingM: 400, heightsM: new Float64Array(400) }
  const land = overProfile.p1812(flat, { timePercent: 1 })
  const sea = overProfile.p1812({ ...flat, zones: new Float64Array(400).fill(1) }, { timePercent: 1 })
  t.ok(sea < land - 5, `${sea} over sea, ${land} dB over land`)
  t.ok(locationDeviationDb(0.6, 100, 1.5, 10) > locationDeviationDb(0.6, 100, 15, 10))
  t.equal(locationDeviationDb(0.6, 100, 30, 10), 0)
})

t.test("P.526: loss rises with the earth's curvature", async (t) => {
  const flat: Profile = { spacingM: 500, heightsM: new Float64Array(201) }
  const loss = (kFactor: number) => p526(flat, { ...options, kFactor }).totalDb
  t.ok(neverFalls([0, 10, 4 / 3, 0.8, 0.3].map(loss)))
  t.ok(Number.isFinite(loss(0)))
})

t.test(
  'the first Fresnel zone is 17.3 √(d / 4f) in the middle, and clear or not along a profile',
  async (t) => {
    t.ok(Math.abs(fresnelRadiusM(5, 5, 1) - 17.3 * Math.sqrt(10 / 4)) < 0.2)
    t.equal(fresnelRadiusM(2, 8, 1), fresnelRadiusM(8, 2, 1))
    const over = (heightM: number) =>
      fresnelClearance({ spacingM: 100, heightsM: ridge(100, heightM) }, options)
    t.ok(over(0) > 0 && over(100) < 0)
    const grazing = { ...options, txHeightM: 50, rxHeightM: 50, kFactor: 0 }
    const worst = fresnelClearance({ spacingM: 100, heightsM: ridge(100, 50) }, grazing)
    t.ok(Math.abs(worst) < 1e-9, 'a ridge that touches the line')
  },
)

t.test('invalid profiles are refused with the field and the value', async (t) => {
  const on = (profile: Profile) => () => p526(profile, options)
  t.throws(on({ heightsM: [1, 2] }), /either distancesM or spacingM/)
  t.throws(on({ heightsM: [1], spacingM: 1 }), /at least 2 points in heightsM, got 1/)
  t.throws(on({ heightsM: [1, 2], spacingM: 0 }), /spacingM above 0, got 0/)
  t.throws(on({ heightsM: [1, 2, 3], distancesM: [0, 5, 5] }), /distancesM to rise from 0, got 5 at point 2/)
  t.throws(on({ heightsM: [1, Number.NaN], spacingM: 5 }), /finite heightsM/)
  t.throws(on({ heightsM: [1, 2], spacingM: 5, clutterM: [0] }), /2 values in clutterM as in heightsM, got 1/)
  t.throws(on({ heightsM: [1, 2], spacingM: 5, zones: [4, 2] }), /zones of 1, 3 or 4, got 2 at point 1/)
})

t.test('power and field: a watt ERP, and what 1 mV/m brings to an isotropic antenna', async (t) => {
  const isNear = (got: number, wanted: number, about: string) =>
    t.ok(Math.abs(got - wanted) < 0.005, `${about}: ${got}, not ${wanted}`)
  isNear(eirpDbm(1), 32.15, 'a watt into a dipole')
  isNear(eirpDbm(100), 52.15, 'a hundred')
  isNear(erpW(42.15), 10, '10 W')
  // ITU-R P.525-4 (8): E = P − 20·log10(λ) + …, 77.21 dB at 1 MHz.
  isNear(fieldOverPowerDb(1), 77.22, 'at 1 MHz')
  isNear(fieldOverPowerDb(900) - fieldOverPowerDb(90), 20, '20 dB a decade')
})

t.test('P.1812: ducts for the part of the time of its formulas, as far as both poles', async (t) => {
  for (const latitudeDeg of [0, 30, -50, 69.9, 70.1, -80]) {
    for (const [landKm, inlandKm] of [
      [0, 0],
      [20, 5],
      [150, 80],
    ]) {
      // ITU-R P.1812-6 (2) to (6)
      const tau = 1 - Math.exp(-4.12e-4 * inlandKm ** 2.41)
      const mu1 = Math.min(
        1,
        (10 ** (-landKm / (16 - 6.6 * tau)) + 10 ** -(5 * (0.496 + 0.354 * tau))) ** 0.2,
      )
      const latitude = Math.abs(latitudeDeg)
      const mu4 = mu1 ** (latitude <= 70 ? -0.935 + 0.0176 * latitude : 0.3)
      const wanted = (latitude <= 70 ? 10 ** (-0.015 * latitude + 1.67) : 4.17) * mu1 * mu4
      const got = ductingPercent(latitudeDeg, landKm, inlandKm)
      t.ok(Math.abs(got / wanted - 1) < 1e-9, `${latitudeDeg}°, ${landKm} km: ${got}, not ${wanted}`)
    }
  }
})

t.test('models refuse fields that exclude each other', async (t) => {
  const ofItm = (fields: object) =>
    itmModel.conflicts?.({ frequency: 100, ...fields }).map(({ field }) => field)
  t.same(ofItm({}), [])
  const wet = { ground_permittivity: 1, ground_conductivity: 1 }
  t.same(ofItm({ ...wet, polarization: 'horizontal' }), ['ground_conductivity'])
  t.same(ofItm({ ...wet, polarization: 'horizontal', frequency: 'x' }), [], 'not yet a frequency')
  t.same(ofItm({ ...wet, ground_permittivity: '1' }), [], 'nor another of its fields')
  const ofP1812 = (fields: object) => p1812Model.conflicts?.(fields as never).map(({ field }) => field)
  t.same(ofP1812({ location_percent: 90, rx_height_mode: 'AMSL' }), ['location_percent'])
  t.same(ofP1812({ location_percent: 90, rx_height_mode: 'AGL' }), [])
  t.same(ofP1812({ location_percent: 50, rx_height_mode: 'AMSL' }), [])
  t.same(ofP1812({ rx_height_mode: 'AMSL' }), [], '50 by default')
})

t.test('over the smooth earth the greatest slope and edge are those of all points', async (t) => {
  for (const n of [2, 3, 7, 40, 400]) {
    for (const bend of [0.002, 0.1, 3]) {
      for (const [txM, rxM] of [
        [1, 1],
        [30, 2],
        [2, 300],
        [700, 700],
      ] as const) {
        const points = Array.from({ length: n - 1 }, (_, i) => i + 1)
        const slope = Math.max(...points.map((i) => bend * (n - i) - txM / i))
        const edge = Math.max(...points.map((i) => smoothEdge(i, n, txM, rxM, bend)))
        const name = `${n} steps, ${bend}, ${txM} m, ${rxM} m`
        t.ok(Math.abs(smoothSlope(txM, n, bend) - slope) < 1e-9, `${name}: slope`)
        t.ok(Math.abs(greatestSmoothEdge(n, txM, rxM, bend) - edge) < 1e-9, `${name}: edge`)
      }
    }
  }
  // Point 3 of 10, 4 m of earth above the chord, 6 m of ray.
  t.ok(Math.abs(smoothEdge(3, 10, 9, -1, 4 / 21) - -2 / Math.sqrt(21)) < 1e-9)
})

t.test('a point stands for its zone up to half-way to the next ones', async (t) => {
  const { sea, coastal, inland } = ZONES
  const of = (zones: number[] | number) =>
    zoneLengths(pathOf({ distancesM: [0, 1000, 3000, 6000, 10_000], heightsM: [0, 0, 0, 0, 0], zones }))
  t.same(of([sea, coastal, inland, inland, sea]), { landKm: 7.5, inlandKm: 6, seaFraction: 0.25 })
  t.same(of([inland, sea, sea, coastal, inland]), { landKm: 5.5, inlandKm: 2, seaFraction: 0.4 })
  t.same(of([inland, inland, coastal, inland, sea]), { landKm: 8, inlandKm: 3.5, seaFraction: 0.2 })
  t.same(of(sea), { landKm: 0, inlandKm: 0, seaFraction: 1 })
  t.same(of(coastal), { landKm: 10, inlandKm: 0, seaFraction: 0 })
  t.same(of(inland), { landKm: 10, inlandKm: 10, seaFraction: 0 })
})

t.test('horizons are the highest points as seen from both ends, or the one nearest to the ray', async (t) => {
  const near = (found: number, expected: number) => Math.abs(found - expected) < 1e-6
  // An arc of 10 km over an earth of 8500 km sinks by 5.88 m.
  t.ok(near(elevationMrad(0, 10, 8500), -1000 * Math.atan(10 / 17_000)))
  t.ok(near(elevationMrad(100, 10, 1e12), 1000 * Math.atan(0.01)))
  const path = pathOf({
    distancesM: [0, 2000, 5000, 9000, 12_000, 20_000],
    heightsM: [10, 60, 30, 130, 100, 40],
  })
  const flat = 1e12
  const found = horizonsOf(path, 30, 50, flat)
  // 30 m in 2 km, 80 m in 11 km: the first hides the second from the transmitter by 15 to 9 mrad.
  t.match(found, { txHorizonAt: 1, rxHorizonAt: 3, txHorizonKm: 2, rxHorizonKm: 11 })
  t.ok(near(found.txHorizonMrad, 1000 * Math.atan(0.015)))
  t.ok(near(found.rxHorizonMrad, 1000 * Math.atan(80 / 11_000)))
  t.ok(near(found.angleMrad, found.txHorizonMrad + found.rxHorizonMrad))
  // Above the line from 0 m to 20 m: 58 m, 25 m, 121 m.
  t.ok(near(roughnessM(path, found, 0, 20), 121))
  t.ok(near(roughnessM(path, { ...found, rxHorizonAt: 2 }, 0, 20), 58))
  const visible = horizonsOf(path, 300, 200, flat)
  t.match(visible, { txHorizonAt: 3, rxHorizonAt: 3, txHorizonKm: 9, rxHorizonKm: 11 })
  t.ok(
    near(visible.txHorizonMrad, -1000 * Math.atan(0.005)) &&
      near(visible.rxHorizonMrad, 1000 * Math.atan(0.005)),
  )
  t.ok(near(visible.angleMrad, 0))
})

t.test(
  'the smooth surface of a plane is the plane; obstacles lower it, by the nearer end the more',
  async (t) => {
    const distancesM = [0, 1000, 4000, 7000, 10_000]
    const plane = pathOf({ distancesM, heightsM: [100, 110, 140, 170, 200] })
    const clear = smoothSurface(plane, 130, 230)
    for (const [found, expected] of [
      [clear.fittedTxM, 100],
      [clear.fittedRxM, 200],
      [clear.diffractionTxM, 100],
      [clear.diffractionRxM, 200],
    ])
      t.ok(Math.abs(found - expected) < 1e-9, `${found}, not ${expected}`)
    // A roof 10 m above the ray at 2.5 km: 4 m a kilometre from one end, 4/3 from the other.
    const roof = pathOf({ distancesM: [0, 2500, 10_000], heightsM: [100, 140, 100] })
    const lowered = smoothSurface(roof, 130, 130)
    // The line of least squares through two ramps of area 200 km·m, whose middle lies at (0 + 2.5 + 10) / 3 km.
    const middle = 12.5 / 3 / 10
    const [txM, rxM] = [100 + 2 * 20 * (2 - 3 * middle), 100 + 2 * 20 * (3 * middle - 1)]
    t.ok(Math.abs(lowered.fittedTxM - txM) < 1e-9 && Math.abs(lowered.fittedRxM - rxM) < 1e-9)
    t.ok(Math.abs(lowered.diffractionTxM - Math.min(100, txM - 7.5)) < 1e-9, 'never above the ground')
    t.ok(Math.abs(lowered.diffractionRxM - Math.min(100, rxM - 2.5)) < 1e-9)
  },
)

t.test('profiles that are none are refused by field', async (t) => {
  const heightsM = [1, 2, 3]
  for (const [profile, message] of [
    [{ heightsM: [1], spacingM: 5 }, /at least 2 points in heightsM, got 1/],
    [{ heightsM }, /either distancesM or spacingM/],
    [{ heightsM, spacingM: 5, distancesM: [0, 1, 2] }, /either distancesM or spacingM/],
    [{ heightsM, spacingM: 0 }, /spacingM above 0, got 0/],
    [{ heightsM, spacingM: Number.POSITIVE_INFINITY }, /spacingM above 0/],
    [{ heightsM, distancesM: [0, 1] }, /3 values in distancesM as in heightsM, got 2/],
    [{ heightsM, spacingM: 5, clutterM: [1, 1, 1, 1] }, /3 values in clutterM/],
    [{ heightsM, spacingM: 5, zones: [1] }, /3 values in zones/],
  ] as const) {
    t.throws(() => pathOf(profile), message)
  }
  const path = pathOf({ heightsM: [1, 2, 3, 4], spacingM: 500, clutterM: [9, 10, 20, 9] })
  t.same([...path.coveredM], [1, 12, 23, 4], 'at both ends stand the antennas')
  t.same([...pathOf({ heightsM: [1, 2, 3], spacingM: 500, clutterM: 7 }).coveredM], [1, 9, 3])
  t.same([path.distanceKm, ...path.distancesKm], [1.5, 0, 0.5, 1, 1.5])
})
