export interface WatchdogOptions {
  /** The process sends a message every second; after this long without one it is stuck. */
  silenceMs: number
  /** When no running computation makes progress for this long, the device is stuck. */
  stallMs: number
  /** How often to look. */
  checkMs: number
  /** Called once. */
  onStuck: (reason: string) => void
}

/**
 * Notices a compute process that is stuck: its event loop is blocked, or its device never answers. Only computing
 * counts as stuck: remote terrain may be slow, and large rasters take time to write.
 */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #timer: NodeJS.Timeout
  readonly #progress = new Map<string, number>()
  #receivedMs = performance.now()
  #progressedMs = performance.now()
  #checkedMs = performance.now()

  constructor(options: WatchdogOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#check(), options.checkMs).unref()
  }

  /** A message of the process arrived. */
  received(): void {
    this.#receivedMs = performance.now()
  }

  /** A job reported its progress. */
  progressed(id: string, stage: string, progress: number): void {
    const before = this.#progress.get(id)
    if (stage === 'computing') this.#progress.set(id, progress)
    else this.#progress.delete(id)
    if (before !== this.#progress.get(id)) this.#progressedMs = performance.now()
  }

  /** A job has ended. */
  ended(id: string): void {
    if (this.#progress.delete(id)) this.#progressedMs = performance.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const { silenceMs, stallMs, checkMs } = this.#options
    const nowMs = performance.now()
    // When this process itself was blocked, messages are unread: nothing is known about the other one.
    if (nowMs - this.#checkedMs > 5 * checkMs) this.#receivedMs = this.#progressedMs = nowMs
    this.#checkedMs = nowMs
    if (nowMs - this.#receivedMs > silenceMs) this.#stuck(`It sent no message for ${silenceMs / 1000} s.`)
    else if (this.#progress.size > 0 && nowMs - this.#progressedMs > stallMs) {
      this.#stuck(`No computation made progress for ${stallMs / 1000} s.`)
    }
  }

  #stuck(reason: string): void {
    this.stop()
    this.#options.onStuck(reason)
  }
}
