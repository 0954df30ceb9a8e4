/** Cost of accepting a batch of 1000 sites, and longest time for which the event loop is blocked. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeSyntheticTerrain } from '../../test/references/synthetic.ts'
import { HttpsClient } from '../frame/https-client.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, rowOf } from '../frame/report.ts'
import { deviceOf, type LocalServer, newKey, onLocalServer } from './local-server.ts'
import { mainThreadMs } from './process-memory.ts'

const SEED = 2026
const MAXIMUM_LOOP_MS = 1000
const MAXIMUM_TURN_MS = 20
const TIMEOUT_MS = 60_000

export const part = definePart({
  about: `Sends batches of line of sight over 1 km on synthetic terrain to a service in this process that computes another batch, and
measures until the response: processor time of the main thread, longest iteration of the event loop, elapsed time. Then waits
until all are computed, about 0.1 s each, and checks the ledger. The first run includes the start of the body parser's thread.`,
  help: `  --sites N  of a batch (1000)
  --runs N   batches (3)`,
  options: { sites: { type: 'string', default: '1000' }, runs: { type: 'string', default: '3' } },
  async measure(values) {
    const sites = integer('--sites', values.sites, 1, 1000)
    const runs = integer('--runs', values.runs, 1, 10)
    return onLocalServer(
      (folder) => writeSyntheticTerrain(folder, { seed: SEED }),
      (started) => measure(started, sites, runs),
    )
  },
})

async function measure({ server }: LocalServer<unknown>, sites: number, runs: number) {
  const { records } = server.services
  const apiKey = await newKey(records)
  const accountId = records.findKey(apiKey)?.account.id ?? ''
  const client = new HttpsClient(server.url, { apiKey })
  const cpuMs: number[] = []
  const turnsMs: number[] = []
  const delaysMs: number[] = []
  const answersMs: number[] = []
  let credits = 0
  try {
    for (let count = 0; count < runs; count++) {
      const delays = monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      const turns = new Turns()
      const [startMs, startCpuMs] = [performance.now(), threadMs()]
      const answer = await client.json<{ credits: number }>('/api/v1/simulations/batch', {
        method: 'POST',
        body: tableOf(sites, count),
        headers: { 'content-type': 'text/csv' },
      })
      answersMs.push(performance.now() - startMs)
      cpuMs.push(threadMs() - startCpuMs)
      delays.disable()
      turnsMs.push(turns.end())
      delaysMs.push(delays.max / 1e6)
      credits += answer.credits
    }
    const computeMs = await untilComputed(server)
    const { entries } = await records.ledger(accountId)
    const sum = entries.reduce((all, { amount }) => all + amount, 0)
    const { balance, held, used_this_month } = records.credits(accountId)
    const isRight = sum === balance && held === 0 && used_this_month === credits
    const name = `${sites} sites`
    return makeReport(
      deviceOf(server),
      [
        rowOf(name, 'processor time of the main thread to the response, ms', cpuMs, MAXIMUM_LOOP_MS),
        rowOf(name, 'longest iteration of the event loop, ms of processor time', turnsMs, MAXIMUM_TURN_MS),
        rowOf(name, 'longest delay of the event loop, ms; other programs count', delaysMs),
        rowOf(name, 'POST to response, ms', answersMs),
        rowOf(`${runs} batches`, 'sequential computation, ms per site', [computeMs / (sites * runs)]),
        {
          ...rowOf(`${runs} batches`, 'credits not accounted for', [Math.abs(sum - balance) + held]),
          pass: isRight,
        },
      ],
      mainThreadMs() === undefined ? ['The processor time is that of all threads of this process.'] : [],
    )
  } finally {
    client.close()
  }
}

async function untilComputed({ services }: LocalServer<unknown>['server']): Promise<number> {
  const startMs = performance.now()
  const { dispatcher } = services
  let fewest = Number.POSITIVE_INFINITY
  let endMs = 0
  for (;;) {
    const left = dispatcher.queued + dispatcher.running
    if (left === 0) break
    if (left < fewest) [fewest, endMs] = [left, performance.now() + TIMEOUT_MS]
    if (performance.now() > endMs) throw new Error(`${left} sites remain and none completes.`)
    await sleep(20)
  }
  return performance.now() - startMs
}

function tableOf(sites: number, run: number): string {
  const rows = Array.from({ length: sites }, (_, site) => {
    const latDeg = 47.55 + ((site * 7919) % 1000) / 10_000
    const lonDeg = 8.85 + ((site * 104_729) % 1000) / 10_000
    return `site ${run} ${site},${latDeg.toFixed(4)},${lonDeg.toFixed(4)},20,868,1,100`
  })
  return ['name,tx_lat,tx_lon,tx_height,frequency,max_range,resolution', ...rows].join('\n')
}

/** Longest event loop iteration in processor time, which excludes the load of other processes. */
class Turns {
  #longestMs = 0
  #lastMs = threadMs()
  readonly #timer = setInterval(() => this.#measure(), 1)

  #measure(): void {
    const nowMs = threadMs()
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#lastMs)
    this.#lastMs = nowMs
  }

  end(): number {
    clearInterval(this.#timer)
    this.#measure()
    return this.#longestMs
  }
}

/** Processor time in ms of the main thread, or of all threads where the system reports only the total. */
function threadMs(): number {
  const { user, system } = process.cpuUsage()
  return mainThreadMs() ?? (user + system) / 1000
}
