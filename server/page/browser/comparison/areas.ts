import type { Polygons } from '../request/area-files.ts'
import { type Bounds, boundsOf, type Outcome, outcomes, overlapOf, sumsOf, tilesOver } from './grid.ts'
import { compareTile } from './outcomes.ts'
import type { Side } from './side.ts'
import { pixelsWithin } from './within.ts'

/** Square kilometres of each outcome, counted in the pixels of a few tiles; with polygons, within these alone. */
export async function areasOf(
  sides: readonly [Side, Side],
  bounds: Bounds,
  maxzoom: number,
  polygons?: Polygons,
): Promise<Record<Outcome, number>> {
  const counted = polygons ? overlapOf(bounds, boundsOf(polygons)) : bounds
  const tiles = counted ? tilesOver(counted, maxzoom) : []
  const { signal } = new AbortController()
  const sums = await Promise.all(
    tiles.map(async (tile) => {
      const pixels = await compareTile(sides, tile, signal)
      return sumsOf(polygons ? pixelsWithin(polygons, tile, pixels) : pixels, tile)
    }),
  )
  const total = (outcome: number) => sums.reduce((sum, areas) => sum + (areas[outcome] ?? 0), 0)
  return { gained: total(outcomes.gained), lost: total(outcomes.lost), both: total(outcomes.both) }
}
