import { grown } from '../plan/bounds.ts'
import type { Tile } from '../tile.ts'
import { METRES_PER_DEGREE, placementsIn } from '../tiles/lattice.ts'
import { REACH_POSTS } from '../tiles/tile-index.ts'
import type { Bounds } from '../types.ts'

/** A gap is filled from posts that far beyond what is read, in posts of the coarser source. */
const GAP_REACH_POSTS = 12
/** So many posts beyond the bounds are read at the widest spacing. */
const SPACED_REACH_POSTS = 7
/** The widest that may be asked for. */
export const WIDEST_SPACING_M = 1000

/** Tiles this far from an area have no part in it, nor in its boundaries. */
export const NEAR_DEG = 1

/** The tiles within a degree of the bounds, in their order. */
export function tilesAround(tiles: readonly Tile[], bounds: Bounds): Tile[] {
  const placements = placementsIn(tiles, grown(bounds, NEAR_DEG, NEAR_DEG), 1)
  return [...new Set(placements.map(({ tile }) => tile))]
}

/**
 * The tiles that may have a part in what is read within the bounds, in their order: those of which parts are planned, and
 * those that the gaps at its edge are filled from. Rather some too many than one too few.
 */
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
