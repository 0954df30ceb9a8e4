/** Service in a separate process, over HTTPS: time from POST to completion, and latency under load. */

import type { HttpsClient } from '../frame/https-client.ts'
import { percentile } from '../frame/report.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import { ClientThread, sharingInterval } from '../service/asking-thread.ts'
import type { Service } from '../service/finished-result.ts'
import { requestOf } from '../service/large-request.ts'
import { type Measure, series } from './measure.ts'

/** Number of accounts: enough to stay below the rate limits. */
export const ACCOUNTS = 25
const INTERVAL_MS = 10
const LOAD_MS = 2500
/** Number of concurrent simulations during the latency measurement. */
const BUSY_JOBS = 2
/** Number of repetitions of small simulations, whose times of a few milliseconds are noisy. */
const SMALL_TIMES = 5

const small = {
  ...{ tx_lat: wideTerrain.latDeg, tx_lon: wideTerrain.lonDeg, tx_height: 30, frequency: 868 },
  ...{ max_range: 1, resolution: 30 },
}
const million = requestOf(1)

export interface OpenService {
  measures: Measure[]
  backend: string
  device: string
  close(): Promise<void>
}

export async function openService({ server, clients, keys }: Service): Promise<OpenService> {
  const { backend, device } = (await server.ask('GET', '/health')).json<{ backend: string; device: string }>()
  const ids = await Promise.all(clients.map((client) => completed(client, small)))
  const targets = ids.map((id, index) => ({ path: `/api/v1/status/${id}`, apiKey: keys[index] ?? '' }))
  const clientThread = new ClientThread(server, sharingInterval(targets, INTERVAL_MS))
  let turn = 0
  const next = () => clients[turn++ % clients.length] as HttpsClient
  const name = 'service, los'
  return {
    ...{ backend, device },
    measures: [
      {
        series: [series(name, 'POST to completed, 1 km, ms')],
        sample: async () => [(await timedMs(SMALL_TIMES, () => completed(next(), small))) / SMALL_TIMES],
      },
      {
        series: [series(name, 'POST to completed, a million cells, ms')],
        sample: async () => [await timedMs(1, () => completed(next(), million))],
      },
      {
        series: [
          series('clients under load', 'GET /status, median, ms'),
          series('clients under load', 'GET /status, 95th percentile, ms'),
        ],
        async sample() {
          const { latenciesMs, statuses } = await clientThread.during(() => keepBusy(next))
          const refused = Object.keys(statuses).find((status) => status !== '200')
          if (refused !== undefined) throw new Error(`Expected 200 of every status, got ${refused}.`)
          const sorted = Float64Array.from(latenciesMs).sort()
          return [percentile(sorted, 0.5), percentile(sorted, 0.95)]
        },
      },
    ],
    close: () => clientThread.end(),
  }
}

/** Keeps BUSY_JOBS million-cell simulations running for LOAD_MS; resolves when all have completed. */
async function keepBusy(next: () => HttpsClient): Promise<void> {
  const endMs = performance.now() + LOAD_MS
  const busy = async () => {
    while (performance.now() < endMs) await completed(next(), million)
  }
  await Promise.all(Array.from({ length: BUSY_JOBS }, busy))
}

/** Runs a simulation; resolves with its id on completion. */
async function completed(client: HttpsClient, body: object): Promise<string> {
  const headers = { prefer: 'wait=60' }
  const ask = { method: 'POST', body, headers }
  const { id, status } = await client.json<{ id: string; status: string }>('/api/v1/simulate', ask)
  if (status !== 'completed') throw new Error(`Expected a simulation to be completed, it is ${status}.`)
  return id
}

async function timedMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  for (let count = 0; count < times; count++) await work()
  return performance.now() - startMs
}
