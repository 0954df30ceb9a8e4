import t from 'tap'
import { hataLossDb } from '../../kernels/models/hata/hata.ts'
import { itmModel } from '../../kernels/models/itm/model.ts'
import { p526 } from '../../kernels/models/p526/p526.ts'
import { locationDeviationDb } from '../../kernels/models/p1812/combine.ts'
import { p1812Model } from '../../kernels/models/p1812/model.ts'
import { type P1812Options, p1812 } from '../../kernels/models/p1812/p1812.ts'
import { ductingPercent } from '../../kernels/models/p1812/radio-climate.ts'
import { twoRayLossDb } from '../../kernels/models/two-ray/two-ray.ts'
import { freeSpaceLossDb } from '../../kernels/propagation/free-space.ts'
import { fresnelClearance, fresnelRadiusM, isFresnelClear } from '../../kernels/propagation/fresnel.ts'
import { eirpDbm, erpW, fieldOverPowerDb } from '../../kernels/propagation/power.ts'
import type { Profile } from '../../kernels/propagation/profile.ts'
import { hillyHeights, ridge } from '../helpers/profiles.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const FREQUENCIES_MHZ = [30, 60, 100, 300, 600, 1000, 2000, 4000, 6000]

function neverFalls(values: number[], tolerance = 1e-9): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] as number) - tolerance)
}

const options = { frequencyMhz: 600, txHeightM: 30, rxHeightM: 10 }

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
    hataLossDb(km, base, mobile, mhz, environment, large, freeSpaceLossDb(km, base - mobile, mhz / 1000))
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
    t.ok(over(0).worst > 0 && over(100).worst < 0)
    t.equal(over(100).worstAtM, 3300)
    const grazing = { ...options, txHeightM: 50, rxHeightM: 50, kFactor: 0 }
    const { worst } = fresnelClearance({ spacingM: 100, heightsM: ridge(100, 50) }, grazing)
    t.ok(Math.abs(worst) < 1e-9, 'a ridge that touches the line')
    const profile = { spacingM: 100, heightsM: ridge(100, 20) }
    t.ok(isFresnelClear(profile, options, over(20).worst))
    t.notOk(isFresnelClear(profile, options, over(20).worst + 0.01))
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
