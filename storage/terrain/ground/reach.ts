import { grown } from '../plan/bounds.ts'
import type { Tile } from '../tile.ts'
import { METRES_PER_DEGREE, placementsIn } from '../tiles/lattice.ts'
import { REACH_POSTS } from '../tiles/tile-index.ts'
import type { Bounds } from '../types.ts'

/** Maximum distance from the read area to posts that fill gaps in the area, in posts of the coarser source. */
const GAP_REACH_POSTS = 12
/** Number of posts read beyond the bounds, at the widest spacing. */
const SPACED_REACH_POSTS = 7
/** Widest post spacing of a request, in metres. */
export const WIDEST_SPACING_M = 1000

/** Distance in degrees beyond which tiles affect neither an area nor its boundaries. */
export const NEAR_DEG = 1

export function tilesAround(tiles: readonly Tile[], bounds: Bounds): Tile[] {
  const placements = placementsIn(tiles, grown(bounds, NEAR_DEG, NEAR_DEG), 1)
  return [...new Set(placements.map(({ tile }) => tile))]
}

/** Superset of the tiles that may affect reads within the bounds, including gaps at the edge, by precedence. */
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
