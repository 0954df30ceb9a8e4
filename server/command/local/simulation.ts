/** Runs a simulation in this process with the compute engine of the service. */

import { totalmem } from 'node:os'
import { type Backend, type Device, openDevice, openProcessor } from '../../../kernels/device/device.ts'
import { Engines } from '../../../kernels/engines.ts'
import { models } from '../../../kernels/models.ts'
import type { FileTerrain } from '../../../storage/terrain/terrain.ts'
import type { ClassSource } from '../../clutter/class-sources.ts'
import { noLayers } from '../../clutter/refusals.ts'
import type { AntennaReader } from '../../compute/antenna.ts'
import { MemoryNeeded } from '../../compute/errors.ts'
import { simulate } from '../../compute/simulate.ts'
import { version } from '../../config/config.ts'
import { defaultMaxPosts } from '../../config/limits.ts'
import { type Disc, jobOf, usesMap } from '../../jobs/job.ts'
import { tooManyPosts } from '../../jobs/posts.ts'
import type { ComputeResult, ComputeStage } from '../../jobs/protocol.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { refuseTooLarge } from '../../simulations/size.ts'
import { Failure, UsageError } from '../errors.ts'
import { missingTiles } from './ground.ts'

export const LOCAL_ID = 'local'

const backends = ['auto', 'webgpu', 'webasm', 'cpu'] as const

export interface LocalOptions {
  terrain: FileTerrain
  layers: readonly ClassSource[]
  device: Device
  folder: string
  onProgress: (stage: ComputeStage, progress: number) => void
  signal: AbortSignal
  readAntenna?: AntennaReader
}

/** Opens a backend; by default the CPU, as probing for a GPU takes longer than most simulations. */
export async function openLocalDevice(backend: string | undefined): Promise<Device> {
  if (backend === undefined) return openProcessor()
  const known = backends.find((each) => each === backend)
  if (known === undefined)
    throw new UsageError(`Expected --backend ${backends.join(', ')}, got "${backend}".`)
  if (known !== 'auto') return openDevice(known satisfies Backend)
  const { chooseDevice } = await import('../../compute/device/choose.ts')
  return (await chooseDevice('auto')).device
}

/** Runs a validated simulation; refuses simulations that exceed memory, like the service. */
export async function simulateLocally(
  params: SimulationParams,
  options: LocalOptions,
): Promise<ComputeResult> {
  const { terrain, layers, device, folder, onProgress, signal, readAntenna } = options
  const memoryBytes = Math.floor(totalmem() / 2)
  if (usesMap(params) && layers.length === 0) throw noLayers(params)
  const job = jobOf(
    params,
    layers.map(({ layer }) => layer),
  )
  const { parts } = await terrain.survey(job.disc.bounds)
  refuseTooLarge(job, parts, defaultMaxPosts, memoryBytes)
  const engine = { version, device, models: new Engines(device, models, true) }
  const asked = { id: LOCAL_ID, accountId: LOCAL_ID, job, memoryBytes, rasterDirectory: folder }
  try {
    return await simulate(
      asked,
      { openParts: terrain.openParts, layers: layers.map(({ files }) => files) },
      engine,
      {
        onProgress,
        signal,
        maxPosts: defaultMaxPosts,
        ...(readAntenna && { readAntenna }),
      },
    )
  } catch (error) {
    if (signal.aborted) throw error
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
