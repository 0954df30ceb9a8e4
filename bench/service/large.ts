/** Largest simulations through the real service: time per cell, memory of all processes, cancellation. */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CoverageClient } from '../../server/client/client.ts'
import { cellsInCircle } from '../../server/config/limits.ts'
import type { RunningServer } from '../../server/main.ts'
import { integers } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { writeWideTerrain } from '../ground/wide-terrain.ts'
import { requestOf } from './large-request.ts'
import { deviceOf, newClient, onLocalServer, started } from './local-server.ts'
import { childrenOf, memoryOf } from './process-memory.ts'

const DEFAULT_MILLIONS = '1,100,400'
const POLL_MS = 20

export const part = definePart({
  about: `Starts the service on synthetic terrain of one arc second and posts one simulation of each size at 30 m a cell (finer
where the circle would exceed 300 km). Reports the time per cell from POST to completed, the peak resident memory of the
service and its compute process together (Linux only), the longest time without progress and its largest step;
finally deletes a running simulation and reports when the device is free.`,
  help: `  --millions N,…  sizes in millions of cells (${DEFAULT_MILLIONS})`,
  options: { millions: { type: 'string', default: DEFAULT_MILLIONS } },
  async measure(values) {
    const sizes = integers('--millions', values.millions, 1, 400)
    return onLocalServer(writeWideTerrain, async ({ server }) => {
      const client = await newClient(server)
      const rows: Row[] = []
      for (const millions of sizes) rows.push(...(await sizeRows(server, client, millions)))
      rows.push(await cancelRow(server, client, sizes))
      return makeReport(deviceOf(server), rows)
    })
  },
})

async function sizeRows(server: RunningServer, client: CoverageClient, millions: number): Promise<Row[]> {
  const { records } = server.services
  const request = requestOf(millions)
  const startMs = performance.now()
  const id = await started(client, request)
  let progress = 0
  let movedMs = startMs
  let longestMs = 0
  let leap = 0
  for (;;) {
    const simulation = records.simulation(id)
    if (simulation === undefined || simulation.status !== 'pending') break
    if (simulation.progress > progress) {
      longestMs = Math.max(longestMs, performance.now() - movedMs)
      leap = Math.max(leap, simulation.progress - progress)
      movedMs = performance.now()
      progress = simulation.progress
    }
    await sleep(POLL_MS)
  }
  const totalMs = performance.now() - startMs
  const { status, error } = records.simulation(id) ?? {}
  if (status !== 'completed') throw new Error(`A simulation failed: ${error?.detail}`)
  const cells = cellsInCircle(request.max_range, request.resolution)
  const name = `${(cells / 1e6).toFixed(0)} million cells, ${request.max_range.toFixed(0)} km`
  const file = await stat(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
  const memory = await peakMemoryMiB()
  return [
    rowOf(name, 'POST to completed, s', [totalMs / 1000]),
    rowOf(name, 'POST to completed, ns a cell', [(totalMs * 1e6) / cells]),
    ...(memory === undefined ? [] : [rowOf(name, 'peak memory of all processes so far, MiB', [memory])]),
    rowOf(name, 'longest time without progress, ms', [longestMs]),
    rowOf(name, 'largest step of progress', [leap]),
    rowOf(name, 'size of the GeoTIFF, MiB', [file.size / 2 ** 20]),
  ]
}

/** Sum of the peak memory of this process and its children: an upper bound of the peak of their sum. */
async function peakMemoryMiB(): Promise<number | undefined> {
  let sum = 0
  for (const pid of [process.pid, ...(await childrenOf(process.pid))]) {
    const memory = await memoryOf(pid)
    if (memory === undefined) return undefined
    sum += memory.peakMiB
  }
  return sum
}

/** Time for which the device continues to compute a simulation after its deletion. */
async function cancelRow(server: RunningServer, client: CoverageClient, sizes: number[]): Promise<Row> {
  const { records } = server.services
  const largest = Math.max(...sizes)
  const id = await started(client, requestOf(largest))
  while ((records.simulation(id)?.progress ?? 0) < 0.2) await sleep(POLL_MS)
  const deletedMs = performance.now()
  const simulation = records.simulation(id)
  const account = simulation && records.account(simulation.account_id)
  if (account === undefined) throw new Error('Expected the simulation to run.')
  await server.services.dispatcher.remove(account, id)
  while (server.services.dispatcher.running > 0) await sleep(2)
  return rowOf(`${largest} million cells`, 'DELETE while running to device free, ms', [
    performance.now() - deletedMs,
  ])
}
