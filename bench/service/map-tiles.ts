import { seededRandom } from '../../test/references/random.ts'

export interface Tile {
  z: number
  x: number
  y: number
}

/** Numbers of tile columns and rows in one map view. */
const VIEW_COLS = 4
const VIEW_ROWS = 3
/** Zoom levels of views: `COARSER` levels above the tiles' finest level, to `FINER` levels below it. */
const COARSER = 6
const FINER = 2

export interface Layer {
  /** Bounds in degrees: west, south, east, north. */
  bounds: [number, number, number, number]
  maxzoom: number
}

export function tileAt(lonDeg: number, latDeg: number, z: number): Tile {
  const side = 2 ** z
  const sine = Math.sin((latDeg * Math.PI) / 180)
  const x = Math.floor(((lonDeg + 180) / 360) * side)
  const y = Math.floor((0.5 - Math.atanh(sine) / (2 * Math.PI)) * side)
  return { z, x: Math.min(side - 1, Math.max(0, x)), y: Math.min(side - 1, Math.max(0, y)) }
}

/** Distinct tiles at random positions and zoom levels. */
export function randomTiles({ bounds, maxzoom }: Layer, count: number, seed: number): Tile[] {
  const random = seededRandom(seed)
  const [west, south, east, north] = bounds
  const found = new Map<string, Tile>()
  while (found.size < count) {
    const z = maxzoom - Math.floor(random() * Math.min(COARSER + 1, maxzoom))
    const tile = tileAt(west + random() * (east - west), south + random() * (north - south), z)
    found.set(pathOf(tile), tile)
  }
  return [...found.values()]
}

/** First `count` distinct tiles in the order in which a map loads tiles while it is moved and zoomed. */
export function panTiles({ bounds, maxzoom }: Layer, count: number, seed: number): Tile[] {
  const random = seededRandom(seed)
  const [west, south, east, north] = bounds
  const minimumZoom = Math.max(0, maxzoom - COARSER)
  const maximumZoom = maxzoom + FINER
  const shown = new Map<string, Tile>()
  let z = minimumZoom + COARSER / 2
  let [lonDeg, latDeg] = [(west + east) / 2, (south + north) / 2]
  while (shown.size < count) {
    const [first, last] = [tileAt(west, north, z), tileAt(east, south, z)]
    const corner = tileAt(lonDeg, latDeg, z)
    for (let at = 0; at < VIEW_COLS * VIEW_ROWS; at++) {
      const x = corner.x - VIEW_COLS / 2 + (at % VIEW_COLS)
      const y = corner.y - 1 + Math.floor(at / VIEW_COLS)
      const tile = { z, x, y }
      const isOnResult = x >= first.x && x <= last.x && y >= first.y && y <= last.y
      if (isOnResult && shown.size < count) shown.set(pathOf(tile), tile)
    }
    // Moves the map, mostly by a few tiles, sometimes to another zoom level or position.
    const tileDeg = 360 / 2 ** z
    const choice = random()
    if (choice < 0.7) {
      lonDeg += (random() - 0.5) * 6 * tileDeg
      latDeg += (random() - 0.5) * 4 * tileDeg
    } else if (choice < 0.9) {
      z = Math.max(minimumZoom, Math.min(maximumZoom, z + (random() < 0.6 ? 1 : -1)))
    }
    if (choice >= 0.9 || lonDeg < west || lonDeg > east || latDeg < south || latDeg > north) {
      lonDeg = west + random() * (east - west)
      latDeg = south + random() * (north - south)
    }
  }
  return [...shown.values()]
}

/** URL path of a tile below the result's URL. */
export function pathOf({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}.png`
}
