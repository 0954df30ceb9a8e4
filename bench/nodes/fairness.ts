import { latencyRow, makeReport, type Report, type Row, rowOf } from '../frame/report.ts'
import { ClientThread, sharingInterval } from '../service/asking-thread.ts'
import type { LoadClient } from '../service/load-clients.ts'
import { Cluster } from './cluster.ts'
import { type BusyAccount, withAccounts } from './demand.ts'

const ACCOUNTS = 20
const HUGE = 3
const NODES = 2
const SMALL = { fields: { max_range: 1, resolution: 100 }, pauseMs: 20 }
/** Simulation of 79 million cells: several seconds on a node with two threads. */
const LARGE = { fields: { max_range: 50, resolution: 10 }, pauseMs: 15_000 }
const INTERVAL_MS = 20
/** Maximum ratio of any account's median wait to the mean of all waits. */
const AIM = 2

export function fairnessReport(mast: object, jobs: number): Promise<Report> {
  const each = Math.floor(jobs / ACCOUNTS)
  return Cluster.while(ACCOUNTS, async (cluster) => {
    await cluster.standIns(NODES, {
      [SMALL.fields.max_range]: SMALL.pauseMs,
      [LARGE.fields.max_range]: LARGE.pauseMs,
    })
    return withAccounts(cluster, async (accounts) => {
      const targets = await finishedOnes(cluster, accounts, mast)
      const poller = new ClientThread(cluster.server, sharingInterval(targets, INTERVAL_MS))
      try {
        const before = await cluster.processorSeconds()
        const startMs = performance.now()
        const poll = await poller.during(async () => {
          await Promise.all(accounts.map((account, index) => ask(account, index < HUGE, mast, each)))
        })
        const seconds = (performance.now() - startMs) / 1000
        const api = (await cluster.processorSeconds()).api - before.api
        return makeReport(`${NODES} nodes that pause instead of computing`, [
          ...waitRows(accounts, each),
          rowOf(
            'huge',
            'wait, s',
            accounts.flatMap(({ ended }) =>
              ended
                .filter(({ maxRangeKm }) => maxRangeKm === LARGE.fields.max_range)
                .map(({ waitMs }) => waitMs / 1000),
            ),
          ),
          rowOf('all', 'simulations a second', [(each * ACCOUNTS + HUGE) / seconds]),
          rowOf('all', 'processor time a simulation: API node, ms', [
            (1000 * api) / (each * ACCOUNTS + HUGE),
          ]),
          latencyRow('meanwhile', 'GET /status, p99 in ms', poll.latenciesMs),
          latencyRow('meanwhile', 'lateness of a timer, ms', poll.timersMs),
        ])
      } finally {
        await poller.end()
      }
    })
  })
}

async function ask(account: BusyAccount, isHuge: boolean, mast: object, each: number): Promise<void> {
  const bodies = [
    ...(isHuge ? [{ ...mast, ...LARGE.fields }] : []),
    ...Array<object>(each).fill({ ...mast, ...SMALL.fields }),
  ]
  account.ended.length = 0
  await account.keep(bodies.length, () => bodies.shift())
}

function waitRows(accounts: readonly BusyAccount[], each: number): Row[] {
  const waits = accounts.map(({ ended }) =>
    ended
      .filter(({ maxRangeKm }) => maxRangeKm === SMALL.fields.max_range)
      .map(({ waitMs }) => waitMs / 1000),
  )
  const all = rowOf('small', `wait, s; ${ACCOUNTS} accounts, ${each} each`, waits.flat())
  const medians = waits.map((seconds) => rowOf('', '', seconds).p50 ?? Number.NaN)
  const largest = Math.max(...medians) / all.mean
  return [
    all,
    rowOf('small', 'median wait, s: accounts with a huge one before', medians.slice(0, HUGE)),
    rowOf('small', 'median wait, s: all others', medians.slice(HUGE)),
    {
      ...rowOf('small', `largest median of an account : mean of all; ${AIM} at most`, [largest]),
      pass: largest <= AIM,
    },
  ]
}

/** Runs one simulation per account to completion. */
async function finishedOnes(
  { keys }: Cluster,
  accounts: readonly BusyAccount[],
  mast: object,
): Promise<Omit<LoadClient, 'perMinute'>[]> {
  return Promise.all(
    accounts.map(async (account, index) => {
      const bodies = [{ ...mast, ...SMALL.fields }]
      await account.keep(1, () => bodies.shift())
      return { path: `/api/v1/status/${account.ended[0]?.id}`, apiKey: keys[index] ?? '' }
    }),
  )
}
