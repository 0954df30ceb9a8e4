import { workedMs } from './loop-delay.ts'

/** Measures how long this process blocks its event loop at a time. */
export class LoopWatch {
  readonly #timer: NodeJS.Timeout
  #seenMs = workedMs()
  #longestMs = 0

  constructor() {
    this.#timer = setInterval(() => this.#see(), 1).unref()
  }

  /**
   * Result of the work, and the longest that the loop was held meanwhile, in the main thread's own processor time where the
   * system reports it: neither other processes nor threads that compress count.
   */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; heldMs: number }> {
    this.#see()
    this.#longestMs = 0
    const result = await work()
    this.#see()
    return { result, heldMs: this.#longestMs }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #see(): void {
    const nowMs = workedMs()
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#seenMs)
    this.#seenMs = nowMs
  }
}
