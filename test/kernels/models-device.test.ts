import { existsSync } from 'node:fs'
import t, { type Test } from 'tap'
import { type Backend, BackendUnavailableError, type Device, openDevice } from '../../kernels/device.ts'
import { ProfileEngine, type ProfileJob } from '../../kernels/profiles/engine.ts'
import type { ProfileModel } from '../../kernels/profiles/terms.ts'
import { freeSpaceLossDb } from '../../kernels/propagation/free-space.ts'
import { hataLossDb } from '../../kernels/propagation/hata.ts'
import { p526 } from '../../kernels/propagation/p526.ts'
import { p1812 } from '../../kernels/propagation/p1812/p1812.ts'
import { ZONES } from '../../kernels/propagation/profile.ts'
import { twoRayLossDb } from '../../kernels/propagation/two-ray.ts'
import { hillyHeights } from '../helpers/profiles.ts'

// A software Vulkan driver, slow, but it runs the true WGSL path.
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json'
if (existsSync(SWIFTSHADER)) process.env.VK_ICD_FILENAMES ??= SWIFTSHADER

t.setTimeout(120_000)

const FLOAT32_DB = 0.1
const RAYS = 5
const STEPS = 300
const SPACING_M = 120

const heightsM = new Float32Array(RAYS * STEPS)
for (let ray = 0; ray < RAYS; ray++) {
  // All start on the same ground, below the antenna.
  const heights = hillyHeights(STEPS, ray + 1)
  heightsM.set(
    heights.map((height) => height - (heights[0] as number) + 390),
    ray * STEPS,
  )
}

const common: Omit<ProfileJob, 'model'> = {
  rays: RAYS,
  steps: STEPS,
  heightsM,
  azimuthsDeg: [0, 72, 144, 216, 288],
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

/** The same receiver by the function in float64; the antenna of the transmitter is at one height for all rays. */
function plainLossDb(job: ProfileJob, ray: number, step: number): number {
  const { frequencyMhz, model, rxHeightM, spacingM, txAntennaM } = job
  const path = Float64Array.from(job.heightsM.subarray(ray * job.steps, ray * job.steps + step + 1))
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
      const azimuth = ((job.azimuthsDeg?.[ray] ?? 90) * Math.PI) / 180
      const tx = (job.txLatDeg * Math.PI) / 180
      const half = distanceKm / 2 / 6371
      const sine = Math.sin(tx) * Math.cos(half) + Math.cos(tx) * Math.sin(half) * Math.cos(azimuth)
      const latitudeDeg = (Math.asin(sine) * 180) / Math.PI
      return p1812({ ...profile, zones, clutterM }, { ...ends, ...model, latitudeDeg }).lossDb
    }
  }
}

function judge(t: Test, job: ProfileJob, losses: Float32Array, every = 7): void {
  let worst = 0
  let where = ''
  for (let ray = 0; ray < job.rays; ray++) {
    for (let step = 1; step < job.steps; step += every) {
      const want = plainLossDb(job, ray, step)
      const error = Math.abs((losses[ray * job.steps + step] as number) - want)
      if (error <= worst) continue
      worst = error
      where = `ray ${ray}, step ${step}: ${losses[ray * job.steps + step]} for ${want}`
    }
  }
  t.ok(worst <= FLOAT32_DB, `${job.model.name}: at most ${worst.toFixed(5)} dB off (${where})`)
}

for (const backend of ['cpu', 'webasm', 'webgpu'] satisfies Backend[]) {
  const device = await openOr(backend)
  const skip = device === undefined ? `no ${backend} adapter on this machine` : false
  t.test(`${backend} gives what the functions give`, { skip }, async (t) => {
    if (device === undefined) return
    const engine = new ProfileEngine(device)
    t.teardown(async () => {
      await engine.destroy()
      await device.destroy()
    })
    for (const model of models) {
      const job = { ...common, model }
      judge(t, job, await engine.compute(job))
    }
  })
}

t.test('receivers at a fixed altitude, sea, a flat earth, and steps of 20 m', async (t) => {
  const { engine } = await open(t)
  for (const changed of [
    { receiverFollowsGround: false, rxHeightM: 900 },
    { spacingM: 20, rxHeightM: 1.5 },
    { kFactor: 0 },
    { frequencyMhz: 5900, spacingM: 400 },
  ]) {
    for (const model of [p526Model, { ...p1812Model, zone: 'sea' as const, timePercent: 50 }]) {
      const job = { ...common, ...changed, model }
      judge(t, job, await engine.compute(job), 23)
    }
  }
})

t.test('receivers below ground have no loss', async (t) => {
  const { engine } = await open(t)
  const job = { ...common, receiverFollowsGround: false, rxHeightM: 390, model: p526Model }
  const losses = await engine.compute(job)
  let below = 0
  let wrong = 0
  for (let at = 0; at < losses.length; at++) {
    const isBelow = (heightsM[at] as number) > 390
    if (isBelow) below++
    if (Number.isNaN(losses[at]) !== isBelow) wrong++
  }
  t.ok(below > 100 && below < losses.length - 100, `${below} are below`)
  t.equal(wrong, 0)
})

t.test('more rays than a batch holds, and more steps than the smallest shape', async (t) => {
  const { engine } = await open(t)
  const rays = 1030
  const many = new Float32Array(rays * 20)
  for (let ray = 0; ray < rays; ray++) {
    many.set(hillyHeights(20, ray), ray * 20)
    many[ray * 20] = 390
  }
  const job = {
    ...common,
    rays,
    steps: 20,
    heightsM: many,
    azimuthsDeg: new Float64Array(rays),
    model: p526Model,
  }
  const portions: number[] = []
  const losses = await engine.compute(job, { onProgress: (portion) => portions.push(portion) })
  judge(t, job, losses, 13)
  t.ok(portions.length > 1 && portions.at(-1) === 1, `progress ${portions}`)

  const long = Float32Array.from(hillyHeights(1100, 1))
  const one = { ...common, rays: 1, steps: 1100, heightsM: long, spacingM: 60 }
  for (const model of [p526Model, p1812Model]) {
    const longJob = { ...one, model }
    judge(t, longJob, await engine.compute(longJob), 97)
  }
})

t.test('two jobs at once, what is asked wrongly, and one that is called off', async (t) => {
  const { engine } = await open(t)
  const job = { ...common, model: p526Model }
  const [first, second] = await Promise.all([
    engine.compute(job),
    engine.compute({ ...job, frequencyMhz: 70 }),
  ])
  judge(t, job, first, 41)
  judge(t, { ...job, frequencyMhz: 70 }, second, 41)
  await t.rejects(engine.compute({ ...job, steps: 1 }), /Expected 2 to 4096 steps, got 1/)
  await t.rejects(engine.compute({ ...job, rays: 4 }), /Expected 4 x 300 = 1200 heights, got 1500/)
  await t.rejects(engine.compute(job, { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

async function openOr(backend: Backend): Promise<Device | undefined> {
  try {
    return await openDevice(backend)
  } catch (error) {
    if (error instanceof BackendUnavailableError) return undefined
    throw error
  }
}

async function open(t: Test) {
  const device = await openDevice('webasm')
  const engine = new ProfileEngine(device)
  t.teardown(async () => {
    await engine.destroy()
    await device.destroy()
  })
  return { engine }
}
