import { existsSync } from 'node:fs'
import t, { type Test } from 'tap'
import {
  type Backend,
  BackendUnavailableError,
  type Device,
  openDevice,
} from '../../kernels/device/device.ts'
import { freeSpaceModel } from '../../kernels/models/free-space/model.ts'
import { hataModel } from '../../kernels/models/hata/model.ts'
import { p526Model } from '../../kernels/models/p526/model.ts'
import { p1812Model } from '../../kernels/models/p1812/model.ts'
import type { P1812Parameters } from '../../kernels/models/p1812/p1812.ts'
import { twoRayModel } from '../../kernels/models/two-ray/model.ts'
import { hillyHeights } from '../helpers/profiles.ts'
import { type RayJob, RayLosses } from '../references/models/rays.ts'

// A software Vulkan driver, slow, but it runs the true WGSL path.
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json'
if (existsSync(SWIFTSHADER)) process.env.VK_ICD_FILENAMES ??= SWIFTSHADER

const FLOAT32_DB = 0.1
const RAYS = 4
const STEPS = 300
const SPACING_M = 120

// All start on the same ground, below the antenna.
const rays = Array.from({ length: RAYS }, (_, ray) => {
  const heights = hillyHeights(STEPS, ray + 1)
  return Float32Array.from(heights, (height) => height - (heights[0] as number) + 390)
})

const common: Omit<RayJob, 'model' | 'parameters' | 'heightsM'> = {
  spacingM: SPACING_M,
  frequencyMhz: 700,
  kFactor: 4 / 3,
  txAntennaM: 420,
  txLatDeg: 52,
  rxHeightM: 3,
  receiverFollowsGround: true,
}

type Asked = Pick<RayJob, 'model' | 'parameters'>

const ofP526 = {
  model: p526Model,
  parameters: { polarization: 'horizontal', permittivity: 15, conductivity: 0.01 },
}
const p1812Parameters: P1812Parameters = {
  polarization: 'vertical',
  timePercent: 10,
  locationPercent: 90,
  locationDeviationDb: 5.5,
  refractivityLapse: 50,
  seaLevelRefractivity: 330,
  clutterM: 8,
  zone: 'coastal',
}
const ofP1812: Asked = { model: p1812Model, parameters: p1812Parameters }
const ofSea: Asked = { model: p1812Model, parameters: { ...p1812Parameters, zone: 'sea', timePercent: 50 } }
const models: Asked[] = [
  { model: freeSpaceModel, parameters: {} },
  { model: twoRayModel, parameters: {} },
  { model: hataModel, parameters: { environment: 1, citySize: 1 } },
  ofP526,
  ofP1812,
]

/** The same receiver by the model's function in float64. */
function plainLossDb(job: RayJob, step: number): number {
  const { model, parameters, rxHeightM, spacingM, txAntennaM } = job
  const heightsM = Float64Array.from({ length: step + 1 }, (_, at) => job.heightsM[at] as number)
  const path = {
    ...job,
    distancesM: Float64Array.from(heightsM, (_, at) => at * spacingM),
    heightsM,
    txHeightM: txAntennaM - (heightsM[0] as number),
    rxHeightM: job.receiverFollowsGround ? rxHeightM : rxHeightM - (heightsM[step] as number),
    latitudeDeg: job.txLatDeg,
    squareM: 100,
  }
  return model.lossOverPath(path, parameters).lossDb
}

async function judge(t: Test, losses: RayLosses, job: RayJob, every = 19): Promise<void> {
  const got = await losses.along(job)
  let worst = 0
  let where = ''
  for (let step = 1; step < job.heightsM.length; step += every) {
    const want = plainLossDb(job, step)
    const error = Math.abs((got[step] as number) - want)
    if (error <= worst) continue
    worst = error
    where = `step ${step}: ${got[step]} for ${want}`
  }
  t.ok(worst <= FLOAT32_DB, `${job.model.name}: at most ${worst.toFixed(5)} dB off (${where})`)
}

for (const backend of ['cpu', 'webasm', 'webgpu'] satisfies Backend[]) {
  const device = await openOr(backend)
  const skip = device === undefined ? `no ${backend} adapter on this machine` : false
  t.test(`kernels on ${backend} equal the functions`, { skip }, async (t) => {
    if (device === undefined) return
    const losses = new RayLosses(device, true)
    t.teardown(async () => {
      await losses.destroy()
      await device.destroy()
    })
    for (const model of models) {
      for (const heightsM of rays) await judge(t, losses, { ...common, ...model, heightsM })
    }
  })
}

t.test('fixed altitudes, sea, a flat earth, steps of 20 m and long paths equal the functions', async (t) => {
  const losses = await open(t)
  const long = Float32Array.from(hillyHeights(4000, 1))
  for (const changed of [
    { receiverFollowsGround: false, rxHeightM: 900 },
    { spacingM: 20, rxHeightM: 1.5 },
    { kFactor: 0 },
    { frequencyMhz: 5900, spacingM: 400 },
    { heightsM: long, spacingM: 60, txAntennaM: (long[0] as number) + 30 },
  ]) {
    for (const model of [ofP526, ofSea, ofP1812]) {
      const job = { ...common, heightsM: rays[1] as Float32Array, ...changed, ...model }
      await judge(t, losses, job, job.heightsM === long ? 97 : 23)
    }
  }
})

t.test('two jobs at once do not disturb each other', async (t) => {
  const losses = await open(t)
  const job = { ...common, ...ofP526, heightsM: rays[2] as Float32Array }
  await Promise.all([judge(t, losses, job, 41), judge(t, losses, { ...job, frequencyMhz: 70 }, 41)])
})

t.test('beyond unknown ground nothing is known', async (t) => {
  const losses = await open(t)
  const heightsM = Float32Array.from(rays[3] as Float32Array)
  heightsM[120] = Number.NaN
  for (const model of [ofP526, ofP1812]) {
    const whole = await losses.along({ ...common, ...model, heightsM: rays[3] as Float32Array })
    const holed = await losses.along({ ...common, ...model, heightsM })
    const wrong = holed.findIndex((loss, step) => !Object.is(loss, step < 120 ? whole[step] : Number.NaN))
    t.equal(wrong, -1, model.model.name)
  }
})

async function openOr(backend: Backend): Promise<Device | undefined> {
  try {
    return await openDevice(backend)
  } catch (error) {
    if (error instanceof BackendUnavailableError) return undefined
    throw error
  }
}

async function open(t: Test): Promise<RayLosses> {
  const device = await openDevice('webasm')
  const losses = new RayLosses(device)
  t.teardown(async () => {
    await losses.destroy()
    await device.destroy()
  })
  return losses
}
