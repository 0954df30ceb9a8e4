/**
 * Attempts that this process has begun, each until its job expires: who can write to Redis could put a signed job there
 * again. A restart forgets them.
 */
export class BegunAttempts {
  readonly #maximum: number
  /** In the order in which they were begun. */
  readonly #expiryMs = new Map<string, number>()

  /** With more than `maximum` the oldest is forgotten: some 100 bytes each. */
  constructor(maximum = 100_000) {
    this.#maximum = maximum
  }

  /** False where it was begun before. */
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
