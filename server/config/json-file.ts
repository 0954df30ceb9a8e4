import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './settings.ts'

export function readJson(path: string, format: string, maximumBytes: number): unknown {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new ConfigError(`must be a ${format} file; the file does not exist`)
  if (stats.size > maximumBytes) throw new ConfigError(`must be a file of at most ${maximumBytes} bytes`)
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError(
      error instanceof SyntaxError
        ? `must be a ${format} file; this is not JSON`
        : `must be a ${format} file that the service can read`,
    )
  }
}
