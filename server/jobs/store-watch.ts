import { unlessLate } from '../../storage/network/deadline.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import type { Logger } from '../config/logger.ts'

export interface StoreWatchOptions {
  store: ObjectStore
  logger?: Logger
  everyMs?: number
  /** Time in ms without response after which the store counts as failed; a network mount may never respond. */
  patienceMs?: number
}

/** Checks regularly whether the object store is reachable. */
export class StoreWatch {
  readonly #options: Required<Omit<StoreWatchOptions, 'logger'>> & Pick<StoreWatchOptions, 'logger'>
  readonly #timer: NodeJS.Timeout
  #isFailing = false
  #isLooking = false

  constructor(options: StoreWatchOptions) {
    this.#options = { everyMs: 5000, patienceMs: 20_000, ...options }
    this.#timer = setInterval(() => void this.#look(), this.#options.everyMs).unref()
  }

  get isFailing(): boolean {
    return this.#isFailing
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { store, logger, patienceMs } = this.#options
    const err = await unlessLate(patienceMs, store.ping(), () => {
      throw new Error(`The object store did not respond for ${patienceMs / 1000} s.`)
    }).catch((error: unknown) => error)
    if (err !== undefined && !this.#isFailing) logger?.error({ err }, 'object store unavailable')
    if (err === undefined && this.#isFailing) logger?.info({}, 'object store recovered')
    this.#isFailing = err !== undefined
    this.#isLooking = false
  }
}
