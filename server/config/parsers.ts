/** Parsers for values of environment variables. */

import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './settings.ts'

export function wholeNumber(
  minimum: number,
  maximum: number,
  otherwise = `must be a whole number from ${minimum} to ${maximum}`,
): (value: string) => number {
  return (value) => {
    const isShort = /^\d+$/.test(value) && value.length <= String(maximum).length
    if (!isShort || Number(value) < minimum || Number(value) > maximum) throw new ConfigError(otherwise)
    return Number(value)
  }
}

export function urlOf(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}

export function httpsOrigin(otherwise: string): (value: string) => string {
  return (value) => {
    const url = urlOf(value)
    const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
    if (url?.protocol !== 'https:' || !isBare) throw new ConfigError(otherwise)
    return url.origin
  }
}

export function visibleText(minimumLength: number): (value: string) => string {
  return (value) => {
    if (!/^[\x21-\x7e]+$/.test(value) || value.length < minimumLength) {
      throw new ConfigError(`must be at least ${minimumLength} visible ASCII characters`)
    }
    return value
  }
}

/** Maximum size of a file named by a variable. */
const maximumBytes = 2 ** 20

export function readJson(path: string, format: string): unknown {
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
