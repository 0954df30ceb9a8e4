/**
 * A client in a thread of its own, so that neither its clock nor its requests stand still with the service that it
 * measures. Between `start` and `stop` it asks for one status after the other on one kept connection.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { HttpsClient } from '../frame/https-client.ts'

export interface PollerOptions {
  origin: string
  /** PEM of the service's certificate. */
  certificate: string
  intervalMs: number
  /** Asked one after the other: so many that none exceeds its account's rate. */
  targets: { path: string; apiKey: string }[]
}

export interface Poll {
  /** Requests that were sent. */
  asked: number
  /** How late this thread's own timers rang: what the machine takes, whatever the service does. */
  timersMs: number[]
  /** One for each interval, also where an answer that came late left no time to ask. */
  latenciesMs: number[]
  /** Statuses other than 200. */
  refused: number[]
}

const { origin, certificate, intervalMs, targets } = workerData as PollerOptions
const client = new HttpsClient(origin, { certificate, connections: 1 })
let isPolling = false
let next = 0

async function ask(): Promise<number> {
  const { path, apiKey } = targets[next++ % targets.length] as PollerOptions['targets'][number]
  return (await client.ask(path, { headers: { authorization: `Bearer ${apiKey}` } })).status
}

async function poll(): Promise<Poll> {
  const latenciesMs: number[] = []
  const timersMs: number[] = []
  const refused: number[] = []
  let asked = 0
  let dueMs = performance.now()
  while (isPolling) {
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const sentMs = performance.now()
    timersMs.push(Math.max(0, sentMs - dueMs))
    const status = await ask()
    asked++
    if (status !== 200) refused.push(status)
    const tookMs = performance.now() - sentMs
    // What would have been asked while this answer was late counts too, each from when it was due: else one long
    // stall would pass for one slow answer among many fast ones ("coordinated omission").
    for (let lateMs = tookMs; lateMs > 0; lateMs -= intervalMs) latenciesMs.push(lateMs)
    dueMs = sentMs + intervalMs * Math.ceil(tookMs / intervalMs)
  }
  return { asked, timersMs, latenciesMs, refused }
}

parentPort?.on('message', (message: 'start' | 'stop') => {
  isPolling = message === 'start'
  if (isPolling) void poll().then((result) => parentPort?.postMessage(result))
})
