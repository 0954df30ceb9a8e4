/** Which samples of which tiles of the ground a tile of contours is made of. */

export interface TileIndex {
  z: number
  x: number
  y: number
}

export interface SampleWindow {
  /** Zoom of the tiles of the ground. */
  z: number
  /** The first sample, counted from the north-west of the map; one outside of what is drawn. */
  left: number
  top: number
  /** Samples along an edge, with one outside at each end. */
  side: number
}

const TILE_PX = 256
/** Tiles of contours are drawn at twice the size of the ground's, as the map's library has it. */
export const FINEST_ZOOM = 14
export const COARSEST_ZOOM = 9

/** By the zoom of the tile: lines of a slope of 30° lie some three pixels apart. */
export function intervalM(zoom: number): number {
  return (
    [200, 100, 50, 50, 20, 10][Math.min(FINEST_ZOOM, Math.max(COARSEST_ZOOM, zoom)) - COARSEST_ZOOM] ?? 500
  )
}

/** Every fifth line is drawn stronger and has its height. */
export function isMain(heightM: number, zoom: number): boolean {
  return heightM % (5 * intervalM(zoom)) === 0
}

/** At the finest zoom of the ground that is not finer than what is drawn. */
export function windowOf({ z, x, y }: TileIndex, finestZoom: number): SampleWindow {
  const groundZoom = Math.min(z + 1, finestZoom)
  const drawn = TILE_PX * 2 ** (groundZoom - z)
  return { z: groundZoom, left: x * drawn - 1, top: y * drawn - 1, side: drawn + 2 }
}

/** The tiles in which a window lies, west of 180° as well as east of it; none beyond the poles. */
export function tilesOf({
  z,
  left,
  top,
  side,
}: SampleWindow): { column: number; row: number; index: TileIndex }[] {
  const from = (first: number) => Math.floor(first / TILE_PX)
  const all = 2 ** z
  const tiles: { column: number; row: number; index: TileIndex }[] = []
  for (let row = Math.max(0, from(top)); row <= Math.min(all - 1, from(top + side - 1)); row++) {
    for (let column = from(left); column <= from(left + side - 1); column++) {
      tiles.push({ column, row, index: { z, x: ((column % all) + all) % all, y: row } })
    }
  }
  return tiles
}

/**
 * The heights of a window; along its edges, where there is no tile, those beside them go on. `undefined` where anything
 * of what is drawn is missing.
 */
export function samplesOf(
  { left, top, side }: SampleWindow,
  tileAt: (column: number, row: number) => Float32Array | undefined,
): Float32Array | undefined {
  const heightsM = new Float32Array(side * side).fill(Number.NaN)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor((left + x) / TILE_PX), Math.floor((top + y) / TILE_PX)]
      const tile = tileAt(column, row)
      if (tile === undefined) continue
      heightsM[y * side + x] =
        tile[(top + y - row * TILE_PX) * TILE_PX + left + x - column * TILE_PX] ?? Number.NaN
    }
  }
  const last = side - 1
  const goOn = (to: number, from: number) => {
    if (Number.isNaN(heightsM[to])) heightsM[to] = heightsM[from] ?? Number.NaN
  }
  for (let y = 0; y < side; y++) {
    goOn(y * side, y * side + 1)
    goOn(y * side + last, y * side + last - 1)
  }
  for (let x = 0; x < side; x++) {
    goOn(x, side + x)
    goOn(last * side + x, (last - 1) * side + x)
  }
  return heightsM.some(Number.isNaN) ? undefined : heightsM
}
