/** Runs a simulation in this process, in a temporary folder, with a progress bar and Ctrl-C handling. */

import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileTerrain } from '../../../storage/terrain/terrain.ts'
import type { AntennaReader } from '../../compute/antenna.ts'
import type { ComputeResult } from '../../jobs/protocol.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import type { Call } from '../call/call.ts'
import { Interrupted } from '../errors.ts'
import { type Bar, doing, withBar } from '../terminal/bar.ts'
import { openGround } from './ground.ts'
import { openLocalDevice, simulateLocally } from './simulation.ts'

interface Computed {
  folder: string
  params: SimulationParams
  result: ComputeResult
  terrain: FileTerrain
}

/** Computes over terrain from `--dem`, calls `use` with the rasters, then removes the temporary folder. */
export async function computeHere(
  call: Call<{ dem?: string[]; backend?: string }>,
  paramsOver: (terrain: FileTerrain) => Promise<SimulationParams>,
  { parent, readAntenna }: { parent: string; readAntenna?: AntennaReader },
  use: (computed: Computed) => Promise<void>,
): Promise<void> {
  const { flags } = call
  const { terrain, layers, checkFiles } = await openGround(call, flags.dem)
  const folder = await mkdtemp(join(parent, '.coverage-'))
  // Also runs when the process exits because of a closed pipe or a second Ctrl-C.
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const compute = async (bar: Bar, signal: AbortSignal) => {
    const params = await paramsOver(terrain)
    const device = await openLocalDevice(flags.backend)
    const result = await simulateLocally(params, {
      terrain,
      layers,
      device,
      folder,
      onProgress: (stage, progress) => bar.show(progress, doing[stage]),
      signal,
      ...(readAntenna && { readAntenna }),
    }).finally(() => {
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
