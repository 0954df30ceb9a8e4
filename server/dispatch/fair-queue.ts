export interface Queued {
  id: string
  accountId: string
}

/** First come, first served within an account; the accounts take turns. */
export class FairQueue<T extends Queued> {
  /** In the order of turns: the first account is next. */
  readonly #lines = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(item: T): void {
    const line = this.#lines.get(item.accountId)
    if (line) line.push(item)
    else this.#lines.set(item.accountId, [item])
    this.#size++
  }

  shift(): T | undefined {
    for (const [accountId, line] of this.#lines) {
      this.#lines.delete(accountId)
      const item = line.shift()
      // Served: to the end of the turns.
      if (line.length > 0) this.#lines.set(accountId, line)
      if (item) this.#size--
      return item
    }
    return undefined
  }

  remove({ id, accountId }: Queued): boolean {
    const line = this.#lines.get(accountId) ?? []
    const index = line.findIndex((item) => item.id === id)
    if (index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(accountId)
    this.#size--
    return true
  }

  /** Those whose turn comes before this one's, as the queue stands. */
  ahead({ id, accountId }: Queued): T[] {
    const position = (this.#lines.get(accountId) ?? []).findIndex((item) => item.id === id)
    if (position < 0) return []
    const found: T[] = []
    let own = false
    for (const [account, line] of this.#lines) {
      own ||= account === accountId
      // Accounts whose turn is later have had one turn less by then.
      found.push(...line.slice(0, own ? position : position + 1))
    }
    return found
  }
}
