/** Cost of many idle event streams: memory of the service, and status latency while the streams are open. */

import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRecords } from '../../storage/records/records.ts'
import { writeSyntheticTerrain } from '../../test/references/synthetic.ts'
import { UsageError } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { latencyRow, makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { ClientThread, sharingInterval } from './asking-thread.ts'
import type { LoadClient } from './load-clients.ts'
import { newKey, newSimulation } from './local-server.ts'
import { memoryOf } from './process-memory.ts'
import { ServerProcess } from './server-process.ts'

const INTERVAL_MS = 10
const ASKED_MS = 20_000
const WARM_UP_MS = 3000
const STREAMS_A_KEY = 10
/** Number of accounts: enough for a hundred requests per second within the rate limits. */
const TARGETS = 25
/** Number of streams opened concurrently. */
const OPENED_AT_ONCE = 20
const SEED = 2026

export const part = definePart({
  about: `Requests GET /status over kept HTTPS connections every ${INTERVAL_MS} ms for ${ASKED_MS / 1000} s, before and while idle event streams are
open, heartbeats included. The service is a process of its own; reports its resident memory.`,
  help: `  --streams N  streams, ${STREAMS_A_KEY} per key (500)`,
  options: { streams: { type: 'string' } },
  async measure(values) {
    const streams = Number(values.streams ?? 500)
    if (!(Number.isInteger(streams) && streams >= 1 && streams <= 2000)) {
      throw new UsageError(`Expected --streams from 1 to 2000, got ${values.streams}.`)
    }
    // Raises the connection limits, because all streams come from one client address.
    const connections = String(streams + 100)
    const env = { MAX_CONNECTIONS_PER_ADDRESS: connections, MAX_CONNECTIONS: connections }
    return inTemporaryFolder(async (dataDir) => {
      const terrainDir = join(dataDir, 'terrain')
      await writeSyntheticTerrain(terrainDir, { seed: SEED })
      const accounts = await makeAccounts(dataDir, Math.max(TARGETS, Math.ceil(streams / STREAMS_A_KEY)))
      const server = await ServerProcess.start({ DATA_DIR: dataDir, TERRAIN_DIR: terrainDir, ...env })
      try {
        return makeReport('none: nothing is computed', await measure(server, accounts, streams))
      } finally {
        await server.stop()
      }
    })
  },
})

type Account = Omit<LoadClient, 'perMinute'>

/** Accounts with one failed simulation each, as this service computes nothing. */
async function makeAccounts(dataDir: string, number: number): Promise<Account[]> {
  const records = await openRecords(join(dataDir, 'records'))
  const accounts: Account[] = []
  for (let count = 0; count < number; count++) {
    const apiKey = await newKey(records)
    const id = await newSimulation(records, apiKey, { name: 'bench', model: 'los' })
    await records.fail(id, { code: 'internal_error', detail: 'Not computed.' })
    accounts.push({ path: `/api/v1/status/${id}`, apiKey })
  }
  await records.close()
  return accounts
}

async function measure(server: ServerProcess, accounts: Account[], streams: number): Promise<Row[]> {
  const { pid } = server
  const poller = new ClientThread(server, sharingInterval(accounts.slice(0, TARGETS), INTERVAL_MS))
  const ends: (() => void)[] = []
  try {
    const ask = () => poller.during(() => sleep(ASKED_MS))
    await poller.during(() => sleep(WARM_UP_MS))
    const before = await ask()
    const memoryBefore = await memoryOf(pid)
    for (let start = 0; start < streams; start += OPENED_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(OPENED_AT_ONCE, streams - start) }, (_, i) => start + i)
      const opened = numbers.map((number) =>
        open(server, accounts[Math.floor(number / STREAMS_A_KEY)]?.apiKey ?? ''),
      )
      ends.push(...(await Promise.all(opened)))
    }
    await poller.during(() => sleep(WARM_UP_MS))
    const during = await ask()
    const memoryDuring = await memoryOf(pid)
    for (const { statuses } of [before, during]) {
      const refused = Object.keys(statuses).find((status) => status !== '200')
      if (refused !== undefined) throw new Error(`Expected 200 of every status, got ${refused}.`)
    }
    const answer = 'GET /status, p99 in ms'
    const name = `${streams} streams`
    return [
      latencyRow('no stream', answer, before.latenciesMs),
      latencyRow(name, answer, during.latenciesMs),
      latencyRow('no stream', 'lateness of a timer, ms', before.timersMs),
      latencyRow(name, 'lateness of a timer, ms', during.timersMs),
      ...(memoryBefore && memoryDuring
        ? [
            rowOf('no stream', 'resident, MiB', [memoryBefore.residentMiB]),
            rowOf(name, 'resident, MiB', [memoryDuring.residentMiB]),
            rowOf(name, 'per stream, KiB', [
              (1024 * (memoryDuring.residentMiB - memoryBefore.residentMiB)) / streams,
            ]),
          ]
        : []),
    ]
  } finally {
    for (const end of ends) end()
    await poller.end()
  }
}

/** Opens an event stream on a new connection and discards its events; resolves with a close function. */
function open({ origin, certificate }: ServerProcess, apiKey: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` }
    const outgoing = request(
      `${origin}/api/v1/events`,
      { ca: certificate, agent: false, headers },
      (incoming) => {
        if (incoming.statusCode !== 200) reject(new Error(`Expected a stream, got ${incoming.statusCode}.`))
        incoming.on('error', () => {})
        incoming.resume()
        resolve(() => outgoing.destroy())
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}
