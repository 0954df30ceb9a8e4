/** Event latency of one account while the webhook receivers of ten other accounts hang, drip or flood. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpsClient } from '../frame/https-client.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { latencyRow, makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { ClientThread, sharingInterval } from '../service/asking-thread.ts'
import { onService, type Service } from '../service/finished-result.ts'
import { memoryOf, processorSecondsOf } from '../service/process-memory.ts'
import type { Arrived } from './hostile-receivers.ts'

const ACCOUNTS = 10
const WEBHOOKS = 10
const KINDS = ['silent', 'dripping', 'flooding']
const POLL_MS = 20
/** Interval in ms between simulations of each hostile account; `OWN_EVERY_MS` is for the eleventh account. */
const EVERY_MS = 4000
const OWN_EVERY_MS = 1000
const EVENT_TOLERANCE_MS = 2000
const HEALTH_TOLERANCE_MS = 50
/** Tolerated duration in ms of a delivery attempt: the timeout of 15 s plus 1 s. */
const TRY_TOLERANCE_MS = 16_000
const LAST_EVENTS_MS = 5000

interface Simulated {
  client: HttpsClient
  everyMs: number
}

export const part = definePart({
  about: `${ACCOUNTS} accounts have ${WEBHOOKS} webhooks each; a third of the receivers is silent, a third drips, a third sends 103 endlessly. Each
account starts a simulation every ${EVERY_MS / 1000} s. An eleventh account starts one every second and has a webhook that answers.
Passes if 99 of 100 of its events arrive within ${EVENT_TOLERANCE_MS / 1000} s, GET /health answers within ${HEALTH_TOLERANCE_MS} ms (99 of 100), and no
delivery took longer than ${TRY_TOLERANCE_MS / 1000} s. The receivers and the clients run on the same machine.`,
  help: `  --minutes N  of each part (10)
  --collect    a full garbage collection each second in the service and its threads`,
  options: { minutes: { type: 'string', default: '10' }, collect: { type: 'boolean', default: false } },
  async measure({ minutes, collect }) {
    const durationMs = 60_000 * integer('--minutes', minutes, 1, 600)
    const collector = join(import.meta.dirname, `collect${extname(import.meta.filename)}`)
    const env = {
      WEBHOOK_ALLOW: '127.0.0.0/8',
      ...(collect && { NODE_OPTIONS: `--import ${collector}` }),
    }
    const receivers = fork(join(import.meta.dirname, `hostile-receivers${extname(import.meta.filename)}`))
    try {
      const [{ port }] = (await once(receivers, 'message')) as [{ port: number }]
      const rows = await inTemporaryFolder((dataDir) =>
        onService(dataDir, ACCOUNTS + 1, (service) => measure(service, { receivers, port, durationMs }), env),
      )
      return makeReport(collect ? 'a full garbage collection each second' : 'no forced collection', rows)
    } finally {
      receivers.disconnect()
    }
  },
})

interface Scene {
  receivers: ChildProcess
  port: number
  durationMs: number
}

async function measure({ server, clients }: Service, { receivers, port, durationMs }: Scene): Promise<Row[]> {
  const { pid } = server
  const own = clients[ACCOUNTS]
  for (const [account, client] of clients.entries()) {
    const kinds =
      client === own ? ['good'] : Array.from({ length: WEBHOOKS }, (_, i) => KINDS[(account + i) % 3])
    for (const [index, kind] of kinds.entries()) {
      const url = `http://127.0.0.1:${port}/${kind}/${account}/${index}`
      await client.json('/api/v1/webhooks', { method: 'POST', body: { url } })
    }
  }
  const latenciesMs: number[] = []
  receivers.on('message', ({ latencyMs }: Arrived) => latenciesMs.push(latencyMs))
  const health = new ClientThread(server, sharingInterval([{ path: '/health', apiKey: '' }], POLL_MS))
  const endMs = performance.now() + durationMs
  const simulated = clients.map((client) => ({ client, everyMs: client === own ? OWN_EVERY_MS : EVERY_MS }))
  const startS = await processorSecondsOf(pid)
  const poll = await health.during(async () => {
    await Promise.all(simulated.map((one) => simulate(one, endMs)))
  })
  const usedS = (await processorSecondsOf(pid)) - startS
  await sleep(LAST_EVENTS_MS)
  const durationsMs: number[] = []
  let errors = 0
  for (const client of clients.slice(0, ACCOUNTS)) {
    const { webhooks } = await client.json<{ webhooks: { id: string }[] }>('/api/v1/webhooks')
    for (const { id } of webhooks) {
      type Deliveries = { deliveries: { last_try: { duration_ms: number; error: string | null } | null }[] }
      const { deliveries } = await client.json<Deliveries>(`/api/v1/webhooks/${id}/deliveries`)
      for (const { last_try } of deliveries) {
        if (last_try === null) continue
        durationsMs.push(last_try.duration_ms)
        if (last_try.error !== null) errors++
      }
    }
  }
  const memory = await memoryOf(pid)
  await health.end()
  const longestMs = Math.max(...durationsMs)
  return [
    latencyRow('eleventh account', 'event to receipt, p99 in ms', latenciesMs, EVENT_TOLERANCE_MS),
    latencyRow('GET /health', 'answer, p99 in ms', poll.latenciesMs, HEALTH_TOLERANCE_MS),
    latencyRow('GET /health', 'lateness of a timer, ms', poll.timersMs),
    { ...rowOf('hostile webhooks', 'longest try, ms', [longestMs], TRY_TOLERANCE_MS) },
    rowOf('hostile webhooks', 'deliveries tried, of which failed', [durationsMs.length, errors]),
    rowOf('service', 'processor, share of one', [(1000 * usedS) / durationMs]),
    ...(memory ? [rowOf('service', 'resident, MiB', [memory.residentMiB])] : []),
  ]
}

/** Starts a simulation at each interval; requests that the plan rejects are skipped. */
async function simulate({ client, everyMs }: Simulated, endMs: number): Promise<void> {
  const body = { tx_lat: 47.6333, tx_lon: 8.925, tx_height: 20, frequency: 868, max_range: 1 }
  while (performance.now() < endMs) {
    const startMs = performance.now()
    await client.ask('/api/v1/simulate', { method: 'POST', body })
    await sleep(Math.max(0, everyMs - (performance.now() - startMs)))
  }
}
