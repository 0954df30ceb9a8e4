/** What operators see of jobs: a line for each step, with the same fields, and what went wrong. No coordinates, names or keys. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Simulation } from '../../storage/records/types.ts'
import type { Logger } from '../config/logger.ts'
import type { Job } from './job.ts'
import { sizeOf, type Work } from './work.ts'

/** Lines that are written between two yields to the event loop. */
const linesAtOnce = 50

interface Line {
  id: string
  accountId: string
  work: Pick<Work, 'model' | 'cells'>
  /** From its acceptance on, what was not computing. */
  queueMs: number
  computeMs: number
}

export class JobLog {
  readonly #logger: Logger | undefined

  constructor(logger: Logger | undefined) {
    this.#logger = logger
  }

  accepted({ id, account_id: accountId, params }: Simulation): void {
    this.#write('accepted', { id, accountId, work: sizeOf(params), queueMs: 0, computeMs: 0 })
  }

  /** A batch, while others go on. */
  async acceptedAll(simulations: readonly Simulation[]): Promise<void> {
    for (const [index, simulation] of simulations.entries()) {
      if (index > 0 && index % linesAtOnce === 0) await yieldToEventLoop()
      this.accepted(simulation)
    }
  }

  /** Once per job, however often it is tried. */
  started(job: Job): void {
    if (job.isStarted) return
    job.isStarted = true
    this.#write('started', lineOf(job))
  }

  /** Of a job that has stopped; `code` is why it failed. */
  ended(event: 'completed' | 'failed' | 'deleted', job: Job, code: string = event): void {
    this.#write(event, lineOf(job), code)
  }

  /** Of a simulation that was deleted while it waited, or after its end. */
  deleted({ id, account_id: accountId, params, created_at, ...times }: Simulation): void {
    const endedAt = times.completed_at ?? times.failed_at
    const endedMs = endedAt === undefined ? Date.now() : Date.parse(endedAt)
    const computeMs =
      endedAt === undefined || times.started_at === undefined ? 0 : endedMs - Date.parse(times.started_at)
    const queueMs = endedMs - Date.parse(created_at) - computeMs
    this.#write('deleted', { id, accountId, work: sizeOf(params), queueMs, computeMs })
  }

  warn({ id }: Job, message: string, fields: object): void {
    this.#logger?.warn({ simulation: id, ...fields }, message)
  }

  error({ id }: Job, message: string, fields: object): void {
    this.#logger?.error({ simulation: id, ...fields }, message)
  }

  #write(event: string, { id, accountId, work, queueMs, computeMs }: Line, outcome = event): void {
    const fields = {
      simulation: id,
      account: accountId,
      model: work.model,
      cells: work.cells,
      // A clock that was set back makes no negative times.
      queue_ms: Math.max(0, Math.round(queueMs)),
      compute_ms: Math.max(0, Math.round(computeMs)),
      outcome,
    }
    this.#logger?.info(fields, `simulation ${event}`)
  }
}

function lineOf({ id, accountId, work, createdMs, computedMs }: Job): Line {
  return { id, accountId, work, queueMs: Date.now() - createdMs - computedMs, computeMs: computedMs }
}
