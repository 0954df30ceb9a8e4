/** Waits for simulations and handles Ctrl-C. */

import { setTimeout as pause } from 'node:timers/promises'
import { type CoverageClient, type components, dataOf, simulationIn } from '../../client/requests.ts'
import { Failure, Interrupted } from '../errors.ts'
import { type Bar, doing, withBar } from '../terminal/bar.ts'
import type { Call } from './call.ts'
import { type Answer, type Service, waitMsOf } from './service.ts'

export type SimulationRecord = components['schemas']['Simulation']

/** Seconds of `Prefer: wait`, and thus the longest interval between updates of the progress bar. */
const HELD_S = 5
/** Pauses before the first status requests, in ms; most small simulations finish within their sum. */
const FIRST_MS = [250, 500, 1000]
/** Time during which requests to an unreachable service are repeated; the service may be restarting. */
export const ABSENCE_MS = 120_000
export const ABSENCE_PAUSE_MS = 2000

const NO_NODE = 'Waiting: no compute node is connected.'

type Pending = Pick<SimulationRecord, 'id' | 'status' | 'stage' | 'progress' | 'credits_charged'>

type Init = {
  params: { path: { id: string } }
  headers?: { prefer: string }
  signal?: AbortSignal
}

/** Requests that read and delete one kind of record, for the functions that wait for a record. */
export interface Waited<Record extends Pending> {
  read(client: CoverageClient, init: Init): Promise<Answer<Record>>
  remove(client: CoverageClient, init: Init): Promise<Answer<unknown>>
  /** Command line with which the user can continue later. */
  after(id: string): string
}

export const simulations: Waited<SimulationRecord> = {
  read: async (client, init) => {
    const answer = await client.GET('/api/v1/status/{id}', init)
    const { data, ...rest } = answer
    return { ...rest, ...(data && { data: simulationIn(data) }) }
  },
  remove: (client, init) => client.DELETE('/api/v1/simulations/{id}', init),
  after: (id) => `coverage result ${id} --out FILE`,
}

/** Resolves with the final record; tolerates an unreachable service for `ABSENCE_MS`. */
export async function untilEnded<Record extends Pending>(
  service: Service,
  id: string,
  { read }: Waited<Record>,
  { bar, signal }: { bar: Bar; signal?: AbortSignal },
): Promise<Record> {
  const params = { path: { id } }
  const headers = { prefer: `wait=${HELD_S}` }
  const init = { params, headers, ...(signal && { signal }) }
  // Shown before the first request, whose response `Prefer: wait` may delay.
  bar.show(0, doing.queued)
  let absentSinceMs: number | undefined
  for (let tries = 0; ; tries++) {
    const asking = service.answer((client) => read(client, init))
    const answer = await asking.catch((error: unknown) => {
      if (!isAbsent(error)) throw error
      absentSinceMs ??= performance.now()
      if (performance.now() - absentSinceMs > ABSENCE_MS) throw goesOn(error, id)
    })
    if (answer === undefined) {
      await pause(ABSENCE_PAUSE_MS, undefined, signal && { signal })
      continue
    }
    absentSinceMs = undefined
    const { data: record, response } = answer
    const askedMs = waitMsOf(response)
    if (record ? record.status !== 'pending' : !mayPass(response.status)) return dataOf(answer)
    if (record) await showProgress(service, record, bar)
    if (response.headers.has('preference-applied')) continue
    const waitMs = record ? Math.min(askedMs, FIRST_MS[tries] ?? askedMs) : askedMs
    await pause(waitMs, undefined, signal && { signal })
  }
}

/** Shows progress; for a queued record, also whether a compute node is connected. */
async function showProgress(service: Service, { progress, stage }: Pending, bar: Bar): Promise<void> {
  if (stage === 'queued') await showHold(service, bar)
  else bar.show(progress, doing[stage ?? 'queued'])
}

/** Shows progress of a queued record, or that no compute node is connected. */
export async function showHold(
  service: Pick<Service, 'answer'>,
  bar: Bar,
  fraction = 0,
  done: string = doing.queued,
): Promise<void> {
  if (!(await holdWithoutNodes(service, bar, fraction))) bar.show(fraction, done)
}

/** Shows a hint and returns true if the service uses compute nodes and none is connected. */
export async function holdWithoutNodes(
  service: Pick<Service, 'answer'>,
  bar: Bar,
  fraction = 0,
): Promise<boolean> {
  // An unreachable service is reported by the status request instead.
  const health = await service.answer((client) => client.GET('/health')).catch(() => undefined)
  const isWithout = health?.data?.nodes === 0
  if (isWithout) bar.hold(fraction, NO_NODE)
  return isWithout
}

export function isAbsent(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'service_unreachable'
}

/** Error for an accepted simulation on an unreachable service: computing continues after a restart. */
export function goesOn({ code, message }: Failure, id: string): Failure {
  return new Failure(code, `${message}. ${id} remains on the service: coverage watch ${id}`)
}

/** True for a temporary HTTP status, after which a retry may succeed: rate limit, or service restarting. */
export function mayPass(status: number): boolean {
  return status === 429 || status === 503
}

/**
 * Waits for the record started by `start`. Ctrl-C cancels the record, refunds the price and ends the command;
 * a Ctrl-C during `start` takes effect once the service has accepted the request.
 */
export function endedOrCancelled<Record extends Pending>(
  call: Call,
  service: Service,
  start: () => Promise<string>,
  waited: Waited<Record>,
): Promise<Record> {
  let id: string | undefined
  return withBar(
    call,
    async (bar, signal) => {
      id = await start()
      signal.throwIfAborted()
      return untilEnded(service, id, waited, { bar, signal })
    },
    (error) => {
      if (id === undefined) return error
      const begun = id
      return cancelled(service, begun, waited).catch((reason: unknown) =>
        isAbsent(reason) ? goesOn(reason, begun) : reason,
      )
    },
  )
}

/** Cancels a pending record; a record that has finished in the meantime is kept. */
async function cancelled<Record extends Pending>(
  service: Service,
  id: string,
  { read, remove, after }: Waited<Record>,
): Promise<Interrupted> {
  const params = { path: { id } }
  const record = await service.ask((client) => read(client, { params }))
  if (record.status !== 'pending') {
    return new Interrupted(`${id} was already ${record.status}: ${after(id)}`)
  }
  await service.ask((client) => remove(client, { params }))
  const credits = record.credits_charged ?? 0
  const refund = `${credits} ${credits === 1 ? 'credit was' : 'credits were'} refunded`
  return new Interrupted(`${id} was canceled${(await service.isUnmetered()) ? '' : `; ${refund}`}.`)
}
