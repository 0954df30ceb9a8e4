/**
 * P.1812-6, P.526 and P.525 against the 42 results of ITU-R Study Group 3, intermediates included. On the device, which
 * takes equal steps, one zone and one clutter height: the published loss where the profile is such a one, and receivers
 * along every profile, resampled to equal steps, against the plain functions.
 */

import { p526Model } from '../../../kernels/models/p526/model.ts'
import { p526 } from '../../../kernels/models/p526/p526.ts'
import { p1812Model } from '../../../kernels/models/p1812/model.ts'
import { type P1812Parameters, p1812 } from '../../../kernels/models/p1812/p1812.ts'
import { medianRadiusKm } from '../../../kernels/models/p1812/radio-climate.ts'
import { ZONES } from '../../../kernels/propagation/profile.ts'
import type { ReferenceSet, Tolerance, Value } from './comparison.ts'
import { hasP1812, p1812Cases, type ReferenceCase } from './p1812-files.ts'
import type { RayJob, RayLosses } from './rays.ts'

const printed: Tolerance = {
  maximum: 1e-3,
  why: 'published with 10 digits; equal formulas in float64 leave only rounding',
}
const float32: Tolerance = {
  maximum: 0.1,
  why: 'float32 on the device, a hundredth of what the model itself errs by',
}

const ALONG_P526 = 'p526 along the paths against plain (dB)'
const ALONG_P1812 = 'p1812 along the paths against plain (dB)'
const PUBLISHED_LOSS = 'Lb on equal steps (dB)'

/** Symbols of the log and their units. */
const QUANTITIES: Record<string, string> = {
  dlt: 'km',
  dlr: 'km',
  th_t: 'mrad',
  th_r: 'mrad',
  th: 'mrad',
  w: '1',
  dtm: 'km',
  dlm: 'km',
  b0: '%',
  ae: 'km',
  hstd: 'm',
  hsrd: 'm',
  "htc'": 'm',
  "hrc'": 'm',
  hte: 'm',
  hre: 'm',
  hm: 'm',
  Fi: '1',
  Fj: '1',
  Fk: '1',
  Lbfs: 'dB',
  Lb0p: 'dB',
  Lb0b: 'dB',
  Lbulla: 'dB',
  Lbulls: 'dB',
  Ldsph: 'dB',
  Ld50: 'dB',
  Ldb: 'dB',
  Ldp: 'dB',
  Lbd50: 'dB',
  Lbd: 'dB',
  Lminb0p: 'dB',
  Lba: 'dB',
  Lminbap: 'dB',
  Lbda: 'dB',
  Lbam: 'dB',
  Lbs: 'dB',
  Lbc: 'dB',
  Lb: 'dB',
  Ep: 'dBµV/m',
}

const P526_PARTS = {
  Lbfs: 'freeSpaceDb',
  Lbulla: 'terrainBullingtonDb',
  Ldsph: 'sphericalEarthDb',
  Ld50: 'lossDb',
} as const

function named(symbol: string): string {
  return `${symbol} (${QUANTITIES[symbol]})`
}

export const p1812Set: ReferenceSet = {
  name: 'p1812',
  isIn: hasP1812,
  plain: (dir) => p1812Cases(dir).flatMap((asked) => [...ofP1812(asked), ...ofP526(asked)]),
  device: async (dir, { rays }) => {
    const values: Value[] = []
    const cases = p1812Cases(dir)
    for (const asked of cases) values.push(...(await publishedOnDevice(asked, rays)))
    for (const asked of cases) values.push(...(await alongOnDevice(asked, rays)))
    return values
  },
  tolerances: {
    ...Object.fromEntries(Object.keys(QUANTITIES).map((symbol) => [named(symbol), printed])),
    ...Object.fromEntries(Object.keys(P526_PARTS).map((symbol) => [`p526 ${named(symbol)}`, printed])),
    [PUBLISHED_LOSS]: float32,
    [ALONG_P526]: float32,
    [ALONG_P1812]: float32,
  },
  notes: [],
}

function ofP1812({ name, profile, options, published }: ReferenceCase): Value[] {
  const { terms, lossDb } = p1812(profile, options)
  // ITU-R P.1812-6 (70): field strength for 1 kW ERP
  const fieldDb = 199.36 + 20 * Math.log10(options.frequencyMhz / 1000) - lossDb
  const computed: Record<string, number> = { ...terms, Ep: fieldDb }
  return Object.keys(QUANTITIES).map((symbol) => ({
    quantity: named(symbol),
    from: name,
    want: published[symbol] as number,
    got: computed[symbol] as number,
  }))
}

function ofP526({ name, profile, options, published }: ReferenceCase): Value[] {
  const loss = p526(profile, {
    frequencyMhz: options.frequencyMhz,
    txHeightM: options.txHeightM,
    rxHeightM: options.rxHeightM,
    kFactor: medianRadiusKm(options.refractivityLapse) / 6371,
    polarization: options.polarization,
    seaFraction: published.w as number,
  })
  return Object.entries(P526_PARTS).map(([symbol, part]) => ({
    quantity: `p526 ${named(symbol)}`,
    from: name,
    want: published[symbol] as number,
    got: loss[part],
  }))
}

