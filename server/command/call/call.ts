/** One call of a command: its arguments and its output. */

import { errorWidthOf, type Io, widthOf } from '../terminal/io.ts'
import { fitted, safeJson, safeLines } from '../terminal/text.ts'
import { type Connection, type ConnectionFlags, readConnection } from './settings.ts'

export interface CommonFlags extends ConnectionFlags {
  json?: boolean
  quiet?: boolean
}

export interface Call<Flags = object> {
  io: Io
  flags: Flags & CommonFlags
}

/** Prints a value for programs, or text for people; `--quiet`: only the main value. Escapes control characters. */
export function answer({ io, flags }: Call, value: unknown, text: () => string, quietText?: string): void {
  if (flags.json) io.out(`${safeJson(value)}\n`)
  else if (!flags.quiet) io.out(`${fitted(safeLines(text()), widthOf(io))}\n`)
  else if (quietText) io.out(`${safeLines(quietText)}\n`)
}

/** Prints a note in addition to the answer. */
export function note({ io, flags }: Call, text: string): void {
  if (!flags.quiet) io.err(`${fitted(safeLines(text), errorWidthOf(io))}\n`)
}

export function connectionOf({ io, flags }: Call): Connection {
  return readConnection(flags, io.env)
}

/** Service client for commands that need one; loaded on demand. */
export async function serviceOf(call: Call) {
  const { Service } = await import('./service.ts')
  const { pin } = await import('./trust.ts')
  return new Service(connectionOf(call), (connection) => pin(connection, call.io))
}
