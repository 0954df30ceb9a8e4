import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../config/logger.ts'

export interface PausesOptions {
  /** Pause after a first fault; doubled with each further one in a row. */
  firstMs: number
  /** Resolves when jobs can be taken again. */
  check(): Promise<void>
  onChange(): void
  /** Called if that never happens. */
  onUseless(error: unknown): void
  logger: Logger | undefined
  signal: AbortSignal
}

const longestMs = 60_000

/** After a fault on it a node takes no jobs for a while: otherwise the faulty node, always free, would get most. */
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

  /** Resets after a job without fault. */
  clear(): void {
    this.#faults = 0
  }

  fault(reason: string): void {
    // Concurrent jobs have the same fault.
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
