/** Flags, input and output of one command call. */

import type { CommonFlags } from '../flags.ts'
import { errorWidthOf, type Io, widthOf } from '../terminal/io.ts'
import { fitted, safeJson, safeLines } from '../terminal/text.ts'
import { type Connection, readConnection } from './settings.ts'

export interface Call<Flags = object> {
  io: Io
  flags: Flags & CommonFlags
}

/** Prints JSON, or text for people, or with `--quiet` only the main value. Escapes control characters. */
export function answer({ io, flags }: Call, value: unknown, text: () => string, quietText?: string): void {
  if (flags.json) io.out(`${safeJson(value)}\n`)
  else if (!flags.quiet) io.out(`${fitted(safeLines(text()), widthOf(io))}\n`)
  else if (quietText) io.out(`${safeLines(quietText)}\n`)
}

/** Prints a note to standard error, unless `--quiet` is set. */
export function note(call: Call, text: string): void {
  if (!call.flags.quiet) warn(call, text)
}

/** Prints a warning about a result to standard error, also with `--quiet`. */
export function warn({ io }: Call, text: string): void {
  io.err(`${fitted(safeLines(text), errorWidthOf(io))}\n`)
}

/** Flags that are set, as texts by the names of parameters of requests; the service validates them. */
export function parametersOf<Flags extends object>(
  flags: Flags,
  ...names: (keyof Flags & string)[]
): Record<string, string> {
  const named = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const set = names.filter((name) => flags[name] !== undefined)
  return Object.fromEntries(set.map((name) => [named(name), String(flags[name])]))
}

export function connectionOf({ io, flags }: Call): Connection {
  return readConnection(flags, io.env)
}

/** Client of the service; the module is loaded on demand. */
export async function serviceOf(call: Call) {
  const { Service } = await import('./service.ts')
  const { pin } = await import('./trust.ts')
  return new Service(connectionOf(call), (connection) => pin(connection, call.io))
}
