export interface Queued {
  id: string
  accountId: string
  /** Expected computing time in seconds. */
  seconds: number
  /** True for a job served after all jobs without this flag; flagged jobs are served in fair order. */
  isLast?: boolean
}

interface Entry<T> {
  item: T
  /** Virtual time at which the job may start. */
  startS: number
}

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996): accounts with waiting jobs get equal
 * computing time. A job may start at the virtual time when the earlier jobs of its account would end; the
 * earliest start is served first, of equal starts the shorter job. Within an account: first come, first
 * served.
 */
export class FairQueue<T extends Queued> {
  readonly #entries: Entry<T>[] = []
  /** Virtual time when the last job of each account ends. */
  readonly #ends = new Map<string, number>()
  /** Virtual start time of each job being served. */
  readonly #served = new Map<string, number>()
  /** Current virtual time: the start of the job served last. */
  #nowS = 0

  get size(): number {
    return this.#entries.length
  }

  push(item: T): void {
    const startS = Math.max(this.#nowS, this.#ends.get(item.accountId) ?? 0)
    this.#ends.set(item.accountId, startS + item.seconds)
    this.#insert({ item, startS })
  }

  *[Symbol.iterator](): Generator<T> {
    for (const { item } of this.#entries) yield item
  }

  /** Moves a waiting job to the jobs being served. */
  serve(id: string): void {
    const index = this.#entries.findIndex(({ item }) => item.id === id)
    const [served] = index < 0 ? [] : this.#entries.splice(index, 1)
    if (served) {
      this.#nowS = Math.max(this.#nowS, served.startS)
      this.#served.set(id, served.startS)
    }
    for (const [accountId, endS] of this.#ends) if (endS <= this.#nowS) this.#ends.delete(accountId)
  }

  /** Returns an unfinished job to the previous queue position, without counting the job's time twice. */
  putBack(item: T): void {
    this.#insert({ item, startS: this.#served.get(item.id) ?? this.#nowS })
  }

  /** Ends the service of a job. */
  done(id: string): void {
    this.#served.delete(id)
  }

  /** Removes a canceled job; later jobs of the account move up. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex(({ item }) => item.id === id)
    const [removed] = index < 0 ? [] : this.#entries.splice(index, 1)
    if (removed === undefined) return false
    const { accountId, seconds } = removed.item
    const later = this.#entries.filter(
      ({ item, startS }) => item.accountId === accountId && startS >= removed.startS,
    )
    for (const entry of later) this.#entries.splice(this.#entries.indexOf(entry), 1)
    for (const entry of later) this.#insert({ ...entry, startS: entry.startS - seconds })
    this.#ends.set(accountId, (this.#ends.get(accountId) ?? 0) - seconds)
    return true
  }

  /** Clears the history of all accounts; call when no job is queued or served. */
  reset(): void {
    this.#ends.clear()
    this.#nowS = 0
  }

  /** Waiting jobs that would currently be served before the given job. */
  ahead(id: string): T[] {
    const index = this.#entries.findIndex(({ item }) => item.id === id)
    return this.#entries.slice(0, Math.max(0, index)).map(({ item }) => item)
  }

  #insert(entry: Entry<T>): void {
    const { item, startS } = entry
    const { isLast = false } = item
    const index = this.#entries.findIndex((other) => {
      if ((other.item.isLast ?? false) !== isLast) return !isLast
      if (other.startS !== startS) return other.startS > startS
      // A job never overtakes another job of the same account.
      return other.item.seconds > item.seconds && other.item.accountId !== item.accountId
    })
    if (index < 0) this.#entries.push(entry)
    else this.#entries.splice(index, 0, entry)
  }
}
