import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { urlOf } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** External basemap of the web page, and the hosts that serve the map. */
export interface Basemap {
  style: string
  /** Origins that the page may contact; the origin of the style comes first. */
  origins: string[]
}

/** HTTPS origin without characters that could end a rule of a Content-Security-Policy. */
const originForm = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/

/** External basemap of the page; off by default, because the browser then contacts other hosts. */
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

/** PMTiles header: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER = { bytes: 127, magic: 'PMTiles', versionAt: 7, tileCompressionAt: 98, tileTypeAt: 99 }
const VERSION = 3
const VECTOR_TILES = 1
/** Codes for no compression and for gzip, which browsers decompress. */
const COMPRESSIONS = [1, 2]

/** Path of a locally hosted basemap: a PMTiles archive of vector tiles in the Protomaps schema. */
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
    // Any system error is reported as an error of the setting.
    throw new ConfigError('must be a PMTiles file that the service can read')
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
