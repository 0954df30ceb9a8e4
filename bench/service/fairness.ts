/** Delay of a small line-of-sight simulation while other accounts run the largest jobs of their plans. */

import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPlans, planOf } from '../../server/config/limits.ts'
import type { Plan } from '../../storage/records/types.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import { deviceOf, onService } from './finished-result.ts'
import type { ServerProcess } from './server-process.ts'

/** Maximum 95th percentile of the delay of small jobs in s. */
const TOLERANCE_S = 2
const DEFAULT_ROUNDS = 20
/** Time in ms for the jobs of other accounts to start. */
const SETTLE_MS = 4000
const MAXIMUM_PAUSE_MS = 1500
const POLL_MS = 25

type Fields = Record<string, string | number>

interface OtherJobs {
  accounts: number
  plan: Plan
  fields: Fields
}

const mast = { tx_lat: wideTerrain.latDeg, tx_lon: wideTerrain.lonDeg, tx_height: 30, frequency: 868 }
const small: Fields = { ...mast, max_range: 1 }
const otherJobs: Record<string, OtherJobs> = {
  'p1812 to 30 km': { accounts: 1, plan: 'pro', fields: { model: 'p1812', max_range: 30 } },
  'p1812 to 150 km': { accounts: 3, plan: 'pro', fields: { model: 'p1812', max_range: 150 } },
  'itm to 100 km': { accounts: 2, plan: 'enterprise', fields: { model: 'itm', max_range: 100 } },
  'p526 to 100 km': { accounts: 2, plan: 'pro', fields: { model: 'p526', max_range: 100 } },
  'los_fresnel to 100 km': { accounts: 2, plan: 'pro', fields: { model: 'los_fresnel', max_range: 100 } },
  'hata to 20 km': {
    accounts: 2,
    plan: 'pro',
    fields: { model: 'hata', max_range: 20, resolution: 4, rx_height: 1.5 },
  },
  'los of 100 million cells': {
    accounts: 2,
    plan: 'pro',
    fields: { max_range: 169, resolution: 30 },
  },
  'los to 300 km at 1 km': { accounts: 2, plan: 'pro', fields: { max_range: 300, resolution: 1000 } },
  'los to 7 km, eight accounts': { accounts: 8, plan: 'enterprise', fields: { max_range: 7 } },
  'los to 12 km, eight accounts': { accounts: 8, plan: 'enterprise', fields: { max_range: 12 } },
}

export const part = definePart({
  about: `Starts the service in a process of its own on synthetic terrain of one arc second. One account requests line of sight to
1 km repeatedly: alone, then while other accounts run as many simulations as their plans allow, one kind at
a time. Passes if 95 of 100 complete within ${TOLERANCE_S} s more than their median time alone.`,
  help: `  --rounds N    small simulations per case (${DEFAULT_ROUNDS})
  --kind TEXT   only this kind of other accounts' simulations`,
  options: { rounds: { type: 'string', default: String(DEFAULT_ROUNDS) }, kind: { type: 'string' } },
  async measure(values) {
    const rounds = integer('--rounds', values.rounds, 1, 1000)
    const { kind } = values
    const cases = Object.entries(otherJobs).filter(([name]) => kind === undefined || name.includes(kind))
    const plans = cases.flatMap(([, { accounts, plan }]) => Array<Plan>(accounts).fill(plan))
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, ['enterprise', ...plans], async (service) => {
        const { server } = service
        const [own = '', ...keys] = service.keys
        await ask(server, own, small)
        const aloneS = await takeTimes(server, own, rounds)
        const alone = rowOf('alone', 'POST to completed, s', aloneS)
        const rows: Row[] = [alone]
        for (const [name, { accounts, plan, fields }] of cases) {
          const others = keys.splice(0, accounts).map((apiKey) => ({ plan, apiKey }))
          const busy = keepBusy(server, others, { ...mast, ...fields })
          await sleep(SETTLE_MS)
          const seconds = await takeTimes(server, own, rounds)
          const completed = await busy.stop()
          const row = percentileRow(name, seconds, (alone.p50 ?? 0) + TOLERANCE_S)
          rows.push(row, rowOf(name, 'other simulations completed meanwhile', [completed]))
        }
        return makeReport(await deviceOf(service), rows)
      }),
    )
  },
})

/** Seconds from acceptance to completion of sequential small jobs, according to their records. */
async function takeTimes(server: ServerProcess, apiKey: string, rounds: number): Promise<number[]> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    seconds.push(await ask(server, apiKey, small))
    // Starts each round at a different phase of the other accounts' jobs.
    await sleep((MAXIMUM_PAUSE_MS * ((round * 7) % 10)) / 10)
  }
  return seconds
}

async function ask(server: ServerProcess, apiKey: string, fields: Fields): Promise<number> {
  const { status, text } = await server.ask('POST', '/api/v1/simulate', apiKey, fields)
  if (status !== 201) throw new Error(`Expected a small simulation to be accepted: ${text}`)
  const { id } = JSON.parse(text)
  const results = `/api/v1/results/${id}.tif`
  // Polls results, whose rate limit is twenty times the rate limit of statuses.
  while ((await server.ask('HEAD', results, apiKey)).status === 404) await sleep(POLL_MS)
  const record = (await server.ask('GET', `/api/v1/status/${id}`, apiKey)).json<{
    status: string
    created_at: string
    completed_at: string
  }>()
  if (record.status !== 'completed') throw new Error(`A small simulation is ${record.status}.`)
  return (Date.parse(record.completed_at) - Date.parse(record.created_at)) / 1000
}

/** Keeps as many simulations running as each plan allows; `stop` deletes these simulations. */
function keepBusy(server: ServerProcess, users: { plan: Plan; apiKey: string }[], fields: Fields) {
  let isOn = true
  let completed = 0
  const tasks = users.flatMap(({ plan, apiKey }) =>
    Array.from({ length: planOf({ plan }, defaultPlans).concurrent }, async () => {
      while (isOn) {
        const { status, text } = await server.ask('POST', '/api/v1/simulate', apiKey, fields)
        if (status !== 201 && status !== 429 && status !== 503) throw new Error(text)
        if (status !== 201) {
          await sleep(1000)
          continue
        }
        const { id } = JSON.parse(text)
        while (isOn) {
          await sleep(500)
          const head = await server.ask('HEAD', `/api/v1/results/${id}.tif`, apiKey)
          if (head.status === 200) {
            completed++
            break
          }
        }
        await server.ask('DELETE', `/api/v1/simulations/${id}`, apiKey)
      }
    }),
  )
  return {
    async stop(): Promise<number> {
      isOn = false
      await Promise.all(tasks)
      return completed
    },
  }
}

function percentileRow(name: string, seconds: number[], tolerance: number): Row {
  const sorted = seconds.toSorted((a, b) => a - b)
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN
  return {
    ...rowOf(name, `POST to completed, s; 95th percentile ${p95.toFixed(2)}`, seconds),
    tolerance,
    pass: p95 <= tolerance,
  }
}
