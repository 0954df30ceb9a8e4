/** Runs a simulation in this process, in a temporary folder, with a progress bar and Ctrl-C handling. */

import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Device, openDevice, openProcessor } from '../../../kernels/device/device.ts'
import { Engines } from '../../../kernels/engines.ts'
import { models } from '../../../kernels/models.ts'
import type { FileTerrain } from '../../../storage/terrain/terrain.ts'
import { noLayers } from '../../clutter/refusals.ts'
import type { AntennaReader } from '../../compute/antenna.ts'
import { MemoryNeeded } from '../../compute/errors.ts'
import { type SimulateOptions, simulate } from '../../compute/simulate.ts'
import { version } from '../../config/config.ts'
import { defaultMaxPosts } from '../../config/limits.ts'
import { type Disc, jobOf, usesMap } from '../../jobs/job.ts'
import { tooManyPosts } from '../../jobs/posts.ts'
import type { ComputeResult } from '../../jobs/protocol.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { refuseTooLarge } from '../../simulations/size.ts'
import type { Call } from '../call/call.ts'
import { Failure, Interrupted, UsageError } from '../errors.ts'
import type { VerifyFlags } from '../flags.ts'
import { type Bar, doing, withBar } from '../terminal/bar.ts'
import { type Ground, missingTiles, openGround } from './ground.ts'
import { LOCAL_ID } from './rasters.ts'

const backends = ['auto', 'webgpu', 'webasm', 'cpu'] as const

interface Computed {
  folder: string
  params: SimulationParams
  result: ComputeResult
  terrain: FileTerrain
}

/** Computes over terrain from `--dem`, calls `use` with the rasters, then removes the temporary folder. */
export async function computeHere(
  call: Call<VerifyFlags>,
  paramsOver: (terrain: FileTerrain) => Promise<SimulationParams>,
  { parent, ...antennas }: { parent: string; readAntenna?: AntennaReader },
  use: (computed: Computed) => Promise<void>,
): Promise<void> {
  const { flags } = call
  const ground = await openGround(call, flags.dem)
  const { terrain, checkFiles } = ground
  const folder = await mkdtemp(join(parent, '.coverage-'))
  // Also runs when the process exits because of a closed pipe or a second Ctrl-C.
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const compute = async (bar: Bar, signal: AbortSignal) => {
    const params = await paramsOver(terrain)
    const device = await openLocalDevice(flags.backend)
    const onProgress: SimulateOptions['onProgress'] = (stage, progress) => bar.show(progress, doing[stage])
    const options = { onProgress, signal, maxPosts: defaultMaxPosts, ...antennas }
    const result = await simulateOver(ground, params, device, folder, options).finally(() => {
      bar.end()
      checkFiles()
    })
    await use({ folder, params, result, terrain })
  }
  try {
    await withBar(call, compute, () => new Interrupted('No file was written.'))
  } finally {
    process.removeListener('exit', clear)
    clear()
    await terrain.close()
  }
}

/** Opens a backend; by default the CPU, as probing for a GPU takes longer than most simulations. */
async function openLocalDevice(backend: string | undefined): Promise<Device> {
  if (backend === undefined) return openProcessor()
  const known = backends.find((each) => each === backend)
  if (known === undefined)
    throw new UsageError(`Expected --backend ${backends.join(', ')}, got "${backend}".`)
  if (known !== 'auto') return openDevice(known)
  const { chooseDevice } = await import('../../compute/device/choose.ts')
  return (await chooseDevice('auto')).device
}

/** Runs a validated simulation with the engine of the service, and its refusal of what exceeds memory. */
async function simulateOver(
  { terrain, layers }: Ground,
  params: SimulationParams,
  device: Device,
  rasterDirectory: string,
  options: SimulateOptions,
): Promise<ComputeResult> {
  const memoryBytes = Math.floor(totalmem() / 2)
  if (usesMap(params) && layers.length === 0) throw noLayers(params)
  const job = jobOf(
    params,
    layers.map(({ layer }) => layer),
  )
  const { parts } = await terrain.survey(job.disc.bounds)
  refuseTooLarge(job, parts, defaultMaxPosts, memoryBytes)
  const engine = { version, device, models: new Engines(device, models, true) }
  const asked = { id: LOCAL_ID, accountId: LOCAL_ID, job, memoryBytes, rasterDirectory }
  try {
    const files = { openParts: terrain.openParts, layers: layers.map((each) => each.files) }
    return await simulate(asked, files, engine, options)
  } catch (error) {
    if (options.signal.aborted) throw error
    throw await explained(error, terrain, job.disc)
  } finally {
    await engine.models.destroy()
  }
}

async function explained(error: unknown, terrain: FileTerrain, disc: Disc): Promise<unknown> {
  if (error instanceof MemoryNeeded) return new Failure('too_many_posts', tooManyPosts(error.posts))
  const { code, message } = error as { code?: unknown; message: string }
  if (code !== 'terrain_unavailable') return error
  const { latDeg, lonDeg } = disc
  const under = { southDeg: latDeg, northDeg: latDeg + 1e-9, westDeg: lonDeg, eastDeg: lonDeg + 1e-9 }
  return new Failure(code, `${message} ${await missingTiles(terrain, under)}`.trim())
}
