/** Service at its plans' rate limits: statuses requested at the full rate while device and queue are busy. */

import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPlans, maximumWaiting, planOf } from '../../server/config/limits.ts'
import type { Plan } from '../../storage/records/types.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { latencyRow, makeReport, type Row } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import { ClientThread } from './asking-thread.ts'
import { deviceOf, onService } from './finished-result.ts'
import type { ServerProcess } from './server-process.ts'

const ACCOUNTS = 20
const IDLE_MS = 6000
const WARM_UP_MS = 1500
/** Maximum latency that feels immediate; where idle latency is higher, twice the idle latency is allowed. */
const TOLERANCE_MS = 50
/** Requests per minute of each account's rate limit that are reserved for requests other than statuses. */
const RESERVED_A_MINUTE = 20
const RANGE_KM = 35
const BUSY_CELLS = 4e6
/** Number of additional accounts with `--hour`, so that an hour of requests stays within all limits. */
const HOUR_ACCOUNTS = 400
const HOUR_WORKERS = 8
const SAMPLES = 8

const mast = { tx_lat: wideTerrain.latDeg, tx_lon: wideTerrain.lonDeg, tx_height: 30, frequency: 868 }

interface User {
  plan: Plan
  apiKey: string
  statusPath: string
}

export const part = definePart({
  about: `Starts the service in a process of its own on synthetic terrain. ${ACCOUNTS} accounts, half pro, half enterprise, request GET /status
at the full rate of their plans, each on a connection of its own: first while the service idles, then while every
account has a simulation of ${BUSY_CELLS / 1e6} million cells running. Then they start as many simulations as they may, more than the
queue holds. Passes if 99 of 100 statuses arrive within ${TOLERANCE_MS} ms, or within twice the idle latency of the machine; if no
response is 5xx below the queue's limit; and if above it all rejections are 429 or 503 with Retry-After.`,
  help: `  --seconds N   duration of the load (30)
  --hour        also an hour's requests as fast as possible, and the growth of memory`,
  options: { seconds: { type: 'string', default: '30' }, hour: { type: 'boolean', default: false } },
  async measure(values) {
    const seconds = integer('--seconds', values.seconds, 5, 600)
    const plans = Array.from({ length: ACCOUNTS }, (_, at): Plan => (at % 2 === 0 ? 'pro' : 'enterprise'))
    const more = Array<Plan>(values.hour ? HOUR_ACCOUNTS : 0).fill('enterprise')
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, [...plans, ...more], async (service) => {
        const { server, keys } = service
        const users: User[] = []
        for (const [at, plan] of plans.entries())
          users.push(await firstSimulation(server, { plan, apiKey: keys[at] ?? '' }))
        const rows = await statusRows(server, users, seconds)
        rows.push(...(await floodRows(server, users)))
        if (values.hour) rows.push(...(await hourRows(server, keys.slice(ACCOUNTS), users)))
        const notes = ['Clients, service and computation share this machine.']
        return makeReport(await deviceOf(service), rows, notes)
      }),
    )
  },
})

async function firstSimulation(
  server: ServerProcess,
  { plan, apiKey }: Pick<User, 'plan' | 'apiKey'>,
): Promise<User> {
  const { text } = await server.ask('POST', '/api/v1/simulate', apiKey, {
    ...mast,
    resolution: 100,
    max_range: 1,
  })
  const statusPath = `/api/v1/status/${JSON.parse(text).id}`
  for (;;) {
    const { status } = (await server.ask('GET', statusPath, apiKey)).json()
    if (status === 'completed') return { plan, apiKey, statusPath }
    if (status !== 'pending') throw new Error(`Expected a simulation to be completed, it is ${status}.`)
    await sleep(500)
  }
}

async function statusRows(server: ServerProcess, users: User[], seconds: number): Promise<Row[]> {
  const clients = new ClientThread(
    server,
    users.map(({ plan, apiKey, statusPath }) => ({
      apiKey,
      path: statusPath,
      perMinute: planOf({ plan }, defaultPlans).requestsPerMinute - RESERVED_A_MINUTE,
    })),
  )
  try {
    await clients.during(() => sleep(WARM_UP_MS))
    const idle = await clients.during(() => sleep(IDLE_MS))
    const before = await memoryOf(server)
    const posted: number[] = []
    let completed = 0
    const busy = await clients.during(async () => {
      const endMs = performance.now() + 1000 * seconds
      completed = await keepBusy(server, users, endMs, posted)
    })
    const after = await memoryOf(server)
    const idleRow = latencyRow('idle', 'GET /status, p99 in ms', idle.latenciesMs)
    const tolerance = Math.max(TOLERANCE_MS, 2 * (idleRow.p99 ?? 0))
    const name = `${users.length} accounts, device busy for ${seconds} s`
    return [
      idleRow,
      latencyRow(name, 'GET /status, p99 in ms', busy.latenciesMs, tolerance),
      latencyRow('idle', 'lateness of a timer, ms', idle.timersMs),
      latencyRow(name, 'lateness of a timer, ms', busy.timersMs),
      countRow(name, 'simulations completed', completed),
      ...statusCounts(name, 'GET /status', busy.statuses, (status) => status === 200),
      ...statusCounts(name, 'POST /simulate', tally(posted), (status) => status === 201 || status === 429),
      countRow('before', 'resident memory, MiB', before),
      countRow('after', 'resident memory, MiB', after),
    ]
  } finally {
    await clients.end()
  }
}

