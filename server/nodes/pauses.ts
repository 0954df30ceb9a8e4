import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../config/logger.ts'

export interface PausesOptions {
  /** Pause in ms after a fault; doubles with every consecutive fault. */
  firstMs: number
  /** Resolves when the node can take jobs again. */
  check(): Promise<void>
  onChange(): void
  /** Called if `check` rejects, which means that the node can never take jobs. */
  onUseless(error: unknown): void
  logger: Logger | undefined
  signal: AbortSignal
}

const longestMs = 60_000

/** Pauses a node after a fault: a faulty node fails jobs quickly, so is often free and gets most jobs. */
export class Pauses {
  readonly #options: PausesOptions
  #faults = 0
  #isPaused = false

  constructor(options: PausesOptions) {
    this.#options = options
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Resets the fault count after a job without fault. */
  clear(): void {
    this.#faults = 0
  }

  fault(reason: string): void {
    // Further reports of a fault during a pause count as the same fault.
    if (this.#isPaused) return
    this.#isPaused = true
    this.#faults++
    void this.#pause(reason)
  }

  async #pause(reason: string): Promise<void> {
    const { firstMs, check, onChange, onUseless, logger, signal } = this.#options
    const pauseMs = Math.min(longestMs, firstMs * 2 ** (this.#faults - 1))
    logger?.error({ reason, seconds: pauseMs / 1000 }, 'compute node paused after a fault')
    onChange()
    try {
      await delay(pauseMs, undefined, { signal })
      await check()
    } catch (error) {
      return signal.aborted ? undefined : onUseless(error)
    }
    this.#isPaused = false
    onChange()
    logger?.info({}, 'compute node resumed after a fault')
  }
}
