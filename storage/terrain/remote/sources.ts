import { isLoopbackUrl } from '../../network/loopback.ts'
import type { Bounds } from '../types.ts'
import { known, PRESETS } from './known-sources.ts'
import {
  degreeTileAt,
  degreeTiles,
  MERCATOR_TILE_POSTS,
  mercatorTileAt,
  mercatorTiles,
  type RemoteKey,
} from './tile-keys.ts'

/**
 * Sources of remote tiles. A template is an address with placeholders; its ending determines the format:
 *   {lat}, {lon}    south-western corner of a one-degree tile (known sources: of any size), such as N49, W123
 *   {z}, {x}, {y}   Web Mercator tile; {z:11} replaces zoom 12
 *   .tif, .tiff                    read by HTTP range: the directory and the required blocks
 *   .hgt, .hgt.gz, .hgt.zip, .png  fetched whole
 */

export interface RemoteSource {
  /** Name of the source's folder in the cache. */
  id: string
  name: string
  attribution: string
  /** Host name for logs, as a whole address could reveal a secret. */
  host: string
  /** True if files are read in parts. */
  isRanged: boolean
  /** Estimated size of a file in bytes, as long as no size is known. */
  typicalBytes: number
  /** North-south spacing of the posts in metres; `undefined` unless known before a tile is opened. */
  spacingM(latDeg: number): number | undefined
  /** All tiles that may contain ground within the bounds, from north-west to south-east. Longitudes wrap. */
  tilesIn(bounds: Bounds): RemoteKey[]
  tileAt(path: string): RemoteKey | undefined
}

export class TemplateError extends Error {}

const DEFAULT_ZOOM = 12
const MAXIMUM_ZOOM = 15
const EQUATOR_M = 40_075_016.686
/** Typical file sizes at one arc second: an HGT file has 3601 × 3601 posts of two bytes. */
const TYPICAL_BYTES: Record<string, number> = {
  '.hgt': 25_934_402,
  '.hgt.gz': 10_000_000,
  '.hgt.zip': 10_000_000,
  '.png': 100_000,
}
const TYPICAL_TIFF_BYTES = 24_000_000
const ENDING = /\.(?:tiff?|hgt(?:\.gz|\.zip)?|png)$/i

/**
 * Sources from text with presets and templates, separated by white space; earlier sources have precedence.
 * The default of `presets` is elevation.
 * @throws {TemplateError}
 */
export function parseSources(text: string, presets = PRESETS): RemoteSource[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const sources = words.map((word) =>
    parseSource(Object.hasOwn(presets, word) ? presets[word] : word, presets),
  )
  if (new Set(words).size < words.length) throw new TemplateError('must name each source once')
  return sources
}

function parseSource(template: string, presets: Record<string, string>): RemoteSource {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const zoomName = names.find((name) => /^z(?::\d{1,2})?$/.test(name))
  const unknown = names.find((name) => !/^(?:lat|lon|x|y|z(?::\d{1,2})?)$/.test(name))
  if (unknown !== undefined) {
    throw new TemplateError(`has the unknown placeholder {${unknown}}; allowed: {lat}, {lon}, {z}, {x}, {y}`)
  }
  const url = requireAddress(template, presets)
  const isDegree = names.includes('lat') && names.includes('lon')
  const isMercator = names.includes('x') && names.includes('y') && zoomName !== undefined
  if (isDegree === isMercator) {
    throw new TemplateError('must have the placeholders {lat} and {lon}, or {z}, {x} and {y}')
  }
  const ending = ENDING.exec(decodeURI(url.pathname))?.[0].toLowerCase()
  if (ending === undefined || (ending === '.png') !== isMercator) {
    throw new TemplateError(
      'must end in .tif, .hgt, .hgt.gz or .hgt.zip where it has {lat} and {lon}, in .png where it has {z}, {x} and {y}',
    )
  }
  const published = known(template)
  const common = {
    id: idOf(template, presets),
    name: published?.name ?? url.hostname,
    attribution: published?.attribution ?? `Tiles of ${url.hostname}`,
    host: url.host,
    isRanged: ending.startsWith('.tif'),
    typicalBytes: published?.typicalBytes ?? TYPICAL_BYTES[ending] ?? TYPICAL_TIFF_BYTES,
  }
  if (isDegree) {
    const { arcSeconds, tileDeg = 1 } = published ?? {}
    return {
      ...common,
      spacingM: () => arcSeconds && (EQUATOR_M / 360 / 3600) * arcSeconds,
      tilesIn: (bounds) => degreeTiles({ template, ending, tileDeg }, bounds),
      tileAt: (path) => degreeTileAt({ template, ending, tileDeg }, path),
    }
  }
  const zoom = Number(zoomName?.split(':')[1] ?? DEFAULT_ZOOM)
  if (zoom > MAXIMUM_ZOOM) throw new TemplateError(`must have a zoom of at most ${MAXIMUM_ZOOM}, got ${zoom}`)
  return {
    ...common,
    spacingM: (latDeg) => (EQUATOR_M * Math.cos((latDeg * Math.PI) / 180)) / MERCATOR_TILE_POSTS / 2 ** zoom,
    tilesIn: (bounds) => mercatorTiles(template, zoom, bounds),
    tileAt: (path) => mercatorTileAt(template, path),
  }
}

function requireAddress(template: string, presets: Record<string, string>): URL {
  // A template must be a valid address once digits replace the placeholders.
  const filled = template.replace(/\{[^{}]*\}/g, '0')
  const url = URL.canParse(filled) ? new URL(filled) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || /[{}]/.test(filled)) {
    throw new TemplateError(
      `must be ${Object.keys(presets).join(', ')} or an address like https://tiles.example/{lat}{lon}.hgt.gz`,
    )
  }
  if (url.username !== '' || url.password !== '') throw new TemplateError('must have no user and no password')
  if (/\{[^}]*\}/.test(template.split(/[/?#]/, 3)[2] ?? '')) {
    throw new TemplateError('must have its placeholders after the host name')
  }
  if (url.protocol === 'http:' && !isLoopbackUrl(url)) {
    throw new TemplateError('must begin with https:// unless it is on this machine')
  }
  return url
}

/** Short name that is constant for a template and reveals nothing of its content. */
function idOf(template: string, presets: Record<string, string>): string {
  const preset = Object.keys(presets).find((name) => presets[name] === template)
  if (preset !== undefined) return preset
  let hash = 0xcbf29ce484222325n
  // FNV-1a hash, 64 bits.
  for (const byte of Buffer.from(template)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
