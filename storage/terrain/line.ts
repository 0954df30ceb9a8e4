/** Lets in so many at a time, in the order in which they came. */
export class Line {
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Runs `work` when it is its turn; rejects with the signal's reason when that fires before. */
  async take<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#turn(signal)
    try {
      return await work()
    } finally {
      // The place goes to the next in line, so that nobody slips in between.
      const [next] = this.#waiting
      if (next === undefined) this.#free++
      else next()
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
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
