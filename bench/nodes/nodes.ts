/** Throughput by number of compute nodes: simulations per second through API node, queue and journal. */

import { setTimeout as sleep } from 'node:timers/promises'
import { nodeSlots } from '../../server/nodes/protocol.ts'
import { syntheticOutlook } from '../../test/references/synthetic.ts'
import { integer, UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { columnRows, makeReport, type Row, rowOf } from '../frame/report.ts'
import { Cluster } from './cluster.ts'
import { type BusyAccount, withAccounts } from './demand.ts'
import { fairnessReport } from './fairness.ts'

const COUNTS = [1, 2, 4]
const REAL_COUNTS = [1, 2]
const PAUSE_MS = 200
const ACCOUNTS = 8
/** Pending simulations per account; the total over all accounts is twice the capacity of four nodes. */
const PENDING = 4
const WARM_UP_MS = 2000
const DEFAULT_SECONDS = 15
const DEFAULT_JOBS = 10_000
/** Minimum speed-up of four nodes over one node. */
const AIM = 3.6
/** Line-of-sight simulation of a million cells. */
const REAL = { max_range: 35, resolution: 62.05 }
const REAL_CELLS = Math.PI * ((1000 * REAL.max_range) / REAL.resolution) ** 2

const mast = {
  tx_lat: syntheticOutlook.latDeg,
  tx_lon: syntheticOutlook.lonDeg,
  tx_height: 30,
  frequency: 868,
}

const usage = `npm run bench -- nodes [--seconds N] [--only stand-ins|kernels] [--json]
npm run bench -- nodes --fairness [--jobs N] [--json]

Runs the service as API node, Redis with an append-only file, a store in a folder and compute nodes, each in its own process on
this machine; requires redis-server. ${ACCOUNTS} accounts keep ${PENDING} simulations pending each over HTTPS and receive their ends on event
streams. Counts simulations per second with ${COUNTS.join(', ')} nodes that pause for ${PAUSE_MS} ms instead of computing (passes if four
nodes complete ${AIM} times as many as one), and with ${REAL_COUNTS.join(' and ')} nodes that compute a million cells each time.

  --fairness    instead, 20 accounts post small simulations, a pause of 20 ms, and three of them a huge one; passes if no
                account's median wait exceeds twice the mean of all; also measures GET /status
  --seconds N   duration with each number of nodes (${DEFAULT_SECONDS})
  --jobs N      small simulations (${DEFAULT_JOBS})
  --only WHAT   stand-ins or kernels
  --json        one JSON object instead of a table
  --help        show help`

export const run = program({
  usage,
  options: {
    fairness: { type: 'boolean', default: false },
    seconds: { type: 'string', default: String(DEFAULT_SECONDS) },
    jobs: { type: 'string', default: String(DEFAULT_JOBS) },
    only: { type: 'string' },
  },
  async measure({ fairness, jobs, only, seconds: secondsText }) {
    const seconds = integer('--seconds', secondsText, 1, 600)
    if (only !== undefined && !/^(stand-ins|kernels)$/.test(only)) {
      throw new UsageError('Expected --only stand-ins or --only kernels.')
    }
    if (fairness) return fairnessReport(mast, integer('--jobs', jobs, 20, 15_000))
    const rows: Row[] = []
    if (only !== 'kernels') rows.push(...(await standInRows(seconds)))
    if (only !== 'stand-ins') rows.push(...(await kernelRows(seconds)))
    return makeReport('nodes', rows, [
      'Clients, API node, Redis and all nodes share this machine. Slots of a node: two for any size, one for small, one for tiny simulations.',
    ])
  },
})

function standInRows(seconds: number): Promise<Row[]> {
  const body = { ...mast, max_range: 1, resolution: 100 }
  return Cluster.while(ACCOUNTS, (cluster) =>
    withAccounts(cluster, async (accounts) => {
      const { slots, smallSlots, tinySlots } = nodeSlots
      const atBest = (1000 * (slots + smallSlots + tinySlots)) / PAUSE_MS
      const rows: Row[] = []
      const rates = new Map<number, number>()
      for (const count of COUNTS) {
        await cluster.standIns(count, { [body.max_range]: PAUSE_MS })
        const name = `${count} × ${PAUSE_MS} ms`
        const counted = await throughput(cluster, accounts, body, seconds)
        rates.set(count, counted.rate)
        rows.push(
          rowOf(name, 'simulations a second', [counted.rate]),
          rowOf(name, "share of the slots' capacity", [counted.rate / (count * atBest)]),
          ...counted.rows.map((row) => ({ ...row, case: name })),
        )
      }
      const ratio = (rates.get(4) ?? 0) / (rates.get(1) ?? 0)
      const aim = rowOf('4 nodes : 1 node', `simulations a second, ratio; at least ${AIM}`, [ratio])
      return [...rows, { ...aim, pass: ratio >= AIM }]
    }),
  )
}

function kernelRows(seconds: number): Promise<Row[]> {
  return Cluster.while(ACCOUNTS, (cluster) =>
    withAccounts(cluster, async (accounts) => {
      const rows: Row[] = []
      for (const count of REAL_COUNTS) {
        await cluster.realNodes(count)
        const name = `${count} × a million cells`
        const counted = await throughput(cluster, accounts, { ...mast, ...REAL }, seconds)
        rows.push(
          rowOf(name, 'simulations a second', [counted.rate]),
          rowOf(name, 'million cells a second', [(counted.rate * REAL_CELLS) / 1e6]),
          ...counted.rows.map((row) => ({ ...row, case: name })),
        )
      }
      return rows
    }),
  )
}

async function throughput(
  cluster: Cluster,
  accounts: readonly BusyAccount[],
  body: object,
  seconds: number,
): Promise<{ rate: number; rows: Row[] }> {
  let isOn = true
  const pending = Promise.all(
    accounts.map((account) => account.keep(PENDING, () => (isOn ? body : undefined))),
  )
  const measuring = async () => {
    await sleep(WARM_UP_MS)
    const before = await cluster.processorSeconds()
    const startMs = performance.now()
    await sleep(1000 * seconds)
    const endMs = performance.now()
    const after = await cluster.processorSeconds()
    const ended = accounts.flatMap((account) =>
      account.ended.filter(({ atMs }) => atMs >= startMs && atMs < endMs),
    )
    const eachMs = (part: keyof typeof after) => [(1000 * (after[part] - before[part])) / ended.length]
    const rows = [
      ...columnRows('', ended, { 'POST to completed, ms': ({ totalMs }) => totalMs }),
      rowOf('', 'processor time a simulation: API node, ms', eachMs('api')),
      rowOf('', 'processor time a simulation: Redis, ms', eachMs('redis')),
      rowOf('', 'processor time a simulation: all nodes, ms', eachMs('nodes')),
    ]
    return { rate: (1000 * ended.length) / (endMs - startMs), rows }
  }
  try {
    // `pending` settles before the end of the measurement only if accounts fail.
    return await Promise.race([
      measuring(),
      pending.then(() => Promise.reject(new Error('All accounts stopped.'))),
    ])
  } finally {
    isOn = false
    await pending
  }
}
