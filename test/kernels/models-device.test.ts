import { existsSync } from 'node:fs'
import t, { type Test } from 'tap'
import { type RayJob, RayLosses } from '../../bench/models/rays.ts'
import { type Backend, BackendUnavailableError, type Device, openDevice } from '../../kernels/device/device.ts'
import type { ProfileModel } from '../../kernels/profiles/terms.ts'
import { freeSpaceLossDb } from '../../kernels/propagation/free-space.ts'
import { hataLossDb } from '../../kernels/models/hata/hata.ts'
import { p526 } from '../../kernels/models/p526/p526.ts'
import { p1812 } from '../../kernels/models/p1812/p1812.ts'
import { ZONES } from '../../kernels/propagation/profile.ts'
import { twoRayLossDb } from '../../kernels/models/two-ray/two-ray.ts'
import { hillyHeights } from '../helpers/profiles.ts'

// A software Vulkan driver, slow, but it runs the true WGSL path.
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json'
if (existsSync(SWIFTSHADER)) process.env.VK_ICD_FILENAMES ??= SWIFTSHADER

t.setTimeout(120_000)

const FLOAT32_DB = 0.1
const RAYS = 5
const STEPS = 300
const SPACING_M = 120

// All start on the same ground, below the antenna.
const rays = Array.from({ length: RAYS }, (_, ray) => {
  const heights = hillyHeights(STEPS, ray + 1)
  return Float32Array.from(heights, (height) => height - (heights[0] as number) + 390)
})

const common: Omit<RayJob, 'model' | 'heightsM'> = {
  spacingM: SPACING_M,
  frequencyMhz: 700,
  kFactor: 4 / 3,
  txAntennaM: 420,
  txLatDeg: 52,
  rxHeightM: 3,
  receiverFollowsGround: true,
}

const p526Model = { name: 'p526', polarization: 'horizontal', permittivity: 15, conductivity: 0.01 } as const
const p1812Model = {
  name: 'p1812',
  polarization: 'vertical',
  timePercent: 10,
  locationPercent: 90,
  locationDeviationDb: 5.5,
  refractivityLapse: 50,
  seaLevelRefractivity: 330,
  clutterM: 8,
  zone: 'coastal',
} as const
const models: ProfileModel[] = [
  { name: 'free_space' },
  { name: 'two_ray' },
  { name: 'hata', environment: 'suburban', citySize: 'large' },
  p526Model,
  p1812Model,
]

/** The same receiver by the function in float64. */
function plainLossDb(job: RayJob, step: number): number {
  const { frequencyMhz, model, rxHeightM, spacingM, txAntennaM } = job
  const path = Float64Array.from({ length: step + 1 }, (_, at) => job.heightsM[at] as number)
  const ground = path[step] as number
  const txHeightM = txAntennaM - (path[0] as number)
  const aboveGroundM = job.receiverFollowsGround ? rxHeightM : rxHeightM - ground
  const distanceKm = (step * spacingM) / 1000
  const freeSpaceDb = freeSpaceLossDb(distanceKm, txAntennaM - ground - aboveGroundM, frequencyMhz / 1000)
  const profile = { spacingM, heightsM: path }
  const ends = { frequencyMhz, txHeightM, rxHeightM: aboveGroundM }
  switch (model.name) {
    case 'free_space':
      return freeSpaceDb
    case 'two_ray':
      return twoRayLossDb(distanceKm, txHeightM, aboveGroundM, freeSpaceDb)
    case 'hata':
      return hataLossDb(distanceKm, txHeightM, aboveGroundM, frequencyMhz, 1, 1, freeSpaceDb)
    case 'p526':
      return p526(profile, { ...ends, ...model, kFactor: job.kFactor }).totalDb
    case 'p1812': {
      const zones = new Float64Array(step + 1).fill(ZONES[model.zone])
      const clutterM = new Float64Array(step + 1).fill(model.clutterM)
      return p1812({ ...profile, zones, clutterM }, { ...ends, ...model, latitudeDeg: job.txLatDeg }).lossDb
    }
  }
}

async function judge(t: Test, losses: RayLosses, job: RayJob, every = 7): Promise<void> {
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
  t.test(`${backend} gives what the functions give`, { skip }, async (t) => {
    if (device === undefined) return
    const losses = new RayLosses(device)
    t.teardown(async () => {
      await losses.destroy()
      await device.destroy()
    })
    for (const model of models) {
      for (const heightsM of rays) await judge(t, losses, { ...common, model, heightsM })
    }
  })
}

t.test('receivers at a fixed altitude, sea, a flat earth, steps of 20 m and long paths', async (t) => {
  const losses = await open(t)
  const long = Float32Array.from(hillyHeights(4000, 1))
  for (const changed of [
    { receiverFollowsGround: false, rxHeightM: 900 },
    { spacingM: 20, rxHeightM: 1.5 },
    { kFactor: 0 },
    { frequencyMhz: 5900, spacingM: 400 },
    { heightsM: long, spacingM: 60, txAntennaM: (long[0] as number) + 30 },
  ]) {
    for (const model of [p526Model, { ...p1812Model, zone: 'sea' as const, timePercent: 50 }, p1812Model]) {
      const job = { ...common, heightsM: rays[1] as Float32Array, ...changed, model }
      await judge(t, losses, job, job.heightsM === long ? 97 : 23)
    }
  }
})

t.test('two jobs at once', async (t) => {
  const losses = await open(t)
  const job = { ...common, model: p526Model, heightsM: rays[2] as Float32Array }
  await Promise.all([judge(t, losses, job, 41), judge(t, losses, { ...job, frequencyMhz: 70 }, 41)])
})

t.test('behind unknown ground nothing is known', async (t) => {
  const losses = await open(t)
  const heightsM = Float32Array.from(rays[3] as Float32Array)
  heightsM[120] = Number.NaN
  for (const model of [p526Model, p1812Model]) {
    const whole = await losses.along({ ...common, model, heightsM: rays[3] as Float32Array })
    const holed = await losses.along({ ...common, model, heightsM })
    const wrong = holed.findIndex((loss, step) => !Object.is(loss, step < 120 ? whole[step] : Number.NaN))
    t.equal(wrong, -1, model.name)
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