/** Keeps one simulation per account running until `endMs`, then deletes the remaining simulations. */
async function keepBusy(
  server: ServerProcess,
  users: User[],
  endMs: number,
  posted: number[],
): Promise<number> {
  const before = await server.figure('coverage_simulation_duration_seconds_count')
  await Promise.all(
    users.map(async ({ apiKey }) => {
      while (performance.now() < endMs) {
        const { status, text } = await server.ask('POST', '/api/v1/simulate', apiKey, large())
        posted.push(status)
        if (status !== 201) {
          await sleep(2000)
          continue
        }
        const { id } = JSON.parse(text)
        for (;;) {
          await sleep(Math.min(5000, Math.max(0, endMs - performance.now())))
          const record = (await server.ask('GET', `/api/v1/status/${id}`, apiKey)).json()
          if (record.status === 'completed') break
          if (performance.now() < endMs) continue
          await server.ask('DELETE', `/api/v1/simulations/${id}`, apiKey)
          break
        }
      }
    }),
  )
  return (await server.figure('coverage_simulation_duration_seconds_count')) - before
}

/** Overfills the queue: each account starts one simulation more than its plan's concurrent limit. */
async function floodRows(server: ServerProcess, users: User[]): Promise<Row[]> {
  // Waits until earlier rate windows have expired.
  await sleep(60_000)
  const keys = users.flatMap(({ plan, apiKey }) =>
    Array.from({ length: planOf({ plan }, defaultPlans).concurrent + 1 }, () => apiKey),
  )
  const replies = await Promise.all(
    keys.map(async (apiKey) => ({
      apiKey,
      ...(await server.ask('POST', '/api/v1/simulate', apiKey, large())),
    })),
  )
  const waiting = await server.figure('coverage_queue')
  for (const { status, text, apiKey } of replies) {
    if (status === 201) await server.ask('DELETE', `/api/v1/simulations/${JSON.parse(text).id}`, apiKey)
  }
  const name = `${keys.length} simulations at once`
  const withoutRetryAfter = replies.filter(
    ({ status, headers }) => status !== 201 && !(Number(headers['retry-after']) >= 1),
  )
  const overloaded = replies.filter(({ status, text }) => status === 503 && text.includes('"overloaded"'))
  return [
    ...statusCounts(
      name,
      'POST /simulate',
      tally(replies.map(({ status }) => status)),
      (status) => status === 201 || status === 429 || status === 503,
    ),
    { ...countRow(name, 'refused as overloaded', overloaded.length), pass: overloaded.length > 0 },
    {
      ...countRow(name, 'refused without Retry-After', withoutRetryAfter.length),
      pass: withoutRetryAfter.length === 0,
    },
    {
      ...countRow(name, 'maximum waiting', waiting),
      tolerance: maximumWaiting,
      pass: waiting <= maximumWaiting,
    },
  ]
}

async function hourRows(server: ServerProcess, keys: string[], users: User[]): Promise<Row[]> {
  const perMinute = users.reduce((sum, { plan }) => sum + planOf({ plan }, defaultPlans).requestsPerMinute, 0)
  const requests = 60 * perMinute
  const samples: number[] = []
  const statuses: number[] = []
  let sent = 0
  const startMs = performance.now()
  const send = async () => {
    while (sent < requests) {
      const index = sent++
      if (index % Math.ceil(requests / SAMPLES) === 0) samples.push(await memoryOf(server))
      const apiKey = keys[index % keys.length] as string
      statuses.push((await server.ask('GET', '/api/v1/credits', apiKey)).status)
    }
  }
  await Promise.all(Array.from({ length: HOUR_WORKERS }, send))
  samples.push(await memoryOf(server))
  const name = `${requests} requests in ${((performance.now() - startMs) / 1000).toFixed(0)} s`
  // The first half of the samples is warm-up: caches and pools fill.
  const [half = 0, end = 0] = [samples[SAMPLES / 2], samples.at(-1)]
  return [
    ...statusCounts(name, 'GET /credits', tally(statuses), (status) => status === 200 || status === 429),
    countRow(name, 'resident memory at the start, MiB', samples[0] ?? 0),
    countRow(name, 'resident memory at half time, MiB', half),
    {
      ...countRow(name, 'resident memory at the end, MiB', end),
      tolerance: 1.1 * half,
      pass: end <= 1.1 * half,
    },
  ]
}

function large(): object {
  const resolution = Math.ceil(1000 * 1000 * RANGE_KM * Math.sqrt(Math.PI / BUSY_CELLS)) / 1000
  return { ...mast, resolution, max_range: RANGE_KM }
}

async function memoryOf(server: ServerProcess): Promise<number> {
  return (await server.figure('process_resident_memory_bytes')) / 2 ** 20
}

function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function statusCounts(
  name: string,
  what: string,
  counts: Record<number, number>,
  isAllowed: (status: number) => boolean,
): Row[] {
  return Object.entries(counts).map(([status, count]) => ({
    ...countRow(name, `${what}: ${status === '0' ? 'no answer' : status}`, count),
    pass: isAllowed(Number(status)),
  }))
}

function countRow(name: string, quantity: string, value: number): Row {
  return { case: name, quantity, n: 1, mean: value, max: value, pass: true }
}
