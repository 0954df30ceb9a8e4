/** Description of the machine, and its speed in reference work. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type Measure, series } from './measure.ts'

export interface Machine {
  processor: string
  cores: number
  memoryGib: number
  node: string
}

export function machine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

/** Commit of a folder, with `-dirty` if files were changed; `undefined` if git is not available. */
export async function commitOf(folder: string): Promise<string | undefined> {
  const args = ['-C', folder, 'describe', '--always', '--dirty', '--abbrev=8', '--exclude=*']
  const described = promisify(execFile)('git', args).catch(() => undefined)
  return (await described)?.stdout.trim()
}

export const MACHINE = 'machine'
/** Niceness values of the service and of its compute process. */
const NICENESSES = [0, 10]

/** Reference work in one thread per core, at each niceness; samples are the times of the slowest thread. */
export function openSpeed(): { measures: Measure[]; close(): Promise<unknown> } {
  const url = new URL(`./spin${extname(import.meta.filename)}`, import.meta.url)
  const pools = NICENESSES.map((niceness) =>
    Array.from({ length: availableParallelism() }, () => new Worker(url, { workerData: { niceness } })),
  )
  const measures = pools.map((workers, index) => ({
    series: [
      series(MACHINE, `fixed work on all cores at niceness ${NICENESSES[index]}, ms`),
      series(MACHINE, `its processor time, niceness ${NICENESSES[index]}, ms`, { clock: 'processor' }),
    ],
    async sample() {
      const before = process.cpuUsage()
      const answers = workers.map(async (worker) => {
        const answer = once(worker, 'message')
        worker.postMessage('')
        return (await answer)[0].tookMs as number
      })
      const tookMs = Math.max(...(await Promise.all(answers)))
      const { user, system } = process.cpuUsage(before)
      return [tookMs, (user + system) / 1000]
    },
  }))
  return { measures, close: () => Promise.all(pools.flat().map((worker) => worker.terminate())) }
}
