/** Input and output of a command: a terminal, a pipe, or a test. */

import { Settings } from '../../config/settings.ts'

export interface Io {
  /** Writes to standard output (`out`) or to standard error (`err`). */
  out(text: string): void
  err(text: string): void
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  readonly inIsTerminal: boolean
  /** Width of the terminal in columns. */
  readonly columns: number | undefined
  readonly env: NodeJS.ProcessEnv
  readInput(): Promise<Uint8Array>
  /** Next line of standard input; empty at the end of input. */
  readLine(isHidden?: boolean): Promise<string>
  /** Calls the handler on Ctrl-C instead of exiting; returns a function that restores the default. */
  onInterrupt(handler: () => void): () => void
}

const USUAL_COLUMNS = 80
/** Minimum width assumed for a terminal. */
const MINIMUM_COLUMNS = 20

/** Available columns of standard output; unlimited for a pipe. */
export function widthOf(io: Io): number {
  return io.outIsTerminal ? terminalWidth(io) : Number.POSITIVE_INFINITY
}

/** Available columns of standard error; unlimited for a pipe. */
export function errorWidthOf(io: Io): number {
  return io.errIsTerminal ? terminalWidth(io) : Number.POSITIVE_INFINITY
}

export function terminalWidth({ columns = USUAL_COLUMNS }: Pick<Io, 'columns'>): number {
  return Math.max(MINIMUM_COLUMNS, columns || USUAL_COLUMNS)
}

/** True if colored output is enabled: https://no-color.org. */
export function hasColors(io: Io): boolean {
  const settings = new Settings(io.env)
  return io.outIsTerminal && !settings.has('NO_COLOR') && settings.read('TERM', '', String) !== 'dumb'
}

/** True if the terminal can show characters beyond ASCII. */
export function hasUnicode(io: Io): boolean {
  const settings = new Settings(io.env)
  const [locale = ''] = ['LC_ALL', 'LC_CTYPE', 'LANG'].filter((name) => settings.has(name))
  return /utf-?8/i.test(settings.read(locale, '', String))
}
