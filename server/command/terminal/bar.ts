import { type Io, terminalWidth } from './io.ts'

const WIDEST = 30
const TEXT_COLUMNS = 24
const REDRAW_MS = 50

/** Texts for the stages of a simulation. */
export const doing = {
  queued: 'queued',
  reading_terrain: 'reading terrain',
  computing: 'computing',
  writing: 'writing',
}

type Output = Pick<Io, 'err' | 'errIsTerminal' | 'columns'>

/** Progress bar on standard error, redrawn in place; draws nothing unless standard error is a terminal. */
export class Bar {
  readonly #io: Output
  readonly #isShown: boolean
  readonly #isQuiet: boolean
  #held = ''
  #drawnMs = Number.NEGATIVE_INFINITY
  #isDrawn = false

  constructor(io: Output, isQuiet: boolean) {
    this.#io = io
    this.#isQuiet = isQuiet
    this.#isShown = io.errIsTerminal && !isQuiet
  }

  /** Draws the progress fraction and a description. */
  show(fraction: number, what: string): void {
    if (!this.#isShown || performance.now() - this.#drawnMs < REDRAW_MS) return
    this.#drawnMs = performance.now()
    this.#isDrawn = true
    const columns = terminalWidth(this.#io)
    const width = Math.max(0, Math.min(WIDEST, columns - TEXT_COLUMNS))
    const filled = Math.round(Math.min(1, fraction) * width)
    const bar = width > 2 ? `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ` : ''
    const text = `${bar}${String(Math.floor(100 * fraction)).padStart(3)} % ${what}`
    this.#io.err(`\r${text.slice(0, columns - 1)}\x1b[K`)
  }

  /** Draws the reason for waiting; without a terminal, prints the reason once as a line. */
  hold(fraction: number, why: string): void {
    this.show(fraction, why)
    if (this.#isShown || this.#isQuiet || this.#held === why) return
    this.#held = why
    this.#io.err(`${why}\n`)
  }

  end(): void {
    if (this.#isDrawn) this.#io.err('\r\x1b[K')
    this.#isDrawn = false
  }
}

/** Runs `work` with a progress bar. Once Ctrl-C has made `work` fail, throws what `stopped` returns instead. */
export async function withBar<Made>(
  { io, flags }: { io: Io; flags: { quiet?: boolean } },
  work: (bar: Bar, signal: AbortSignal) => Promise<Made>,
  stopped: (error: unknown) => unknown,
): Promise<Made> {
  const interrupted = new AbortController()
  const release = io.onInterrupt(() => interrupted.abort())
  const bar = new Bar(io, flags.quiet === true)
  try {
    return await work(bar, interrupted.signal)
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    bar.end()
    throw await stopped(error)
  } finally {
    bar.end()
    release()
  }
}