/** Steps of a profile that has equal ones, one zone and one clutter height; else undefined. */
function evenSteps({ profile }: ReferenceCase): { spacingM: number; clutterM: number } | undefined {
  const { distancesM, clutterM, zones } = profile
  const last = distancesM.length - 1
  const spacingM = (distancesM[last] as number) / last
  const isEven = distancesM.every((distance, at) => Math.abs(distance - at * spacingM) < 0.01)
  const between = clutterM.subarray(1, last)
  const isOne =
    between.every((height) => height === between[0]) && zones.every((zone) => zone === ZONES.inland)
  return isEven && isOne ? { spacingM, clutterM: between[0] ?? 0 } : undefined
}

async function publishedOnDevice(asked: ReferenceCase, rays: RayLosses): Promise<Value[]> {
  const even = evenSteps(asked)
  if (even === undefined) return []
  const losses = await onDevice(
    asked,
    rays,
    { model: p1812Model, parameters: p1812On(asked, even.clutterM) },
    asked.profile.heightsM,
    even.spacingM,
  )
  const want = asked.published.Lb as number
  return [{ quantity: PUBLISHED_LOSS, from: asked.name, want, got: losses.at(-1) as number }]
}

/** Equal steps and receivers along a resampled profile. */
const STEPS = 512
const RECEIVER_STEPS = 17

async function alongOnDevice(asked: ReferenceCase, rays: RayLosses): Promise<Value[]> {
  const { profile, options, name } = asked
  const spacingM = (profile.distancesM.at(-1) as number) / (STEPS - 1)
  // As the device will have them, so that only the arithmetic differs.
  const heightsM = Float64Array.from(resample(profile.distancesM, profile.heightsM, spacingM))
  const clutterM = profile.clutterM[1] ?? 0
  const kFactor = medianRadiusKm(options.refractivityLapse) / 6371
  const ofP526 = {
    model: p526Model,
    parameters: { polarization: options.polarization, permittivity: 22, conductivity: 0.003 },
  }
  const ofP1812 = { model: p1812Model, parameters: p1812On(asked, clutterM) }
  const p526Losses = await onDevice(asked, rays, ofP526, heightsM, spacingM)
  const p1812Losses = await onDevice(asked, rays, ofP1812, heightsM, spacingM)
  const values: Value[] = []
  for (let step = 1; step < STEPS; step += RECEIVER_STEPS) {
    const path = { spacingM, heightsM: heightsM.subarray(0, step + 1) }
    const covered = { ...path, clutterM: new Float64Array(step + 1).fill(clutterM) }
    const from = `${name} step ${step}`
    values.push(
      {
        quantity: ALONG_P526,
        from,
        want: p526(path, { ...options, kFactor }).totalDb,
        got: p526Losses[step] as number,
      },
      {
        quantity: ALONG_P1812,
        from,
        want: p1812(covered, options).lossDb,
        got: p1812Losses[step] as number,
      },
    )
  }
  return values
}

function p1812On({ options }: ReferenceCase, clutterM: number): P1812Parameters {
  const { polarization, timePercent, locationPercent, locationDeviationDb } = options
  const { refractivityLapse, seaLevelRefractivity } = options
  return {
    polarization,
    timePercent,
    locationPercent,
    locationDeviationDb,
    refractivityLapse,
    seaLevelRefractivity,
    clutterM,
    zone: 'inland',
  }
}

/** Losses of one ray due east along the latitude that the reference gives for the middle of the path. */
function onDevice(
  { options }: ReferenceCase,
  rays: RayLosses,
  asked: Pick<RayJob, 'model' | 'parameters'>,
  heightsM: Float64Array,
  spacingM: number,
): Promise<Float32Array> {
  return rays.along({
    ...asked,
    heightsM,
    spacingM,
    frequencyMhz: options.frequencyMhz,
    kFactor: medianRadiusKm(options.refractivityLapse) / 6371,
    txAntennaM: (heightsM[0] as number) + options.txHeightM,
    txLatDeg: options.latitudeDeg,
    rxHeightM: options.rxHeightM,
    receiverFollowsGround: true,
  })
}

function resample(distancesM: Float64Array, heightsM: Float64Array, spacingM: number): Float32Array {
  const even = new Float32Array(STEPS)
  let at = 0
  for (let step = 0; step < STEPS; step++) {
    const distance = step * spacingM
    while (at < distancesM.length - 2 && (distancesM[at + 1] as number) < distance) at++
    const from = distancesM[at] as number
    const portion = (distance - from) / ((distancesM[at + 1] as number) - from)
    even[step] = (heightsM[at] as number) * (1 - portion) + (heightsM[at + 1] as number) * portion
  }
  return even
}
