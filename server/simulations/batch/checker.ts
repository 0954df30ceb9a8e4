import { extname } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { requesterOf } from '../../access/callers.ts'
import { Problem, retryLater } from '../../http/errors.ts'
import { hangUpOf } from '../../http/hang-up.ts'
import { type Refused, resultOf } from '../../http/thread-problems.ts'
import { ThreadQueue } from '../../queues/thread-queue.ts'
import { QueueFullError } from '../../queues/worker-queue.ts'
import type { CheckedBatch } from './check.ts'
import type { CheckTask } from './check-thread.ts'

const options = {
  module: new URL(`./check-thread${extname(import.meta.filename)}`, import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 256 },
  idleMs: 60_000,
  places: 1,
  placesPerAccount: 1,
  visitorPlaces: 0,
  // Queue limits are low, as waiting bodies are in memory.
  maximumWaiting: 5,
  maximumWaitingInAll: 20,
  // Time limit of a check; checking a body of one mebibyte takes far less time, whatever the content.
  timeoutMs: 20_000,
}
const retryAfterS = 5

/** Checks batches in a worker thread, one at a time, so that a large body does not block other requests. */
export class Checker {
  readonly #onFailed: (error: unknown) => void
  readonly #threads = new ThreadQueue<CheckTask, CheckedBatch | Refused>(options)

  /** `onFailed` is called for failures that the batch did not cause. */
  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed
  }

  async check(request: FastifyRequest, bytes: Buffer): Promise<CheckedBatch> {
    const task = { bytes, mediaType: request.mediaType ?? '' }
    const hangUp = hangUpOf(request)
    try {
      return resultOf(await this.#threads.run(requesterOf(request.caller), async () => task, hangUp))
    } catch (error) {
      if (error instanceof Problem || error instanceof QueueFullError || hangUp.aborted) throw error
      this.#onFailed(error)
      const detail = 'Batches cannot be read at the moment; try again later. Nothing was charged.'
      throw retryLater('overloaded', retryAfterS, detail)
    }
  }

  async close(): Promise<void> {
    await this.#threads.close()
  }
}
