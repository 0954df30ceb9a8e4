const WIDTH = 30
const PLAIN_EVERY_MS = 5000

interface Stream {
  isTTY: boolean
  write(text: string): unknown
}

/** Progress: a bar redrawn in place on a terminal, else a line every few seconds. */
export class ProgressBar {
  readonly #stream: Stream
  #plainMs = Number.NEGATIVE_INFINITY
  #isDrawn = false

  constructor(stream: Stream = process.stderr) {
    this.#stream = stream
  }

  show(done: number, of: number, what: string): void {
    const fraction = of === 0 ? 1 : done / of
    const text = `${done} of ${of} ${what}`
    if (this.#stream.isTTY) {
      const filled = Math.round(fraction * WIDTH)
      this.#stream.write(`\r[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${text}\x1b[K`)
      this.#isDrawn = true
      return
    }
    if (performance.now() - this.#plainMs < PLAIN_EVERY_MS && done < of) return
    this.#plainMs = performance.now()
    this.#stream.write(`${text}\n`)
  }

  /** Keeps the bar and moves to the next line. */
  end(): void {
    if (this.#isDrawn) this.#stream.write('\n')
    this.#isDrawn = false
  }
}
