import { latitudeDeg, mercatorY } from '../../rasters/mercator.ts'
import type { Bounds } from '../types.ts'

export interface RemoteKey {
  url: string
  /** File name for display; some formats read the corner of the tile from it. */
  name: string
  /** Path within the source's part of the cache. */
  path: string
  bounds: Bounds
}

/** Maximum number of Web Mercator tiles; a larger area is read at a coarser zoom. */
const MAXIMUM_MERCATOR_TILES = 1024
export const MERCATOR_TILE_POSTS = 256
const MERCATOR_EDGE_DEG = 85.0511287798066
/** Margin in degrees, because ground between two tiles is interpolated from both tiles. */
const MARGIN_DEG = 0.002

function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{([^{}:]*)(?::\d+)?\}/g, (_, name: string) => String(values[name]))
}

/** Tiles of whole degrees, named by the south-western corner. */
export interface DegreeTemplate {
  template: string
  ending: string
  /** Side of a tile in degrees; corners are multiples of the side. */
  tileDeg: number
}

export function degreeTiles(named: DegreeTemplate, bounds: Bounds): RemoteKey[] {
  const { tileDeg } = named
  const corner = (deg: number) => tileDeg * Math.floor(deg / tileDeg)
  const keys = new Map<string, RemoteKey>()
  const north = Math.min(90 - tileDeg, corner(bounds.northDeg + MARGIN_DEG))
  const south = Math.max(-90, corner(bounds.southDeg - MARGIN_DEG))
  const west = corner(bounds.westDeg - MARGIN_DEG)
  const east = Math.min(west + 360 - tileDeg, corner(bounds.eastDeg + MARGIN_DEG))
  for (let southDeg = north; southDeg >= south; southDeg -= tileDeg) {
    for (let westDeg = west; westDeg <= east; westDeg += tileDeg) {
      const key = degreeTile(named, southDeg, westDeg)
      keys.set(key.path, key)
    }
  }
  return [...keys.values()]
}

export function degreeTileAt(named: DegreeTemplate, path: string): RemoteKey | undefined {
  const [, ns, lat, ew, lon] = /^([NS])(\d\d)([EW])(\d{3})\./.exec(path) ?? []
  if (lat === undefined) return undefined
  const key = degreeTile(named, Number(lat) * (ns === 'S' ? -1 : 1), Number(lon) * (ew === 'W' ? -1 : 1))
  return key.path === path ? key : undefined
}

function degreeTile(
  { template, ending, tileDeg }: DegreeTemplate,
  southDeg: number,
  westDeg: number,
): RemoteKey {
  const wrappedDeg = ((((westDeg + 180) % 360) + 360) % 360) - 180
  const lat = `${southDeg < 0 ? 'S' : 'N'}${String(Math.abs(southDeg)).padStart(2, '0')}`
  const lon = `${wrappedDeg < 0 ? 'W' : 'E'}${String(Math.abs(wrappedDeg)).padStart(3, '0')}`
  const url = fill(template, { lat, lon })
  const path = `${lat}${lon}${ending}`
  return {
    url,
    // The SRTM format reads the corner from the file name, but an address may have the corner only in a folder name.
    name: ending.startsWith('.hgt') ? path : lastPart(url),
    path,
    bounds: { southDeg, northDeg: southDeg + tileDeg, westDeg, eastDeg: westDeg + tileDeg },
  }
}

function lastPart(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
}

/** Web Mercator tiles at the given zoom, or at the finest zoom that does not exceed the maximum number of tiles. */
export function mercatorTiles(template: string, finestZoom: number, bounds: Bounds): RemoteKey[] {
  for (let zoom = finestZoom; ; zoom--) {
    const side = 2 ** zoom
    const marginDeg = 720 / side / MERCATOR_TILE_POSTS
    const top = Math.max(0, Math.floor(mercatorRow(bounds.northDeg + marginDeg) * side))
    const bottom = Math.min(side - 1, Math.floor(mercatorRow(bounds.southDeg - marginDeg) * side))
    const left = Math.floor(((bounds.westDeg - marginDeg + 180) / 360) * side)
    const right = Math.min(left + side - 1, Math.floor(((bounds.eastDeg + marginDeg + 180) / 360) * side))
    if ((bottom - top + 1) * (right - left + 1) > MAXIMUM_MERCATOR_TILES && zoom > 0) continue
    const keys: RemoteKey[] = []
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) keys.push(mercatorTile(template, zoom, x, y))
    }
    return keys
  }
}

export function mercatorTileAt(template: string, path: string): RemoteKey | undefined {
  const [, zoom, x, y] = /^(\d{1,2})\/(\d{1,5})\/(\d{1,5})\.png$/.exec(path) ?? []
  return y === undefined ? undefined : mercatorTile(template, Number(zoom), Number(x), Number(y))
}

function mercatorTile(template: string, zoom: number, x: number, y: number): RemoteKey {
  const side = 2 ** zoom
  const wrapped = ((x % side) + side) % side
  return {
    url: fill(template, { z: zoom, x: wrapped, y }),
    name: `${y}.png`,
    path: `${zoom}/${wrapped}/${y}.png`,
    bounds: {
      northDeg: mercatorLatDeg(y / side),
      southDeg: mercatorLatDeg((y + 1) / side),
      westDeg: (x / side) * 360 - 180,
      eastDeg: ((x + 1) / side) * 360 - 180,
    },
  }
}

/** 0 at the northern edge of the Web Mercator square, 1 at the southern edge. */
function mercatorRow(latDeg: number): number {
  const onMapDeg = Math.max(-MERCATOR_EDGE_DEG, Math.min(MERCATOR_EDGE_DEG, latDeg))
  return (1 - mercatorY(onMapDeg) / Math.PI) / 2
}

function mercatorLatDeg(row: number): number {
  return latitudeDeg(Math.PI * (1 - 2 * row))
}
