/** Reads files and standard input passed to a command. */

import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { Failure, MISUSED } from '../errors.ts'

export function textOf(path: string): string {
  return decoded(bytesOf(path), path)
}

export function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT'
    throw new Failure(
      isMissing ? 'file_missing' : 'file_unreadable',
      isMissing ? `File ${path} not found.` : `${path} can't be read: ${message}`,
      MISUSED,
    )
  }
}

/** Decodes UTF-8, with or without a byte order mark. */
export function decoded(bytes: Uint8Array, where: string): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  throw new Failure('file_unreadable', `${where} can't be read: expected text in UTF-8.`, MISUSED)
}
