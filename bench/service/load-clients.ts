/**
 * Clients in a thread of their own, each with its connection and its rate, that ask for statuses whether or not the
 * answers before have come: what piles up when the service is slow is part of what they measure.
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
  /** From when a request was made, which may have to wait for the one before it, to the end of its answer. */
  latenciesMs: number[]
  /** How late this thread's own timers rang: what the machine takes, whatever the service does. */
  timersMs: number[]
  /** Answers by status; 0 for none. */
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
  // Not all of them at the same moment.
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
