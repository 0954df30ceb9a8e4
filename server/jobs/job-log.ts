/** Job log for operators: one line per step with fixed fields; without coordinates, names or keys. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { nounOf } from '../../storage/records/ids.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { Logger } from '../config/logger.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import { cellsOf } from './job.ts'
import type { QueuedJob } from './queued-job.ts'
import type { Quote } from './quote.ts'

/** Lines written before yielding to the event loop. */
const linesAtOnce = 50

interface Line {
  id: string
  accountId: string
  quote: Pick<Quote, 'model' | 'cells'>
  /** Time in ms since acceptance, excluding computing time. */
  queueMs: number
  computeMs: number
}

export class JobLog {
  readonly #logger: Logger | undefined

  constructor(logger: Logger | undefined) {
    this.#logger = logger
  }

  accepted({ id, account_id: accountId, params }: Simulation): void {
    this.#write('accepted', {
      id,
      accountId,
      quote: sizeOf(params as SimulationParams),
      queueMs: 0,
      computeMs: 0,
    })
  }

  /** Logs the acceptance of a batch, yielding to the event loop. */
  async acceptedAll(simulations: readonly Simulation[]): Promise<void> {
    for (const [index, simulation] of simulations.entries()) {
      if (index > 0 && index % linesAtOnce === 0) await yieldToEventLoop()
      this.accepted(simulation)
    }
  }

  /** Logs the start of a job, once per job even if retried. */
  started(job: QueuedJob): void {
    if (job.isStarted) return
    job.isStarted = true
    this.#write('started', lineOf(job))
  }

  ended(event: 'completed' | 'failed' | 'deleted', job: QueuedJob, code: string = event): void {
    this.#write(event, lineOf(job), code)
  }

  deleted({ id, account_id: accountId, params, created_at, ...times }: Simulation): void {
    const endedAt = times.completed_at ?? times.failed_at
    const endedMs = endedAt === undefined ? Date.now() : Date.parse(endedAt)
    const computeMs =
      endedAt === undefined || times.started_at === undefined ? 0 : endedMs - Date.parse(times.started_at)
    const queueMs = endedMs - Date.parse(created_at) - computeMs
    this.#write('deleted', { id, accountId, quote: sizeOf(params as SimulationParams), queueMs, computeMs })
  }

  warn({ id }: QueuedJob, message: string, fields: object): void {
    this.#logger?.warn({ simulation: id, ...fields }, message)
  }

  error({ id }: QueuedJob, message: string, fields: object): void {
    this.#logger?.error({ simulation: id, ...fields }, message)
  }

  #write(event: string, { id, accountId, quote, queueMs, computeMs }: Line, outcome = event): void {
    const fields = {
      simulation: id,
      account: accountId,
      model: quote.model,
      cells: quote.cells,
      // The time is at least 0, even if the clock was set back.
      queue_ms: Math.max(0, Math.round(queueMs)),
      compute_ms: Math.max(0, Math.round(computeMs)),
      outcome,
    }
    this.#logger?.info(fields, `${nounOf(id)} ${event}`)
  }
}

function sizeOf(params: SimulationParams): Line['quote'] {
  return { model: params.model, cells: cellsOf(params) }
}

function lineOf({ id, accountId, quote, createdMs, computedMs }: QueuedJob): Line {
  return { id, accountId, quote, queueMs: Date.now() - createdMs - computedMs, computeMs: computedMs }
}
