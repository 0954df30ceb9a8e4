import { performance } from 'node:perf_hooks'

/** Measures how long this process blocks its event loop at a time. */
export class LoopWatch {
  readonly #timer: NodeJS.Timeout
  #seenMs = performance.now()
  #longestMs = 0

  constructor() {
    this.#timer = setInterval(() => this.#see(), 1).unref()
  }

  /**
   * What the work comes to, and the longest that the loop was held meanwhile: no longer than this process computed, so
   * that others that take the processor from it don't count.
   */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; heldMs: number }> {
    this.#see()
    this.#longestMs = 0
    const before = process.cpuUsage()
    const result = await work()
    this.#see()
    const { user, system } = process.cpuUsage(before)
    return { result, heldMs: Math.min(this.#longestMs, (user + system) / 1000) }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #see(): void {
    const nowMs = performance.now()
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#seenMs)
    this.#seenMs = nowMs
  }
}
