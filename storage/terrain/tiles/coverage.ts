import { grown } from '../plan/bounds.ts'
import type { Tile } from '../tile.ts'
import type { Bounds } from '../types.ts'
import { extentOf, placementsIn } from './lattice.ts'
import { type SeaList, seaCell } from './sea.ts'

/** Maximum number of tiles for the check; with more tiles the bounds count as not covered. */
const MAXIMUM_TILES = 500

/** True if the posts of axis-aligned tiles, grown by one spacing, cover the bounds; voids are ignored. */
export function isCovered(bounds: Bounds, tiles: readonly Tile[]): boolean {
  const placements = placementsIn(tiles, bounds, 1).filter(({ tile }) => isAxisAligned(tile))
  if (placements.length === 0 || placements.length > MAXIMUM_TILES) return false
  const extents = placements.map((placement) => {
    const { latStepDeg, lonStepDeg } = placement.lattice
    return grown(extentOf(placement), latStepDeg, lonStepDeg)
  })
  extents.sort((a, b) => a.westDeg - b.westDeg)
  // Between two adjacent edges of tiles, all rows of the ground are covered by the same tiles.
  const edges = extents.flatMap(({ northDeg, southDeg }) => [northDeg, southDeg])
  const rows = [bounds.southDeg, bounds.northDeg, ...edges]
    .filter((latDeg) => latDeg >= bounds.southDeg && latDeg <= bounds.northDeg)
    .sort((a, b) => a - b)
  return rows.every((latDeg, i) => {
    const middleDeg = (latDeg + (rows[i + 1] ?? latDeg)) / 2
    let reachedDeg: number | undefined
    for (const extent of extents) {
      if (extent.southDeg > middleDeg || extent.northDeg < middleDeg) continue
      if (extent.westDeg > (reachedDeg ?? bounds.westDeg)) break
      reachedDeg = Math.max(reachedDeg ?? extent.eastDeg, extent.eastDeg)
    }
    return reachedDeg !== undefined && reachedDeg >= bounds.eastDeg
  })
}

/** True if the edges of the tile are meridians and parallels. */
function isAxisAligned({ projected }: Tile): boolean {
  return projected === undefined || projected.projection.wrapX !== undefined
}

export function isSea(bounds: Bounds, seas: readonly SeaList[]): boolean {
  if (seas.length === 0) return false
  const lastSouth = Math.max(Math.floor(bounds.southDeg), Math.ceil(bounds.northDeg) - 1)
  const lastWest = Math.max(Math.floor(bounds.westDeg), Math.ceil(bounds.eastDeg) - 1)
  for (let south = Math.floor(bounds.southDeg); south <= lastSouth; south++) {
    for (let west = Math.floor(bounds.westDeg); west <= lastWest; west++) {
      if (!seas.some(({ cells }) => cells.has(seaCell(south, west)))) return false
    }
  }
  return true
}
