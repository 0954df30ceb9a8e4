import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { urlOf } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** An external map below the page's own, and the hosts that serve it. */
export interface Basemap {
  style: string
  /** Origins that the page may contact; that of the style is the first. */
  origins: string[]
}

/** Host and optional port, without characters that could end a rule of a Content-Security-Policy. */
const originForm = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/

/** Off by default, as the page then contacts other hosts. */
export function readBasemap(settings: Settings): Basemap | null {
  const style = settings.read('BASEMAP_STYLE', null, parseStyle)
  const others = settings.read('BASEMAP_ORIGINS', [], parseHttpsOrigins)
  if (!settings.has('BASEMAP_STYLE')) settings.refuse('BASEMAP_ORIGINS', 'needs BASEMAP_STYLE')
  return style === null ? null : { style, origins: [...new Set([new URL(style).origin, ...others])] }
}

function parseStyle(value: string): string {
  const url = urlOf(value)
  if (url === undefined || !originForm.test(url.origin) || url.username !== '' || url.password !== '') {
    throw new ConfigError('must be the https address of a MapLibre style')
  }
  return url.href
}

function parseHttpsOrigins(value: string): string[] {
  return value
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const origin = urlOf(part)?.origin ?? ''
      if (!originForm.test(origin) || origin !== part.toLowerCase()) {
        throw new ConfigError(
          'must be https origins such as https://tiles.example, separated by spaces or commas',
        )
      }
      return origin
    })
}

/** https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, Header */
const HEADER = { bytes: 127, magic: 'PMTiles', versionAt: 7, tileCompressionAt: 98, tileTypeAt: 99 }
const VERSION = 3
const VECTOR_TILES = 1
/** None and gzip, which browsers unpack. */
const COMPRESSIONS = [1, 2]

/** A locally hosted map: a PMTiles archive of vector tiles in Protomaps' schema. */
export function readBasemapFile(settings: Settings): string | null {
  const path = settings.read('BASEMAP', null, parseArchive)
  if (settings.has('BASEMAP_STYLE'))
    settings.refuse('BASEMAP', 'excludes BASEMAP_STYLE: set only one of them')
  return path
}

function parseArchive(value: string): string {
  const path = resolve(value)
  const header = beginningOf(path, HEADER.bytes)
  const isArchive =
    header.length === HEADER.bytes &&
    header.toString('latin1', 0, HEADER.versionAt) === HEADER.magic &&
    header[HEADER.versionAt] === VERSION
  if (!isArchive) throw new ConfigError(`must be a PMTiles file of version ${VERSION}`)
  if (header[HEADER.tileTypeAt] !== VECTOR_TILES) {
    throw new ConfigError('must be a PMTiles file of vector tiles (MVT) in the schema of Protomaps')
  }
  if (!COMPRESSIONS.includes(header[HEADER.tileCompressionAt] ?? 0)) {
    throw new ConfigError('must be a PMTiles file with tiles uncompressed or compressed with gzip')
  }
  return path
}

function beginningOf(path: string, bytes: number): Buffer {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const buffer = Buffer.alloc(bytes)
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, 0))
  } catch {
    // Any system error is reported with the setting.
    throw new ConfigError('must be a PMTiles file that the service can read')
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
