/** Cost of accepting simulations and reading statuses by number of records, and event loop blocking. */

import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openRecords } from '../../storage/records/records.ts'
import type { RecordStore, Simulation } from '../../storage/records/types.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { latencyRow, makeReport, type Row } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { mainThreadMs } from './process-memory.ts'
import { RecordsServer, result } from './records-server.ts'

const SIZES = [1000, 100_000]
const HUGE = 500_000
const ACCOUNTS = 20
/** Number of requests of each kind per round. */
const REQUESTS = 400
const REQUESTS_A_ROUND = 10
const DEFAULT_ROUNDS = 5
const BURST = 4000
const IN_FLIGHT = 16
/** Maximum ratio of a figure for the largest store to that for the smallest store. */
const MAXIMUM_GROWTH = 1.5
const MAXIMUM_ITERATION_MS = 20
const MAXIMUM_START_MS = 3000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

interface Store {
  name: string
  dataDir: string
  ids: string[]
  acceptMs: number[]
  statusMs: number[]
  openMs: number[]
  memoryMb: number[]
}

export const part = definePart({
  about: `Fills stores with ${SIZES.join(' and ')} simulations of ${ACCOUNTS} accounts. Then starts the service on each of them, with
computations that take no time, and alternately starts ${REQUESTS} simulations and reads ${REQUESTS} statuses over HTTPS, so that other load
affects all stores alike. Finally accepts and completes ${BURST} simulations in each store, ${IN_FLIGHT} at a time, and measures the lateness
of the event loop, compared with an idle one, and (on Linux) the processor time of its iterations.

Passes if the larger stores' median and p99 are within ${MAXIMUM_GROWTH} times those of the smallest, 100 000 records open within
${MAXIMUM_START_MS / 1000} s, and no iteration of the loop takes more than ${MAXIMUM_ITERATION_MS} ms of CPU.`,
  help: `  --rounds N   rounds of requests (${DEFAULT_ROUNDS})
  --huge       also ${HUGE} simulations`,
  options: {
    rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
    huge: { type: 'boolean', default: false },
  },
  async measure(values) {
    const rounds = integer('--rounds', values.rounds, 1, 100)
    return inTemporaryFolder(async (root) => {
      const stores: Store[] = []
      const rows: Row[] = [latencyRow('disk', 'append of 1 KB with fdatasync, ms', await diskMs(root))]
      for (const size of values.huge ? [...SIZES, HUGE] : SIZES) {
        const dataDir = join(root, String(size))
        const { ids, seconds } = await fill(join(dataDir, 'records'), size)
        const name = `${size} simulations`
        stores.push({ name, dataDir, ids, acceptMs: [], statusMs: [], openMs: [], memoryMb: [] })
        rows.push(latencyRow(name, 'stored per second while filling', [size / seconds]))
      }
      for (let round = 0; round < rounds; round++) {
        for (const store of stores) await measureOpening(store)
        await measureRequests(stores)
      }
      rows.push(...growthRows(stores, 'POST /simulate', ({ acceptMs }) => acceptMs))
      rows.push(...growthRows(stores, 'GET /status', ({ statusMs }) => statusMs))
      for (const store of stores) rows.push(...(await storeRows(store)))
      for (const store of stores) rows.push(...(await burstRows(store)))
      return makeReport('none: the computation takes no time', rows)
    })
  },
})

/** Time in ms of a disk sync, which every accepted simulation waits for. */
async function diskMs(folder: string): Promise<number[]> {
  const file = await open(join(folder, 'disk'), 'w')
  const timesMs: number[] = []
  for (let count = 0; count < 300; count++) {
    const startMs = performance.now()
    await file.write(Buffer.alloc(1024, 'x'))
    await file.datasync()
    timesMs.push(performance.now() - startMs)
  }
  await file.close()
  return timesMs
}

async function fill(folder: string, count: number): Promise<{ ids: string[]; seconds: number }> {
  const records = await openRecords(folder)
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, () =>
      records.createAccount({ name: 'bench', plan: 'enterprise', credits: 10_000_000, limit: 10_000_000 }),
    ),
  )
  const ids: string[] = []
  const startMs = performance.now()
  const next = async () => {
    while (ids.length < count) {
      const simulation = await accept(records, accounts[ids.length % ACCOUNTS].id)
      ids.push(simulation.id)
      await records.complete(simulation.id, result)
    }
  }
  await Promise.all(Array.from({ length: 200 }, next))
  const seconds = (performance.now() - startMs) / 1000
  await records.close()
  return { ids, seconds }
}

async function accept(records: RecordStore, account_id: string): Promise<Simulation> {
  const { mast } = RecordsServer
  const outcome = await records.accept({ account_id, params: mast, price: 1, monthly_limit: 1e9 })
  if (outcome.outcome !== 'accepted') throw new Error(`Expected accepted, got ${outcome.outcome}.`)
  return outcome.simulation
}

