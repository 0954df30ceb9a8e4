import { existsSync } from 'node:fs'
import t from 'tap'
import { type Backend, BackendUnavailableError, openDevice } from '../../kernels/device/device.ts'
import { CLIMATE_NAMES } from '../../kernels/models/itm/climates.ts'
import { itmPointToPoint } from '../../kernels/models/itm/itm.ts'
import { ITM_DEFAULTS, type ItmParameters } from '../../kernels/models/itm/settings.ts'
import { VARIABILITY_MODES } from '../../kernels/models/itm/variability.ts'
import { itmRay } from '../references/models/itm-set.ts'
import { RayLosses } from '../references/models/rays.ts'
import { seededRandom } from '../references/random.ts'

// Debian's chromium brings a software Vulkan driver: slow, but it runs the true WGSL path.
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json'
if (existsSync(SWIFTSHADER)) process.env.VK_ICD_FILENAMES ??= SWIFTSHADER

/**
 * The greatest difference from float64 that is let pass, dB. The project promises 0.1; the greatest seen over 28 000
 * paths of all kinds was 0.0005, so one that is ten times that is a fault.
 */
const TOLERANCE_DB = 0.005

const parameters: ItmParameters = { ...ITM_DEFAULTS, txHeightM: 30, rxHeightM: 2, frequencyMhz: 900 }

interface Ground {
  heightsM: Float32Array
  spacingM: number
}

/** Ground over waves of all lengths, seeded; `roughM` is about the height of the hills. */
function hills(seed: number, rays: number, points: number, spacingM: number, roughM: number): Ground[] {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 40 }, (_, i) => {
    const perM = (2 * Math.PI * 1.2 ** i) / 40_000
    return { perM, heightM: roughM * 1.2 ** (-0.9 * i), phase: 7 * random(), direction: 7 * random() }
  })
  return Array.from({ length: rays }, (_, ray) => {
    const heightsM = Float32Array.from({ length: points }, (_, point) => {
      const alongM = point * spacingM
      const heightM = waves.reduce(
        (sum, wave) =>
          sum + wave.heightM * Math.sin(wave.perM * alongM * Math.cos(ray + wave.direction) + wave.phase),
        roughM,
      )
      return Math.max(0, heightM)
    })
    return { heightsM, spacingM }
  })
}

/** The losses to all points of a ground, as rasters have them. */
function lossesOf(
  losses: RayLosses,
  ground: Ground,
  asked: ItmParameters,
  rxMode = 'AGL',
): Promise<Float32Array> {
  return losses.along(itmRay(ground, asked, rxMode === 'AGL'))
}

/** The float64 loss of one path. */
function exactDb({ heightsM, spacingM }: Ground, asked: ItmParameters, steps: number): number {
  return itmPointToPoint({ heightsM: heightsM.subarray(0, steps + 1), spacingM }, asked).lossDb
}

/** Mean and greatest difference of the device from float64, at every `stride`th step. */
async function differences(losses: RayLosses, grounds: Ground[], asked: ItmParameters, stride = 1) {
  const found = { mean: 0, max: 0, n: 0 }
  for (const ground of grounds) {
    const lossDb = await lossesOf(losses, ground, asked)
    for (let step = 1; step < lossDb.length; step += stride) {
      const difference = Math.abs(lossDb[step] - exactDb(ground, asked, step))
      found.mean += difference
      found.n++
      // Not-a-number has to count as the greatest.
      if (!(difference <= found.max)) found.max = difference
    }
  }
  found.mean /= found.n
  return found
}

const report = ({ mean, max, n }: { mean: number; max: number; n: number }) =>
  `${n} paths: mean ${mean.toExponential(1)}, greatest ${max.toExponential(1)} dB`

for (const backend of ['webasm', 'webgpu', 'cpu'] satisfies Backend[]) {
  const device = await openDevice(backend).catch((error: unknown) => {
    if (error instanceof BackendUnavailableError) return undefined
    throw error
  })
  const skip = device === undefined ? `no ${backend} adapter on this machine` : false
  t.test(`${backend}: losses over hills equal float64`, { skip }, async (t) => {
    if (device === undefined) return
    const losses = new RayLosses(device, true)
    t.teardown(async () => {
      await losses.destroy()
      await device.destroy()
    })
    const found = await differences(losses, hills(4, 8, 300, 90, 120), parameters)
    t.ok(found.max < TOLERANCE_DB, report(found))
  })
}

