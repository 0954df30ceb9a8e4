/** Many candidate sites in one job, compared with sequential simulations of some in the same process. */

import { join } from 'node:path'
import { openProcessor } from '../../kernels/device/device.ts'
import { candidateCells } from '../../server/compute/candidates.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { gridOf, jobOf } from '../../server/jobs/job.ts'
import { withDefaults } from '../../server/requests/simulation.ts'
import { beginTerrain } from '../../storage/terrain/terrain.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { wideTerrain, writeWideTerrain } from '../ground/wide-terrain.ts'

const MEMORY_BYTES = 2 ** 31
/** Maximum ratio of the time per candidate site to the time of a single simulation. */
const MAXIMUM_RATIO = 0.5
/** Half of the candidate area's sides in degrees. */
const AREA = { latDeg: 0.13, lonDeg: 0.2 }
/** Generators of low-discrepancy points in the plane: multiples modulo 1. */
const SPREAD = { lat: 0.6180339887, lon: 0.7548776662 }

export const part = definePart({
  about: `Line of sight over 30 km of synthetic ground of one arc second with cells of 90 m: candidates in an area of 29 by 30 km as one
job, from terrain to sets of covered cells, alternating with simulations of some of them, from terrain to raster file. Reports
time and processor time of one candidate or simulation, and the ratio of consecutive rounds.`,
  help: `  --candidates N  candidates per job (200)
  --singles N     simulations per job (50)
  --rounds N      rounds of both (3)`,
  options: {
    candidates: { type: 'string', default: '200' },
    singles: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
  },
  async measure(values) {
    const count = integer('--candidates', values.candidates, 2, 10_000)
    const singles = integer('--singles', values.singles, 1, count)
    const rounds = integer('--rounds', values.rounds, 1, 20)
    return inTemporaryFolder((folder) => measure(folder, count, singles, rounds))
  },
})

async function measure(rasterDirectory: string, count: number, singles: number, rounds: number) {
  const folder = join(rasterDirectory, 'terrain')
  await writeWideTerrain(folder)
  const terrain = await beginTerrain({ folders: [folder] })
  await terrain.scanning
  const device = await openProcessor()
  const engine = await openEngine('0', device)
  const { signal } = new AbortController()
  const { latDeg: midLat, lonDeg: midLon } = wideTerrain
  const request = { tx_height: 30, frequency: 868, max_range: 30 }
  const params = withDefaults({ ...request, tx_lat: midLat, tx_lon: midLon, resolution: 90 })
  const grid = gridOf(params)
  const places = Array.from({ length: count }, (_, at) => ({
    latDeg: midLat + AREA.latDeg * (2 * ((at * SPREAD.lat) % 1) - 1),
    lonDeg: midLon + AREA.lonDeg * (2 * ((at * SPREAD.lon) % 1) - 1),
  }))
  const one = async (at: number) => {
    const { latDeg, lonDeg } = places[at]
    const job = jobOf(withDefaults({ ...request, tx_lat: latDeg, tx_lon: lonDeg, grid }))
    const simulation = {
      id: 'single',
      accountId: 'acc_bench',
      job,
      memoryBytes: MEMORY_BYTES,
      rasterDirectory,
    }
    await simulate(simulation, terrain, engine, { onProgress: () => {}, signal })
  }
  const together = async () => {
    const candidates = { accountId: 'acc_bench', params, places, memoryBytes: MEMORY_BYTES }
    await candidateCells(candidates, terrain, engine, { onProgress: () => {}, signal })
  }
  const [singleMs, singleCpuMs, candidateMs, candidateCpuMs, ratios]: number[][] = [[], [], [], [], []]
  // Warm-up: opens threads and hashes files.
  for (let at = 0; at < 5; at++) await one(at % count)
  for (let round = 0; round < rounds; round++) {
    const single = await timed(singles, async () => {
      for (let at = 0; at < singles; at++) await one((round * singles + at) % count)
    })
    const candidate = await timed(count, together)
    singleMs.push(single.ms)
    singleCpuMs.push(single.cpuMs)
    candidateMs.push(candidate.ms)
    candidateCpuMs.push(candidate.cpuMs)
    ratios.push(candidate.ms / single.ms)
  }
  await engine.models.destroy()
  await terrain.close()
  const [alone, all] = [`${singles} simulations`, `${count} candidates`]
  return makeReport(device.backend, [
    rowOf(alone, 'one in ms', singleMs),
    rowOf(alone, 'one in ms of processor time', singleCpuMs),
    rowOf(all, 'one in ms', candidateMs),
    rowOf(all, 'one in ms of processor time', candidateCpuMs),
    rowOf(all, "a candidate's time over a simulation's", ratios, MAXIMUM_RATIO),
  ])
}

async function timed(count: number, work: () => Promise<void>) {
  const [startMs, start] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(start)
  return { ms: (performance.now() - startMs) / count, cpuMs: (user + system) / 1000 / count }
}
