import { extname } from 'node:path'
import { Tinypool } from 'tinypool'
import { withDeadline } from '../../../storage/network/deadline.ts'
import { Problem } from '../../errors.ts'
import type { CheckedBatch, UnreadableBatch } from './check.ts'
import type { CheckTask } from './check-thread.ts'

/** The thread ends when it has had nothing to do for so long. */
const idleMs = 60_000
/** Of a body of a mebibyte far less is expected, whatever it holds. */
const timeoutMs = 20_000
/** Bodies that wait for the thread. */
const maximumWaiting = 20
const memoryMiB = 256
const retryAfterS = 5

/** Checks batches in a thread of its own, one at a time, so that nobody else waits for a large body. */
export class Checker {
  readonly #onFailed: (error: unknown) => void
  readonly #pool = new Tinypool({
    filename: new URL(`./check-thread${extname(import.meta.filename)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    maxQueue: maximumWaiting,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  })

  /** `onFailed` is called with what keeps a batch from being checked and is no fault of its own. */
  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed
  }

  async check(bytes: Buffer, mediaType: string): Promise<CheckedBatch> {
    const checked = await this.#run({ bytes, mediaType })
    if ('code' in checked) throw new Problem(checked.code, checked.detail)
    return checked
  }

  async #run(task: CheckTask): Promise<CheckedBatch | UnreadableBatch> {
    try {
      return await withDeadline(timeoutMs, undefined, (signal) => this.#pool.run(task, { signal }))
    } catch (error) {
      this.#onFailed(error)
      const detail = 'Batches cannot be read at the moment; try again later. Nothing was charged.'
      throw new Problem('overloaded', detail, { headers: { 'retry-after': retryAfterS } })
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}
