/** A number of permits for each key. */
export class KeyedSemaphore {
  readonly #permits: number
  readonly #held = new Map<string, number>()

  constructor(permits: number) {
    this.#permits = permits
  }

  held(key: string): number {
    return this.#held.get(key) ?? 0
  }

  /** Takes a permit; returns what releases it, or `undefined` if none is free. */
  tryAcquire(key: string): (() => void) | undefined {
    if (this.held(key) >= this.#permits) return undefined
    this.#held.set(key, this.held(key) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const held = this.held(key) - 1
      if (held > 0) this.#held.set(key, held)
      else this.#held.delete(key)
    }
  }
}
