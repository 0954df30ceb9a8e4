import { hullOf, placementsIn } from './lattice.ts'
import type { Tile } from './tile.ts'
import type { Bounds } from './types.ts'

/** With more tiles than that the answer is not looked for: it counts as not covered. */
const MOST_TILES = 500

/**
 * Whether the tiles' posts, each tile grown by one spacing, leave no part of the bounds open. Voids inside tiles are
 * not looked at.
 */
export function isCovered(bounds: Bounds, tiles: readonly Tile[]): boolean {
  const placements = placementsIn(tiles, bounds, 1)
  if (placements.length === 0 || placements.length > MOST_TILES) return false
  const hulls = placements.map((placement) => {
    const { northDeg, southDeg, westDeg, eastDeg } = hullOf(placement)
    const { latStepDeg, lonStepDeg } = placement.lattice
    return {
      northDeg: northDeg + latStepDeg,
      southDeg: southDeg - latStepDeg,
      westDeg: westDeg - lonStepDeg,
      eastDeg: eastDeg + lonStepDeg,
    }
  })
  hulls.sort((a, b) => a.westDeg - b.westDeg)
  // Between two edges of tiles every row of the ground has the same tiles.
  const edges = hulls.flatMap(({ northDeg, southDeg }) => [northDeg, southDeg])
  const rows = [bounds.southDeg, bounds.northDeg, ...edges]
    .filter((latDeg) => latDeg >= bounds.southDeg && latDeg <= bounds.northDeg)
    .sort((a, b) => a - b)
  return rows.every((latDeg, i) => {
    const middleDeg = (latDeg + (rows[i + 1] ?? latDeg)) / 2
    let reachedDeg = bounds.westDeg
    for (const hull of hulls) {
      if (hull.southDeg > middleDeg || hull.northDeg < middleDeg) continue
      if (hull.westDeg > reachedDeg) break
      reachedDeg = Math.max(reachedDeg, hull.eastDeg)
    }
    return (
      reachedDeg >= bounds.eastDeg &&
      hulls.some(
        (hull) => hull.westDeg <= bounds.westDeg && hull.southDeg <= middleDeg && hull.northDeg >= middleDeg,
      )
    )
  })
}
