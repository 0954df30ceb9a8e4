import { grown } from '../plan/bounds.ts'
import type { Tile } from '../tile.ts'
import { METRES_PER_DEGREE, placementsIn } from '../tiles/lattice.ts'
import { REACH_POSTS } from '../tiles/tile-index.ts'
import type { Bounds } from '../types.ts'

/** A gap is filled from posts up to this far beyond the read area, in posts of the coarser source. */
const GAP_REACH_POSTS = 12
/** Posts read beyond the bounds at the widest spacing. */
const SPACED_REACH_POSTS = 7
/** Maximum of a request. */
export const WIDEST_SPACING_M = 1000

/** Tiles this far from an area affect neither it nor its boundaries. */
export const NEAR_DEG = 1

export function tilesAround(tiles: readonly Tile[], bounds: Bounds): Tile[] {
  const placements = placementsIn(tiles, grown(bounds, NEAR_DEG, NEAR_DEG), 1)
  return [...new Set(placements.map(({ tile }) => tile))]
}

/** Tiles that may affect reads within the bounds, in their order, including gaps at the edge. A superset. */
export function tilesReaching(tiles: readonly Tile[], bounds: Bounds, spacingM = 0): Tile[] {
  const near = placementsIn(tiles, bounds, REACH_POSTS).map(({ lattice }) => lattice)
  const latStepDeg = Math.max(0, ...near.map((lattice) => lattice.latStepDeg))
  const lonStepDeg = Math.max(0, ...near.map((lattice) => lattice.lonStepDeg))
  const ratio = Math.max(1, ...near.map((lattice) => lattice.lonStepDeg / lattice.latStepDeg))
  const spacedDeg = (SPACED_REACH_POSTS * spacingM) / METRES_PER_DEGREE
  const latDeg = GAP_REACH_POSTS * latStepDeg + spacedDeg
  const lonDeg = GAP_REACH_POSTS * lonStepDeg + spacedDeg * ratio
  const placements = placementsIn(tiles, grown(bounds, latDeg, lonDeg), REACH_POSTS)
  return [...new Set(placements.map(({ tile }) => tile))]
}
