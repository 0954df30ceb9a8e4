/** Clients in a worker thread that request statuses at given rates, without waiting for earlier responses. */

import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpsClient } from '../frame/https-client.ts'

export interface LoadOptions {
  origin: string
  /** Trusted certificate as PEM. */
  certificate: string
  clients: LoadClient[]
}

export interface LoadClient {
  apiKey: string
  path: string
  perMinute: number
}

export interface Load {
  /** Times from a request's due time to the end of its response, including waits for earlier requests. */
  latenciesMs: number[]
  /** Delays of this thread's timers: the part of the latencies that the machine causes. */
  timersMs: number[]
  /** Number of responses by status; status 0: no response. */
  statuses: Record<number, number>
}

const { origin, certificate, clients } = workerData as LoadOptions
let isOn = false

async function run(
  { path, perMinute }: LoadClient,
  client: HttpsClient,
  phase: number,
  load: Load,
): Promise<void> {
  const intervalMs = 60_000 / perMinute
  const requests: Promise<void>[] = []
  // Each client starts at a random phase of its interval.
  for (let dueMs = performance.now() + phase * intervalMs; isOn; dueMs += intervalMs) {
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    if (!isOn) break
    const sentMs = performance.now()
    load.timersMs.push(Math.max(0, sentMs - dueMs))
    requests.push(
      client
        .ask(path)
        .then(
          ({ status }) => status,
          () => 0,
        )
        .then((status) => {
          load.latenciesMs.push(performance.now() - sentMs)
          load.statuses[status] = (load.statuses[status] ?? 0) + 1
        }),
    )
  }
  await Promise.all(requests)
}

const connections = clients.map(
  ({ apiKey }) => new HttpsClient(origin, { apiKey, certificate, connections: 1 }),
)

async function runAll(): Promise<void> {
  const load: Load = { latenciesMs: [], timersMs: [], statuses: {} }
  await Promise.all(
    clients.map((client, index) =>
      run(client, connections[index] as HttpsClient, index / clients.length, load),
    ),
  )
  parentPort?.postMessage(load)
}

parentPort?.on('message', (message: 'start' | 'stop') => {
  isOn = message === 'start'
  if (isOn) void runAll()
})
