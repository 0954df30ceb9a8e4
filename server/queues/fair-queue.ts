export interface Queued {
  id: string
  accountId: string
  /** Expected computing time. */
  seconds: number
  /** Served after all others; among themselves in the same fair order. */
  isLast?: boolean
}

interface Entry<T> {
  item: T
  /** Virtual time at which it may start. */
  startS: number
}

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996): each account gets the same computing time while it
 * has jobs. A job may start at the virtual time at which the earlier jobs of its account would have ended; the
 * earliest start is next, on a tie the shorter job. Within an account: first come, first served.
 */
export class FairQueue<T extends Queued> {
  readonly #entries: Entry<T>[] = []
  /** End of an account's last job, in virtual time. */
  readonly #ends = new Map<string, number>()
  /** Start of each job in service, in virtual time. */
  readonly #served = new Map<string, number>()
  /** Virtual time: the start of the job served last. */
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

  /** Removes an item to serve it. */
  serve(id: string): void {
    const index = this.#entries.findIndex(({ item }) => item.id === id)
    const [served] = index < 0 ? [] : this.#entries.splice(index, 1)
    if (served) {
      this.#nowS = Math.max(this.#nowS, served.startS)
      this.#served.set(id, served.startS)
    }
    for (const [accountId, endS] of this.#ends) if (endS <= this.#nowS) this.#ends.delete(accountId)
  }

  /** Reinserts an unfinished item at its old position; its time is not counted twice. */
  putBack(item: T): void {
    this.#insert({ item, startS: this.#served.get(item.id) ?? this.#nowS })
  }

  /** A served item is finished. */
  done(id: string): void {
    this.#served.delete(id)
  }

  /** Removes a cancelled item; later ones of its account move up. */
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

  /** Clears the history of accounts; call when nothing runs or waits. */
  reset(): void {
    this.#ends.clear()
    this.#nowS = 0
  }

  /** Items served before this one, in the current state of the queue. */
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
      // Never before an item of its own account.
      return other.item.seconds > item.seconds && other.item.accountId !== item.accountId
    })
    if (index < 0) this.#entries.push(entry)
    else this.#entries.splice(index, 0, entry)
  }
}
