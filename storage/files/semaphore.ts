interface Permits {
  held: number
  waiting: Set<() => void>
}

/** A limited number of permits per key; waiting calls are served in order of arrival. */
export class Semaphore {
  readonly #limit: number
  readonly #keys = new Map<string, Permits>()

  constructor(limit: number) {
    this.#limit = limit
  }

  held(key = ''): number {
    return this.#keys.get(key)?.held ?? 0
  }

  /** Takes a permit and returns the function that releases it; `undefined` if no permit is free. */
  tryAcquire(key = ''): (() => void) | undefined {
    const permits = this.#permitsOf(key)
    if (permits.held >= this.#limit) return undefined
    permits.held++
    return this.#releaseOf(key, permits)
  }

  /** Resolves with the function that releases the permit; rejects with the signal's reason on abort. */
  async acquire(signal: AbortSignal | undefined, key = ''): Promise<() => void> {
    signal?.throwIfAborted()
    const release = this.tryAcquire(key)
    if (release) return release
    const permits = this.#permitsOf(key)
    return new Promise((resolve, reject) => {
      const leave = () => {
        permits.waiting.delete(enter)
        reject(signal?.reason)
      }
      const enter = () => {
        permits.waiting.delete(enter)
        signal?.removeEventListener('abort', leave)
        resolve(this.#releaseOf(key, permits))
      }
      signal?.addEventListener('abort', leave, { once: true })
      permits.waiting.add(enter)
    })
  }

  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>, key = ''): Promise<T> {
    signal?.throwIfAborted()
    const release = this.tryAcquire(key) ?? (await this.acquire(signal, key))
    try {
      return await work()
    } finally {
      release()
    }
  }

  #permitsOf(key: string): Permits {
    const permits = this.#keys.get(key) ?? { held: 0, waiting: new Set() }
    this.#keys.set(key, permits)
    return permits
  }

  #releaseOf(key: string, permits: Permits): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      // The permit passes directly to the next waiting call, so that no other call can take the permit in between.
      const [next] = permits.waiting
      if (next) return next()
      permits.held--
      if (permits.held === 0) this.#keys.delete(key)
    }
  }
}
