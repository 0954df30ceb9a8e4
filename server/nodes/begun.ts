/** Attempts begun by this process, until expiry: anyone with write access to Redis could add a signed job again. */
export class BegunAttempts {
  readonly #maximum: number
  /** In the order of their begin. */
  readonly #expiryMs = new Map<string, number>()

  /** Beyond `maximum` the oldest is dropped: about 100 bytes each. */
  constructor(maximum = 100_000) {
    this.#maximum = maximum
  }

  /** False if it was begun before. */
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
