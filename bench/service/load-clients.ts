/**
 * Clients in a thread, each with its own connection and rate, that request statuses whether or not earlier answers
 * have arrived: queueing in a slow service is part of the measurement.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpsClient } from '../frame/https-client.ts'

export interface LoadOptions {
  origin: string
  /** PEM of the service's certificate. */
  certificate: string
  clients: AskingClient[]
}

export interface AskingClient {
  apiKey: string
  path: string
  perMinute: number
}

export interface Load {
  /** From the scheduled time of a request, which may have to wait for the previous one, to the end of its answer. */
  latenciesMs: number[]
  /** Lateness of this thread's timers: delay by the machine, independent of the service. */
  timersMs: number[]
  /** Answers by status; 0: none. */
  statuses: Record<number, number>
}

const { origin, certificate, clients } = workerData as LoadOptions
let isOn = false

async function run(
  { path, perMinute }: AskingClient,
  client: HttpsClient,
  phase: number,
  load: Load,
): Promise<void> {
  const intervalMs = 60_000 / perMinute
  const asked: Promise<void>[] = []
  // Spread over the interval.
  for (let dueMs = performance.now() + phase * intervalMs; isOn; dueMs += intervalMs) {
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    if (!isOn) break
    const sentMs = performance.now()
    load.timersMs.push(Math.max(0, sentMs - dueMs))
    asked.push(
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
  await Promise.all(asked)
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
