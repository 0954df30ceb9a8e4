import { readFileSync } from 'node:fs'
import { Failure, MISUSED } from './errors.ts'

/** The text of a file that was named on the command line. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT'
    throw new Failure(
      isMissing ? 'file_missing' : 'file_unreadable',
      isMissing ? `There is no file ${path}.` : `${path} can't be read: ${message}`,
      MISUSED,
    )
  }
}
