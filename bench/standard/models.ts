/** Measurements of all models in the standard run: in the benchmark's process, on ground in memory. */

import type { Backend } from '../../kernels/device/device.ts'
import { openDevice } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { type Compute, modelJob } from '../ground/model-job.ts'
import { sceneOf, syntheticRelief } from '../ground/scenes.ts'
import { type Measure, series } from './measure.ts'

export const SEED = 2026
export const FREQUENCY_MHZ = 600
/** Range in metres that is valid for every model; with one-post cells, enough work for several threads. */
const RANGE_M = 20_000
const CELL_M = 66
/** Minimum duration of a sample in ms: short jobs are repeated. */
const SAMPLE_MS = 200

export interface OpenModels {
  measures: Measure[]
  engines: Engines
  close(): Promise<void>
}

export async function openModels(backend: Backend): Promise<OpenModels> {
  const engines = new Engines(await openDevice(backend), models)
  const relief = { ...syntheticRelief(SEED), spacingM: CELL_M }
  const measures = [...models.values()].map((model) => {
    const name = `${model.name}, ${backend}`
    const compute = modelJob(engines, model, sceneOf(relief, RANGE_M / CELL_M), FREQUENCY_MHZ)
    return {
      series: [
        series(name, 'million cells a second', { better: 'higher' }),
        series(name, 'processor time a cell, ns', { clock: 'processor' }),
      ],
      sample: () => sampled(compute),
    }
  })
  return { measures, engines, close: () => engines.destroy() }
}

async function sampled(compute: Compute): Promise<number[]> {
  const before = process.cpuUsage()
  const startMs = performance.now()
  let cells = 0
  let tookMs = 0
  while (tookMs < SAMPLE_MS) {
    cells += await compute()
    tookMs = performance.now() - startMs
  }
  const { user, system } = process.cpuUsage(before)
  return [cells / 1000 / tookMs, (1000 * (user + system)) / cells]
}
