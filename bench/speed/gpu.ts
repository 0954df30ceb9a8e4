/** All models on a GPU: complete line-of-sight jobs by size, with host work and cells per second. */

import { openDevice } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { integer, integers } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { type Compute, modelJob } from '../ground/model-job.ts'
import { sceneOf, syntheticRelief } from '../ground/scenes.ts'

const SEED = 2026
const FREQUENCY_MHZ = 868
const DEFAULT_SIDES = '1024,2048,4000'
const DEFAULT_RUNS = 5
const NANOSECONDS_A_MICROSECOND = 1000

const usage = `npm run bench -- gpu [options]

Computes each model on WebGPU, over synthetic terrain in memory whose posts are the cells: the disc within a square of N×N posts.
Milliseconds of a whole job, million cells a second, and processor time per cell, the host's share. For line of sight also the
same job on the processor. The first job of each kind, which compiles, is not counted. Fails without an adapter; a software
adapter is accepted and named.

  --sides N,…   even sides of the squares for los (${DEFAULT_SIDES})
  --others N    side for the other models (1024)
  --runs N      runs of each (${DEFAULT_RUNS})
  --json        one JSON object instead of a table
  --help        show help`

export const run = program({
  usage,
  options: {
    sides: { type: 'string', default: DEFAULT_SIDES },
    others: { type: 'string', default: '1024' },
    runs: { type: 'string', default: String(DEFAULT_RUNS) },
  },
  async measure(values) {
    const sides = integers('--sides', values.sides, 64, 8192)
    const others = integer('--others', values.others, 64, 8192)
    const runs = integer('--runs', values.runs, 1, 100)
    const gpu = new Engines(await openDevice('webgpu'), models)
    const processor = new Engines(await openDevice('webasm'), models)
    const rows: Row[] = []
    for (const model of models.values()) {
      const isLos = model.name === 'los'
      for (const side of isLos ? sides : [others]) {
        for (const engines of isLos ? [gpu, processor] : [gpu]) {
          const scene = sceneOf(syntheticRelief(SEED), side / 2)
          const name = `${model.name}, ${side}², ${engines.device.backend}`
          rows.push(...(await rowsOf(name, modelJob(engines, model, scene, FREQUENCY_MHZ), runs)))
        }
      }
    }
    const { backend, name } = gpu.device
    await processor.destroy()
    await gpu.destroy()
    return makeReport(`${backend}, ${name}`, rows)
  },
})

async function rowsOf(name: string, compute: Compute, runs: number): Promise<Row[]> {
  const [ms, rates, hostNs]: number[][] = [[], [], []]
  await compute()
  for (let at = 0; at < runs; at++) {
    const [startMs, before] = [performance.now(), process.cpuUsage()]
    const cells = await compute()
    const tookMs = performance.now() - startMs
    const { user, system } = process.cpuUsage(before)
    ms.push(tookMs)
    rates.push(cells / 1000 / tookMs)
    hostNs.push((NANOSECONDS_A_MICROSECOND * (user + system)) / cells)
  }
  return [
    rowOf(name, 'a job, ms', ms),
    rowOf(name, 'million cells a second', rates),
    rowOf(name, 'processor time a cell, ns', hostNs),
  ]
}
