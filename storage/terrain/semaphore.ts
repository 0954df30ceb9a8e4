/** Admits a number of calls at a time, first come, first served. */
export class Semaphore {
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(permits: number) {
    this.#free = permits
  }

  /** Runs `work` once a permit is free; rejects with the signal's reason when that fires before. */
  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#acquire(signal)
    try {
      return await work()
    } finally {
      // The permit goes to the next waiting call, so that no other slips in between.
      const [next] = this.#waiting
      if (next === undefined) this.#free++
      else next()
    }
  }

  #acquire(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter)
        reject(signal?.reason)
      }
      const enter = () => {
        this.#waiting.delete(enter)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.add(enter)
    })
  }
}
