/**
 * Coalesces writes of a whole state: however many changes ask for one while another is under way, one more write
 * serves them all.
 */
export class Flusher {
  readonly #write: () => Promise<void>
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** `write` takes its snapshot of the state before its first `await`. */
  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  /** Settles with a write that contains every change made before the call. */
  flush(): Promise<void> {
    this.#next ??= this.#current
      .catch(() => {
        // Told to those who waited for that write; this one holds its changes too.
      })
      .then(() => {
        this.#current = this.#next ?? Promise.resolve()
        this.#next = undefined
        clearTimeout(this.#timer)
        this.#timer = undefined
        return this.#write()
      })
    return this.#next
  }

  /** For changes that may be lost in a crash: written with the next flush, or by itself after `delayMs`. */
  flushWithin(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.flush().catch(() => this.flushWithin(delayMs))
    }, delayMs).unref()
  }

  /** Forgets a planned write; what is under way goes on. */
  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
