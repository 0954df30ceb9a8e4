/** Waiting for a simulation, and what Ctrl-C does meanwhile. */

import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../client/client.ts'
import { ProblemError, simulationIn } from '../client/client.ts'
import { Failure, Interrupted } from './errors.ts'
import { type Service, waitMsOf } from './service.ts'
import { Bar } from './terminal/bar.ts'
import type { Io } from './terminal/io.ts'

export type SimulationRecord = components['schemas']['Simulation']

/** What a service that knows `Prefer: wait` is asked to hold an answer for; the bar moves at least so often. */
const HELD_S = 5
/** Before it says how long to wait itself: most small simulations are done by then. */
const FIRST_MS = [250, 500, 1000]
/** A service that does not answer may be restarting: it is asked again for so long, with pauses. */
export const ABSENCE_MS = 120_000
export const ABSENCE_PAUSE_MS = 2000

export const doing = {
  queued: 'queued',
  reading_terrain: 'reading terrain',
  computing: 'computing',
  writing: 'writing',
}
const NO_NODE = 'No compute node is connected: waiting.'

/** The record when it is final. */
export async function untilFinal(
  service: Service,
  id: string,
  { bar, signal }: { bar: Bar; signal?: AbortSignal },
): Promise<SimulationRecord> {
  const params = { path: { id } }
  const headers = { prefer: `wait=${HELD_S}` }
  const init = { params, headers, ...(signal && { signal }) }
  // The first answer may be held for a while.
  bar.show(0, doing.queued)
  let absentSinceMs: number | undefined
  for (let tries = 0; ; tries++) {
    const asking = service.answer((client) => client.GET('/api/v1/status/{id}', init))
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
    const { data, error, response } = answer
    const askedMs = waitMsOf(response)
    const record = data && simulationIn(data)
    if (record !== undefined && record.status !== 'pending') return record
    if (data === undefined && !mayPass(response.status)) {
      throw new ProblemError(response.status, (error ?? {}) as object, response.statusText)
    }
    if (record) await showProgress(service, record, bar)
    if (response.headers.has('preference-applied')) continue
    const waitMs = data ? Math.min(askedMs, FIRST_MS[tries] ?? askedMs) : askedMs
    await pause(waitMs, undefined, signal && { signal })
  }
}

/** Of one that is queued also whether there is anybody to compute it. */
async function showProgress(
  service: Service,
  { progress, stage }: SimulationRecord,
  bar: Bar,
): Promise<void> {
  if (stage === 'queued') await showHold(service, bar)
  else bar.show(progress, doing[stage ?? 'queued'])
}

/** What is shown while nothing has begun yet, of `done` in place of the word for that. */
export async function showHold(
  service: Pick<Service, 'answer'>,
  bar: Bar,
  fraction = 0,
  done: string = doing.queued,
): Promise<void> {
  if (!(await holdWithoutNodes(service, bar, fraction))) bar.show(fraction, done)
}

/** Says so where the service gives its simulations to compute nodes and none is connected. */
export async function holdWithoutNodes(
  service: Pick<Service, 'answer'>,
  bar: Bar,
  fraction = 0,
): Promise<boolean> {
  const health = await service.answer((client) => client.GET('/health')).catch(() => undefined)
  const isWithout = health?.data?.nodes === 0
  if (isWithout) bar.hold(fraction, NO_NODE)
  return isWithout
}

export function isAbsent(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'service_unreachable'
}

/** It was accepted, so it is computed once the service is there again. */
export function goesOn({ code, message }: Failure, id: string): Failure {
  return new Failure(code, `${message}. ${id} is kept there: coverage watch ${id}`)
}

/** Too many requests, or a service that restarts: it will answer later. */
export function mayPass(status: number): boolean {
  return status === 429 || status === 503
}

/**
 * The final record of a simulation that `start` starts; Ctrl-C cancels it, which gives its credits back, and ends the
 * command. One that comes before the service has answered waits for its answer.
 */
export async function waitOrCancel(
  service: Service,
  start: () => Promise<string>,
  io: Io,
  isQuiet: boolean,
): Promise<SimulationRecord> {
  const interrupted = new AbortController()
  const { signal } = interrupted
  const release = io.onInterrupt(() => interrupted.abort())
  const bar = new Bar(io, isQuiet)
  let id: string | undefined
  try {
    id = await start()
    signal.throwIfAborted()
    return await untilFinal(service, id, { bar, signal })
  } catch (error) {
    if (!signal.aborted || id === undefined) throw error
    bar.end()
    throw await cancelled(service, id).catch((reason: unknown) =>
      isAbsent(reason) && id !== undefined ? goesOn(reason, id) : reason,
    )
  } finally {
    bar.end()
    release()
  }
}

/** What has finished meanwhile stays. */
async function cancelled(service: Service, id: string): Promise<Interrupted> {
  const params = { path: { id } }
  const record = simulationIn(await service.ask((client) => client.GET('/api/v1/status/{id}', { params })))
  if (record.status !== 'pending') {
    return new Interrupted(`${id} was ${record.status} already: coverage result ${id} --out FILE`)
  }
  await service.ask((client) => client.DELETE('/api/v1/simulations/{id}', { params }))
  const credits = record.credits_charged ?? 0
  const refund = `${credits} ${credits === 1 ? 'credit is' : 'credits are'} given back`
  return new Interrupted(`${id} is cancelled${(await service.isUnmetered()) ? '' : `; ${refund}`}.`)
}
