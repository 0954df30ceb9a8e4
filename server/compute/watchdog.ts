export interface WatchdogOptions {
  /** Time without a heartbeat (one per second) after which the process counts as stuck. */
  silenceMs: number
  /** Time without progress of any running computation after which the device counts as stuck. */
  stallMs: number
  checkMs: number
  onStuck: (reason: string) => void
}

/**
 * Detects a stuck compute process: a blocked event loop, or a device that never answers. Progress is only
 * expected while computing, because remote terrain and large rasters may be slow.
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

  received(): void {
    this.#receivedMs = performance.now()
  }

  progressed(id: string, stage: string, progress: number): void {
    const before = this.#progress.get(id)
    if (stage === 'computing') this.#progress.set(id, progress)
    else this.#progress.delete(id)
    if (before !== this.#progress.get(id)) this.#progressedMs = performance.now()
  }

  ended(id: string): void {
    if (this.#progress.delete(id)) this.#progressedMs = performance.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const { silenceMs, stallMs, checkMs } = this.#options
    const nowMs = performance.now()
    // If this process itself was blocked, unread messages may be waiting, so both time limits start again.
    if (nowMs - this.#checkedMs > 5 * checkMs) this.#receivedMs = this.#progressedMs = nowMs
    this.#checkedMs = nowMs
    if (nowMs - this.#receivedMs > silenceMs)
      this.#stuck(`The compute process sent no message for ${silenceMs / 1000} s.`)
    else if (this.#progress.size > 0 && nowMs - this.#progressedMs > stallMs) {
      this.#stuck(`No computation made progress for ${stallMs / 1000} s.`)
    }
  }

  #stuck(reason: string): void {
    this.stop()
    this.#options.onStuck(reason)
  }
}
