/** Runs a number of calls at a time and lets a number wait, first come, first served; `isFull` beyond that. */
export class BoundedSemaphore {
  readonly #permits: number
  readonly #maximumWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(permits: number, maximumWaiting: number) {
    this.#permits = permits
    this.#maximumWaiting = maximumWaiting
  }

  get isFull(): boolean {
    return this.#running >= this.#permits && this.#waiting.length >= this.#maximumWaiting
  }

  /** In the order of the calls. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#permits) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      // The permit goes to the next waiting call, so that no other slips in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
