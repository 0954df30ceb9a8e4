/** So many in an hour, and the next simulations of the account wait behind those of all others. */
const MAXIMUM = 10
const HOUR_MS = 3_600_000

/**
 * Simulations that were deleted before their end: they cost nothing, but took part of the time of the machine, or a place
 * in its queue. Known for an hour, and not across a restart.
 */
export class Cancellations {
  readonly #now: () => number
  /** Times of the newest ones by account, oldest first; at most as many as count. */
  readonly #times = new Map<string, number[]>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(accountId: string): void {
    this.#forgetOld()
    const times = this.#times.get(accountId) ?? []
    this.#times.set(accountId, [...times, this.#now()].slice(-MAXIMUM))
  }

  /** Whether the account deleted so many that its next simulations come last. */
  areTooMany(accountId: string): boolean {
    const times = this.#times.get(accountId) ?? []
    return times.length >= MAXIMUM && times[0] > this.#now() - HOUR_MS
  }

  #forgetOld(): void {
    const since = this.#now() - HOUR_MS
    for (const [accountId, times] of this.#times)
      if (times[times.length - 1] <= since) this.#times.delete(accountId)
  }
}