async function measureOpening(store: Store): Promise<void> {
  const beforeMb = memoryMb()
  const startMs = performance.now()
  const records = await openRecords(join(store.dataDir, 'records'))
  store.openMs.push(performance.now() - startMs)
  // Measured in the first round only: later rounds leave more garbage than a collection frees.
  if (store.memoryMb.length === 0) store.memoryMb.push(memoryMb() - beforeMb)
  await records.close()
}

/** Alternates between the services on all stores, so that other load affects all stores alike. */
async function measureRequests(stores: Store[]): Promise<void> {
  const servers: { store: Store; server: RecordsServer }[] = []
  try {
    for (const store of stores) servers.push({ store, server: await RecordsServer.start(store.dataDir) })
    for (let sent = -REQUESTS_A_ROUND; sent < REQUESTS; sent += REQUESTS_A_ROUND) {
      for (const { store, server } of servers) {
        const acceptMs = await server.ask(REQUESTS_A_ROUND, () => server.simulate())
        const anyId = () => store.ids[Math.floor(Math.random() * store.ids.length)]
        const statusMs = await server.ask(REQUESTS_A_ROUND, () => server.status(anyId()))
        // The first iterations are warm-up.
        if (sent < 0) continue
        store.acceptMs.push(...acceptMs)
        store.statusMs.push(...statusMs)
      }
      servers.reverse()
    }
  } finally {
    for (const { server } of servers) await server.stop()
  }
}

/** Used heap in MB after a full garbage collection. */
function memoryMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Median and 99th percentile for each store, with ratios to the smallest store. */
function growthRows(stores: Store[], what: string, timesOf: (store: Store) => number[]): Row[] {
  const [smallest] = stores
  return (['p50', 'p99'] as const).flatMap((name) =>
    stores.map((store) => {
      const row = latencyRow(store.name, `${what}, ${name} in ms`, timesOf(store))
      if (store === smallest) return row
      const tolerance = MAXIMUM_GROWTH * (latencyRow('', '', timesOf(smallest))[name] ?? 0)
      return { ...row, tolerance, pass: (row[name] ?? 0) <= tolerance }
    }),
  )
}

async function storeRows(store: Store): Promise<Row[]> {
  const folder = join(store.dataDir, 'records')
  const opening = latencyRow(store.name, 'opening the records, ms', store.openMs)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => ({ name, mb: (await stat(join(parentPath, name))).size / 1e6 })),
  )
  const sum = (pattern: RegExp) =>
    sizes.filter(({ name }) => pattern.test(name)).reduce((total, { mb }) => total + mb, 0)
  return [
    store.ids.length > 100_000
      ? opening
      : { ...opening, tolerance: MAXIMUM_START_MS, pass: opening.max <= MAXIMUM_START_MS },
    latencyRow(store.name, 'memory of the open records, MB', store.memoryMb),
    latencyRow(store.name, 'records.json, MB', [sum(/^records\.json$/)]),
    latencyRow(store.name, 'journals, MB', [sum(/^journal/)]),
    latencyRow(store.name, 'segments, MB', [sum(/^(simulations|ledger)-/)]),
    latencyRow(store.name, 'files', [sizes.length]),
  ]
}

/** Event loop blocking while many simulations are accepted and files are written. */
async function burstRows(store: Store): Promise<Row[]> {
  const records = await openRecords(join(store.dataDir, 'records'))
  try {
    const accounts = records.accounts()
    let left = BURST
    const next = async () => {
      while (left-- > 0) {
        const { id } = await accept(records, accounts[left % accounts.length].id)
        await records.complete(id, result)
      }
    }
    const startMs = performance.now()
    const busy = await iterationsDuring(async () => {
      await Promise.all(Array.from({ length: IN_FLIGHT }, next))
    })
    const lastedMs = performance.now() - startMs
    const idle = await iterationsDuring(() => sleep(lastedMs))
    const name = `${store.name}, ${BURST} more`
    const cpu = latencyRow(name, 'CPU time of an iteration of the event loop, max in ms', busy.cpuMs)
    return [
      latencyRow(name, 'lateness of the event loop, ms', busy.lateMs),
      latencyRow(`${store.name}, idle`, 'lateness of the event loop, ms', idle.lateMs),
      ...(busy.cpuMs.length > 0
        ? [{ ...cpu, tolerance: MAXIMUM_ITERATION_MS, pass: cpu.max <= MAXIMUM_ITERATION_MS }]
        : []),
    ]
  } finally {
    await records.close()
  }
}

/** Delay and processor time of each iteration of a 1 ms timer. */
async function iterationsDuring(work: () => Promise<void>): Promise<{ lateMs: number[]; cpuMs: number[] }> {
  const lateMs: number[] = []
  const cpuMs: number[] = []
  let last = { atMs: performance.now(), cpuMs: mainThreadMs() }
  const timer = setInterval(() => {
    const now = { atMs: performance.now(), cpuMs: mainThreadMs() }
    lateMs.push(Math.max(0, now.atMs - last.atMs - 1))
    if (now.cpuMs !== undefined && last.cpuMs !== undefined) cpuMs.push(now.cpuMs - last.cpuMs)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return { lateMs, cpuMs }
}
