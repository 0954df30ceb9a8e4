/** Whether the service stays reachable while it computes: the status of a simulation, asked a hundred times a second. */

import { createClient } from '../../server/client/client.ts'
import { cellsOf, defaultPlans, planOf } from '../../server/config/limits.ts'
import type { RunningServer } from '../../server/main.ts'
import { writeSyntheticTerrain } from '../../storage/terrain/synthetic.ts'
import { UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { latencyRow, makeReport, type Row } from '../frame/report.ts'
import { AskingThread } from './asking-thread.ts'
import { deviceOf, newKey, onLocalServer, started } from './local-server.ts'
import type { Poll, PollerOptions } from './status-poller.ts'

const INTERVAL_MS = 10
const IDLE_MS = 6000
/** A fast device finishes one simulation before the percentiles mean anything; then more follow. */
const MINIMUM_BUSY_MS = 6000
const WARM_UP_MS = 1500
/** What people take for at once (Miller 1968); a machine that does not keep it while idle is held to twice its own. */
const AT_ONCE_MS = 100
const RANGE_KM = 35
const SEED = 2026

const usage = `npm run bench -- status [--cells N] [--json]

Asks GET /status over one kept HTTPS connection every ${INTERVAL_MS} ms, first while the service idles, then while it
computes a simulation on synthetic terrain. Passes if all answers are 200 and, while it computes, 99 of 100 come within
${AT_ONCE_MS} ms, or within twice what the same machine needs while idle. Beside it stands how late the asking thread's own
timers rang: that much is the machine's.

  --cells N   cells of the simulation (10000000)
  --json      one JSON object instead of a table
  --help      this text`

export const run = program({
  usage,
  options: { cells: { type: 'string' } },
  async measure(values) {
    const cells = Number(values.cells ?? 10_000_000)
    const { maxCells } = planOf({ plan: 'enterprise' }, defaultPlans)
    if (!(cells >= 10_000 && cells <= maxCells)) {
      throw new UsageError(`Expected --cells from 10000 to ${maxCells}, got ${values.cells}.`)
    }

    const putTerrain = (folder: string) => writeSyntheticTerrain(folder, { seed: SEED })
    return onLocalServer(putTerrain, async ({ server, ground }) =>
      makeReport(deviceOf(server), await measure(server, ground.outlook, cells)),
    )
  },
})

async function measure(
  server: RunningServer,
  outlook: { latDeg: number; lonDeg: number },
  cells: number,
): Promise<Row[]> {
  const { certificate, records } = server.services
  const mast = { tx_lat: outlook.latDeg, tx_lon: outlook.lonDeg, tx_height: 30, frequency: 868 }
  const simulate = async (apiKey: string, resolution: number, rangeKm: number) => {
    const client = createClient(server.url, { apiKey, ca: certificate.cert })
    return started(client, { ...mast, resolution, max_range: rangeKm })
  }
  const ended = async (id: string) => {
    while (records.simulation(id)?.status === 'pending') await sleep(20)
    const { status, error } = records.simulation(id) ?? {}
    if (status !== 'completed') throw new Error(`A simulation failed: ${error?.detail}`)
  }

  // Accounts enough that a hundred requests a second exceed nobody's rate, each with a simulation of its own.
  const accounts = Math.ceil(
    (1.25 * 60_000) / INTERVAL_MS / planOf({ plan: 'enterprise' }, defaultPlans).requestsPerMinute,
  )
  const targets: PollerOptions['targets'] = []
  for (let count = 0; count < accounts; count++) {
    const apiKey = await newKey(records)
    const id = await simulate(apiKey, 100, 1)
    await ended(id)
    targets.push({ path: `/api/v1/status/${id}`, apiKey })
  }
  const busyKey = await newKey(records)
  const resolution = Math.ceil(1000 * 1000 * RANGE_KM * Math.sqrt(Math.PI / cells)) / 1000

  const poller = new AskingThread<PollerOptions, Poll>('status-poller', {
    origin: server.url,
    certificate: certificate.cert,
    intervalMs: INTERVAL_MS,
    targets,
  })
  try {
    await poller.during(() => sleep(WARM_UP_MS))
    const idle = await poller.during(() => sleep(IDLE_MS))
    let simulations = 0
    const startMs = performance.now()
    const busy = await poller.during(async () => {
      do {
        await ended(await simulate(busyKey, resolution, RANGE_KM))
        simulations++
      } while (performance.now() - startMs < MINIMUM_BUSY_MS)
    })
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    const millions = (cellsOf(RANGE_KM, resolution) / 1e6).toFixed(1)
    const busyName = `${simulations} × ${millions} million cells in ${seconds} s`
    refuseRefused(idle)
    refuseRefused(busy)
    const answer = 'GET /status, p99 in ms'
    const idleRow = latencyRow('idle', answer, idle.latenciesMs)
    const toleranceMs = Math.max(AT_ONCE_MS, 2 * (idleRow.p99 ?? 0))
    return [
      idleRow,
      latencyRow(busyName, answer, busy.latenciesMs, toleranceMs),
      latencyRow('idle', 'lateness of a timer, ms', idle.timersMs),
      latencyRow(busyName, 'lateness of a timer, ms', busy.timersMs),
    ]
  } finally {
    await poller.end()
  }
}

function refuseRefused({ asked, refused }: Poll): void {
  if (refused.length === 0) return
  throw new Error(`${refused.length} of ${asked} answers were not 200; the first of them was ${refused[0]}.`)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
