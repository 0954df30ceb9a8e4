/** A number of places under each key. */
export class Places {
  readonly #limit: number
  readonly #taken = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  taken(key: string): number {
    return this.#taken.get(key) ?? 0
  }

  /** Takes one; gives what frees it, or `undefined` if none is left. */
  take(key: string): (() => void) | undefined {
    if (this.taken(key) >= this.#limit) return undefined
    this.#taken.set(key, this.taken(key) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = this.taken(key) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
  }
}
