/** Child process of the self-test: computes simulations on one backend and sends an `Outcome`. */

import { join } from 'node:path'
import { type Backend, openDevice } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { checkSimulation } from '../command/local/check.ts'
import { LOCAL_ID, layerOf, rasterOf } from '../command/local/rasters.ts'
import { simulate } from '../compute/simulate.ts'
import { version } from '../config/config.ts'
import { defaultMaxPosts } from '../config/limits.ts'
import { demoTerrain } from '../demo/terrain.ts'
import { jobOf } from '../jobs/job.ts'
import { examplePositions } from '../requests/examples.ts'
import type { Outcome } from './self-test.ts'

const { txLatDeg: tx_lat, txLonDeg: tx_lon } = examplePositions
const site = { tx_lat, tx_lon, tx_height: 30, frequency: 868, resolution: 30, max_range: 2 }
const memoryBytes = 2 ** 28
/** One model of each kind: visibility, loss along a profile, and loss without a profile. */
const names = ['visibility true', 'path_loss true', 'path_loss false'].map(
  (kind) => [...models.values()].find((model) => `${model.kind} ${model.uses_profile}` === kind)?.name,
)

async function compute(backend: Backend, folder: string): Promise<Outcome> {
  const terrain = await openTerrain({ folders: [demoTerrain], isBrief: true })
  const rasters: Outcome['rasters'] = []
  const startMs = performance.now()
  // All models share a device, as in the service: WebGPU does not reliably open a second one per process.
  const device = await openDevice(backend)
  const engine = { version, device, models: new Engines(device, models, true) }
  const { signal } = new AbortController()
  for (const model of names) {
    const params = checkSimulation({ ...site, model })
    const asked = {
      id: LOCAL_ID,
      accountId: LOCAL_ID,
      job: jobOf(params, []),
      memoryBytes,
      rasterDirectory: folder,
    }
    const ground = { openParts: terrain.openParts, layers: [] }
    await simulate(asked, ground, engine, { onProgress: () => {}, signal, maxPosts: defaultMaxPosts })
    const { kind, data } = await readRaster(join(folder, rasterOf(layerOf(params, version).stored)))
    rasters.push({ model: params.model, kind, data })
  }
  return { rasters, seconds: (performance.now() - startMs) / 1000 }
}

process.on('disconnect', () => process.exit(0))
const [, , backend, folder = ''] = process.argv
const outcome = await compute(backend as Backend, folder).catch((error: unknown) => String(error))
process.send?.(outcome, () => process.exit(0))
