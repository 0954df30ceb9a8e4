export interface WatchdogOptions {
  /** The process tells every second that it lives; after so long without a word it is stuck. */
  silenceMs: number
  /** With computations under way none of which goes on for so long, the device is stuck. */
  stallMs: number
  /** How often to look. */
  checkMs: number
  /** Called once. */
  onStuck: (reason: string) => void
}

/**
 * Notices a compute process that has neither ended nor goes on: one whose event loop stands still, or one whose device
 * never answers. Only computing counts as standing still: terrain may come slowly from elsewhere, and large rasters
 * take their time to be written.
 */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #timer: NodeJS.Timeout
  readonly #progress = new Map<string, number>()
  #receivedMs = performance.now()
  #movedMs = performance.now()
  #lookedMs = performance.now()

  constructor(options: WatchdogOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), options.checkMs).unref()
  }

  /** The process said something. */
  received(): void {
    this.#receivedMs = performance.now()
  }

  /** A job told where it stands. */
  progressed(id: string, stage: string, progress: number): void {
    const before = this.#progress.get(id)
    if (stage === 'computing') this.#progress.set(id, progress)
    else this.#progress.delete(id)
    if (before !== this.#progress.get(id)) this.#movedMs = performance.now()
  }

  /** A job has ended. */
  ended(id: string): void {
    if (this.#progress.delete(id)) this.#movedMs = performance.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const { silenceMs, stallMs, checkMs } = this.#options
    const nowMs = performance.now()
    // When this process itself stood still, messages wait to be read: nothing can be said about the other one.
    if (nowMs - this.#lookedMs > 5 * checkMs) this.#receivedMs = this.#movedMs = nowMs
    this.#lookedMs = nowMs
    if (nowMs - this.#receivedMs > silenceMs) this.#stuck(`It said nothing for ${silenceMs / 1000} s.`)
    else if (this.#progress.size > 0 && nowMs - this.#movedMs > stallMs) {
      this.#stuck(`No computation went on for ${stallMs / 1000} s.`)
    }
  }

  #stuck(reason: string): void {
    this.stop()
    this.#options.onStuck(reason)
  }
}
