/** Reference work in a thread, independent of this project: makes runs on shared machines comparable. */

import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

const { niceness } = workerData as { niceness: number }
// Niceness is per thread on Linux; on other systems it would apply to the whole process.
if (process.platform === 'linux') setPriority(niceness)

const STEPS = 8_000_000
/** Table of 64 KiB, within a core's caches; a larger table would depend on other programs' cache use. */
const table = Float64Array.from({ length: 2 ** 13 }, (_, at) => Math.sin(at))
let result = 0

parentPort?.on('message', () => {
  const startMs = performance.now()
  let at = 1
  for (let step = 0; step < STEPS; step++) {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0
    result = 0.5 * result + Math.sqrt(Math.abs(table[at >>> 19] + result))
  }
  parentPort?.postMessage({ tookMs: performance.now() - startMs, result })
})
