import { grown } from '../plan/bounds.ts'
import type { Tile } from '../tile.ts'
import type { Bounds } from '../types.ts'

/** Maximum number of cells per indexed tile; larger tiles are checked in each query. */
const MAXIMUM_CELLS = 400
const LONGITUDES = 360
/** Maximum distance from a tile, in posts of the tile, at which a request includes the tile to fill gaps. */
export const REACH_POSTS = 66

interface TileIndex {
  /** Indices in `tiles`, ascending, by cell of one degree. */
  cells: Map<number, number[]>
  large: number[]
}

const indexes = new WeakMap<readonly Tile[], TileIndex>()

/**
 * Tiles that may be within `REACH_POSTS` posts of the bounds, in the given order. Examines only the degrees
 * within the bounds, so the cost does not depend on the number of tiles. `tiles` is indexed once and must not
 * change.
 */
export function tilesNear(
  tiles: readonly Tile[],
  bounds: Bounds,
  extentOfTile: (tile: Tile) => Bounds,
): Iterable<Tile> {
  const rows = Math.floor(bounds.northDeg) - Math.floor(bounds.southDeg) + 1
  const cols = Math.min(LONGITUDES, Math.floor(bounds.eastDeg) - Math.floor(bounds.westDeg) + 1)
  if (tiles.length <= 16 || rows * cols > tiles.length) return tiles
  let index = indexes.get(tiles)
  if (index === undefined) {
    index = build(tiles, extentOfTile)
    indexes.set(tiles, index)
  }
  const found = new Set(index.large)
  forCells(bounds, (cell) => {
    for (const tile of index.cells.get(cell) ?? []) found.add(tile)
  })
  return [...found].sort((a, b) => a - b).map((tile) => tiles[tile])
}

function build(tiles: readonly Tile[], extentOfTile: (tile: Tile) => Bounds): TileIndex {
  const index: TileIndex = { cells: new Map(), large: [] }
  for (const [position, tile] of tiles.entries()) {
    const { latStepDeg, lonStepDeg } = tile.lattice
    const reach = grown(extentOfTile(tile), REACH_POSTS * latStepDeg, REACH_POSTS * lonStepDeg)
    const size = (reach.northDeg - reach.southDeg + 2) * (reach.eastDeg - reach.westDeg + 2)
    if (!(size <= MAXIMUM_CELLS)) index.large.push(position)
    else
      forCells(reach, (cell) => {
        const held = index.cells.get(cell)
        if (held === undefined) index.cells.set(cell, [position])
        else if (held.at(-1) !== position) held.push(position)
      })
  }
  return index
}

function forCells(bounds: Bounds, visit: (cell: number) => void): void {
  const west = Math.floor(bounds.westDeg)
  const cols = Math.min(LONGITUDES, Math.floor(bounds.eastDeg) - west + 1)
  for (let lat = Math.floor(bounds.southDeg); lat <= Math.floor(bounds.northDeg); lat++) {
    for (let col = 0; col < cols; col++) {
      const lon = (((west + col) % LONGITUDES) + LONGITUDES) % LONGITUDES
      visit(lat * LONGITUDES + lon)
    }
  }
}
