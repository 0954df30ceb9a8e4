import { existsSync } from 'node:fs'
import t from 'tap'
import { type Backend, BackendUnavailableError, openDevice } from '../../kernels/device/device.ts'
import { GpuVisibility } from '../../kernels/engines/sight/gpu/engine.ts'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { grazedHills } from '../helpers/grazed-hills.ts'
import { perturbedDevice, zeroDevice } from '../helpers/kernel-devices.ts'
import { realGround } from '../helpers/real-ground.ts'
import { hash, offCenter, randomCase } from '../references/attacked-ground.ts'
import { type LosCase, madeCase, runGpuCase, runModel, runOwnRays } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'

// Debian's chromium brings a software Vulkan driver: slow, but it runs the true WGSL path.
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json'
if (existsSync(SWIFTSHADER)) process.env.VK_ICD_FILENAMES ??= SWIFTSHADER
/** GPU_KERNEL_CASES=2000 and GPU_KERNEL_SEED=7 attack longer, and with other ground. */
const CASES = Number(process.env.GPU_KERNEL_CASES ?? 24)
const SEED = Number(process.env.GPU_KERNEL_SEED ?? 1)
t.setTimeout(1_200_000 + 5000 * CASES)

const rays = new OwnRayEngine()
t.teardown(() => rays.destroy())

/** Ten sites: real ground and made, near the equator and far north, small and large cells. */
async function sites(): Promise<[string, LosCase][]> {
  const [latDeg, lonDeg] = [50.052, 11.8535]
  const real: LosCase = {
    ground: await realGround(latDeg, lonDeg, 12),
    ...{ latDeg, lonDeg, resolutionM: 90, rangeKm: 12, kFactor: 4 / 3 },
    transmitter: { heightM: 60, mode: 'AGL' },
    receiver: { heightM: 2, mode: 'AGL' },
  }
  const zone = { fraction: 0.6, frequencyMhz: 868 }
  const made = (seed: number, change: Partial<LosCase> & { half?: number }) =>
    madeCase((row, col) => 90 * hash(seed, row >> 2, col >> 2) + 15 * hash(seed + 1, row, col), {
      transmitter: { heightM: 80, mode: 'AGL' },
      receiver: { heightM: 5, mode: 'AGL' },
      half: 150,
      rangeKm: 9,
      ...change,
    })
  return [
    ['hills of SRTM', real],
    ['the same with a zone', { ...real, fresnel: zone }],
    ['a flat earth', { ...real, kFactor: 0, receiver: { heightM: 900, mode: 'AMSL' } }],
    ['a low mast', { ...real, transmitter: { heightM: 3, mode: 'AGL' }, resolutionM: 60, rangeKm: 6 }],
    ['grazed hills with a hole', grazedHills],
    ['the same with a zone', { ...grazedHills, fresnel: zone }],
    ['the equator', made(1, { latDeg: 0.2 })],
    ['far north', made(3, { latDeg: 70, half: 400 })],
    ['far south, bent earth', made(5, { latDeg: -62, half: 300, kFactor: 0.3, fresnel: zone })],
    ['cells of a third of a post', made(7, { latDeg: 47, resolutionM: 30, rangeKm: 4 })],
  ]
}

const asked = await sites()
const truths = new Map<LosCase, Uint8Array>()
for (const [, site] of asked) truths.set(site, (await runOwnRays(rays, site)).visibility)

for (const backend of ['webgpu', 'webasm', 'cpu'] satisfies Backend[]) {
  const device = await openDevice(backend).catch((error: unknown) => {
    if (error instanceof BackendUnavailableError) return undefined
    throw error
  })
  const skip = device === undefined ? `no ${backend} adapter on this machine` : false
  t.test(
    `${backend}: kernel and models give the rasters of per-cell rays on ten sites`,
    { skip },
    async (t) => {
      if (device === undefined) return
      const engines = new Engines(device, models)
      const gpu = engines.gpu ?? new GpuVisibility(device)
      for (const [name, site] of asked) {
        const truth = truths.get(site) as Uint8Array
        const found = await runGpuCase(gpu, engines.ownRays, site)
        t.ok(found && Buffer.compare(found.visibility, truth) === 0, name)
        const { visibility } = await runModel(engines, site)
        t.equal(Buffer.compare(visibility, truth), 0, `${name}, by its model`)
      }
      await gpu.destroy()
      await engines.destroy()
    },
  )
}

for (const [name, device, cases] of [
  ['float32', await openDevice('webasm'), CASES],
  // Some 15 times as slow.
  ['arithmetic as far off as WGSL allows', perturbedDevice(seededRandom(SEED)), Math.ceil(CASES / 6)],
] as const) {
  t.test(`${name}: no cell of attacked ground is decided wrongly`, async (t) => {
    const gpu = new GpuVisibility(device)
    // Every cell is left open, so that all have rays over the same posts.
    const exact = new GpuVisibility(zeroDevice())
    const random = seededRandom(SEED)
    let [cells, open] = [0, 0]
    for (let at = 0; at < cases; at++) {
      const { asked: centered, name: ground } = randomCase(random)
      const moved = at % 2 === 0 ? centered : offCenter(centered, random)
      const zone = { fraction: 0.1 + 0.9 * random(), frequencyMhz: 100 * 60 ** random() }
      const asked = at % 3 === 0 ? { ...moved, fresnel: zone } : moved
      const found = await runGpuCase(gpu, rays, asked)
      if (found === undefined) continue
      const truth = await runGpuCase(exact, rays, asked)
      cells += found.cellsInRange
      open += found.settled
      t.ok(truth && Buffer.compare(found.visibility, truth.visibility) === 0, `case ${at}: ${ground}`)
    }
    t.comment(`${cells} cells, ${open} of them left open`)
    t.ok(open < 0.2 * cells, 'the kernel decides')
    await gpu.destroy()
    await device.destroy()
  })
}
