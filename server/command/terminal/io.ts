/** What a command speaks to: a terminal, a pipe, or a test. */

import { Settings } from '../../config/settings.ts'

export interface Io {
  /** Writes a text to standard output, or to standard error. */
  out(text: string): void
  err(text: string): void
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  readonly inIsTerminal: boolean
  /** Of the terminal. */
  readonly columns: number | undefined
  readonly env: NodeJS.ProcessEnv
  /** All of standard input. */
  readInput(): Promise<Uint8Array>
  /** The next line of it; nothing where it has ended. */
  readLine(isHidden?: boolean): Promise<string>
  /** Has this called at Ctrl-C in place of the end of the process; returns what undoes that. */
  onInterrupt(handler: () => void): () => void
}

/** Columns of a terminal that says nothing. */
const USUAL_COLUMNS = 80
/** Narrower ones are written as if they were that wide. */
const MINIMUM_COLUMNS = 20

/** Columns that a text may take; of a pipe any number. */
export function widthOf(io: Io): number {
  return io.outIsTerminal ? terminalWidth(io) : Number.POSITIVE_INFINITY
}

/** The same of standard error. */
export function errorWidthOf(io: Io): number {
  return io.errIsTerminal ? terminalWidth(io) : Number.POSITIVE_INFINITY
}

export function terminalWidth({ columns = USUAL_COLUMNS }: Pick<Io, 'columns'>): number {
  return Math.max(MINIMUM_COLUMNS, columns || USUAL_COLUMNS)
}

/** Whether colours are wanted: https://no-color.org. */
export function hasColors(io: Io): boolean {
  const settings = new Settings(io.env)
  return io.outIsTerminal && !settings.has('NO_COLOR') && settings.read('TERM', '', String) !== 'dumb'
}

/** Whether the terminal draws more than ASCII. */
export function hasUnicode(io: Io): boolean {
  const settings = new Settings(io.env)
  const [locale = ''] = ['LC_ALL', 'LC_CTYPE', 'LANG'].filter((name) => settings.has(name))
  return /utf-?8/i.test(settings.read(locale, '', String))
}