const device = await openDevice('webasm')
const losses = new RayLosses(device)
t.teardown(() => device.destroy())

t.test('losses equal float64 for all kinds of antennas, grounds, climates and terrains', async (t) => {
  const random = seededRandom(77)
  const between = (low: number, high: number) => low * (high / low) ** random()
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  for (let iteration = 0; iteration < 12; iteration++) {
    const asked: ItmParameters = {
      ...ITM_DEFAULTS,
      txHeightM: between(0.5, 3000),
      rxHeightM: between(0.5, 3000),
      frequencyMhz: between(20, 20_000),
      polarization: oneOf(['horizontal', 'vertical']),
      climate: oneOf(CLIMATE_NAMES),
      variability: oneOf(VARIABILITY_MODES),
      withoutLocation: random() < 0.3,
      withoutSituation: random() < 0.3,
      refractivity: 260 + 130 * random(),
      permittivity: oneOf([4, 15, 81]),
      conductivitySm: oneOf([0.001, 0.02, 5]),
      timePercent: 1 + 98 * random(),
      locationPercent: 1 + 98 * random(),
      situationPercent: 1 + 98 * random(),
    }
    const grounds = hills(iteration, 4, 250, oneOf([30, 90, 1000]), oneOf([0, 3, 50, 400]))
    const found = await differences(losses, grounds, asked, 3)
    t.ok(found.max < TOLERANCE_DB, `${Math.round(asked.frequencyMhz)} MHz, ${report(found)}`)
  }
})

t.test('paths of 4095 steps and of one step are right', async (t) => {
  const found = await differences(losses, hills(9, 2, 4096, 30, 200), parameters, 101)
  t.ok(found.max < TOLERANCE_DB, report(found))
  t.ok((await differences(losses, hills(9, 3, 2, 30, 200), parameters)).max < TOLERANCE_DB)
  const [ground] = hills(9, 1, 2, 30, 200)
  await t.rejects(losses.along({ ...itmRay(ground, parameters), frequencyMhz: 1 }), { code: 'itm_input' })
})

t.test('beyond unknown ground nothing is known', async (t) => {
  const [ground] = hills(6, 1, 100, 90, 100)
  const whole = await lossesOf(losses, ground, parameters)
  const holed = { ...ground, heightsM: ground.heightsM.slice() }
  holed.heightsM[60] = Number.NaN
  const lossDb = await lossesOf(losses, holed, parameters)
  for (let step = 1; step < 100; step++) {
    if (!Object.is(lossDb[step], step < 60 ? whole[step] : Number.NaN))
      t.fail(`step ${step} is ${lossDb[step]}`)
  }
})

t.test('ground too high for a valid refractivity has no loss', async (t) => {
  const [ground] = hills(6, 1, 100, 90, 100)
  const high = { ...ground, heightsM: ground.heightsM.map((heightM) => heightM + 7000) }
  const lossDb = await lossesOf(losses, high, parameters)
  t.ok(
    lossDb.every((loss) => Number.isNaN(loss)),
    'at 7000 m',
  )
  t.throws(() => exactDb(high, parameters, 50), { code: 'itm_input' })
})

t.test('a receiver at a fixed altitude equals one at its height above each ground', async (t) => {
  let under = 0
  for (const ground of hills(7, 3, 150, 90, 60)) {
    const lossDb = await lossesOf(losses, ground, { ...parameters, rxHeightM: 70 }, 'AMSL')
    for (let step = 1; step < 150; step++) {
      const rxHeightM = 70 - ground.heightsM[step]
      if (rxHeightM < 0.5) {
        under++
        if (!Number.isNaN(lossDb[step])) t.fail(`under the ground at ${step}`)
        continue
      }
      const difference = Math.abs(lossDb[step] - exactDb(ground, { ...parameters, rxHeightM }, step))
      if (!(difference < TOLERANCE_DB)) t.fail(`${difference} dB off at ${step}`)
    }
  }
  t.ok(under > 20 && under < 400, `${under} of 447 are under the ground`)
})
