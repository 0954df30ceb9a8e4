import { around } from '../../storage/terrain/plan/bounds.ts'
import type { Bounds, TileListed } from '../../storage/terrain/types.ts'

interface Cluster {
  bounds: Bounds
  tiles: number
  bytes: number
}

export const maximumFootprints = 4000
export const maximumClusters = 500
/** Maximum number of tiles drawn individually; above this number, cells that contain tiles are drawn. */
const MAXIMUM_TILES = 2000
/** Maximum gap in degrees between tiles that count as touching; outermost posts may be one spacing apart. */
const TOUCHING_DEG = 0.01
/** Width or height, in cells, from which a tile keeps a separate rectangle. */
const MAXIMUM_CELLS_ACROSS = 4
const SMALLEST_CELL_DEG = 1 / 16

/**
 * Outlines of available terrain, for maps of any scale: `footprints` cover all tiles, one by one if there are few;
 * `clusters` are groups of touching tiles, in descending order of tile count.
 */
export function footprintsOf(listed: readonly TileListed[]) {
  const rectangles = rectanglesOf(
    listed.map(({ bounds, bytes }) => ({ bounds, tiles: 1, bytes })),
    MAXIMUM_TILES,
  )
  const clusters = clustersOf(rectangles)
  return {
    tiles: listed.length,
    bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
    footprints: rectangles.map(({ bounds }) => bounds),
    clusters: clusters.slice(0, maximumClusters),
  }
}

/** Rectangles of the tiles; above `maximum` tiles, rectangles of cells at least half as large as a median tile. */
function rectanglesOf(tiles: Cluster[], maximum: number): Cluster[] {
  if (tiles.length <= maximum) return tiles
  const sizes = tiles.map(({ bounds }) => bounds.northDeg - bounds.southDeg).sort((a, b) => a - b)
  let cellDeg = SMALLEST_CELL_DEG
  while (cellDeg < (sizes[sizes.length >> 1] ?? 1) / 2) cellDeg *= 2
  for (; ; cellDeg *= 2) {
    const rectangles = runsOf(tiles, cellDeg)
    if (rectangles.length <= maximumFootprints || cellDeg >= 256) return rectangles
  }
}

/** Rectangles of cells with tiles; adjacent cells of a row are joined, tiles far larger than a cell stay separate. */
function runsOf(tiles: readonly Cluster[], cellDeg: number): Cluster[] {
  const rectangles: Cluster[] = []
  const rows = new Map<number, Map<number, { tiles: number; bytes: number }>>()
  for (const tile of tiles) {
    const { southDeg, northDeg, westDeg, eastDeg } = tile.bounds
    // The tolerance is needed because the outermost posts of a tile may be on the edge of the next cell.
    const [west, south] = [westDeg, southDeg].map((deg) => Math.floor((deg + TOUCHING_DEG) / cellDeg)) as [
      number,
      number,
    ]
    const east = Math.max(west, Math.ceil((eastDeg - TOUCHING_DEG) / cellDeg) - 1)
    const north = Math.max(south, Math.ceil((northDeg - TOUCHING_DEG) / cellDeg) - 1)
    if (Math.max(east - west, north - south) >= MAXIMUM_CELLS_ACROSS) {
      rectangles.push(tile)
      continue
    }
    for (let row = south; row <= north; row++) {
      const cells = rows.get(row) ?? new Map<number, { tiles: number; bytes: number }>()
      rows.set(row, cells)
      for (let col = west; col <= east; col++) {
        const cell = cells.get(col) ?? { tiles: 0, bytes: 0 }
        cells.set(col, cell)
        // Each tile is counted only once, in the cell at its south-western corner.
        if (row > south || col > west) continue
        cell.tiles += tile.tiles
        cell.bytes += tile.bytes
      }
    }
  }
  for (const [row, cells] of rows) {
    let run: (Cluster & { endCol: number }) | undefined
    for (const [col, { tiles: count, bytes }] of [...cells].sort(([a], [b]) => a - b)) {
      const eastDeg = (col + 1) * cellDeg
      if (run !== undefined && run.endCol === col - 1) {
        run.bounds.eastDeg = eastDeg
        run.endCol = col
        run.tiles += count
        run.bytes += bytes
        continue
      }
      const bounds = {
        southDeg: row * cellDeg,
        northDeg: (row + 1) * cellDeg,
        westDeg: col * cellDeg,
        eastDeg,
      }
      run = { bounds, tiles: count, bytes, endCol: col }
      rectangles.push(run)
    }
  }
  return rectangles
}

/** Groups touching rectangles, in order from west to east. */
function clustersOf(rectangles: readonly Cluster[]): Cluster[] {
  const sorted = [...rectangles].sort((a, b) => a.bounds.westDeg - b.bounds.westDeg)
  const parents = sorted.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] as number
    parents[index] = root
    return root
  }
  let active: number[] = []
  for (const [index, { bounds }] of sorted.entries()) {
    active = active.filter((other) => boundsAt(other).eastDeg >= bounds.westDeg - TOUCHING_DEG)
    for (const other of active) {
      const { southDeg, northDeg } = boundsAt(other)
      if (southDeg <= bounds.northDeg + TOUCHING_DEG && northDeg >= bounds.southDeg - TOUCHING_DEG) {
        parents[rootOf(index)] = rootOf(other)
      }
    }
    active.push(index)
  }
  const clusters = new Map<number, Cluster>()
  for (const [index, { bounds, tiles, bytes }] of sorted.entries()) {
    const known = clusters.get(rootOf(index))
    clusters.set(rootOf(index), {
      bounds: known === undefined ? bounds : around(known.bounds, bounds),
      tiles: (known?.tiles ?? 0) + tiles,
      bytes: (known?.bytes ?? 0) + bytes,
    })
  }
  return [...clusters.values()].sort((a, b) => b.tiles - a.tiles || b.bytes - a.bytes)

  function boundsAt(index: number): Bounds {
    return (sorted[index] as Cluster).bounds
  }
}
