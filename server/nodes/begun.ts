/** Unexpired attempts that this process began. Prevents replays by anyone with write access to Redis. */
export class BegunAttempts {
  readonly #maximum: number
  /** Expiry times keyed by attempt, in the order in which the attempts began. */
  readonly #expiryMs = new Map<string, number>()

  /** `maximum`: number of attempts kept, about 100 bytes each; the oldest is dropped. */
  constructor(maximum = 100_000) {
    this.#maximum = maximum
  }

  /** Adds an attempt; false if the attempt was begun before. */
  add(attempt: string, expiresMs: number, nowMs = Date.now()): boolean {
    for (const [oldest, oldestExpiresMs] of this.#expiryMs) {
      if (oldestExpiresMs >= nowMs && this.#expiryMs.size < this.#maximum) break
      this.#expiryMs.delete(oldest)
    }
    if (this.#expiryMs.has(attempt)) return false
    this.#expiryMs.set(attempt, expiresMs)
    return true
  }
}
