import { type Bounds, type Outcome, outcomes, sumsOf, tilesOver } from './grid.ts'
import type { Side } from './side.ts'
import { compareTile } from './tiles.ts'

/** Square kilometres of each outcome, counted in the pixels of a few tiles. */
export async function areasOf(
  sides: readonly [Side, Side],
  bounds: Bounds,
  maxzoom: number,
): Promise<Record<Outcome, number>> {
  const tiles = tilesOver(bounds, maxzoom)
  const sums = await Promise.all(tiles.map(async (tile) => sumsOf(await compareTile(sides, tile), tile)))
  const total = (outcome: number) => sums.reduce((sum, areas) => sum + (areas[outcome] ?? 0), 0)
  return { gained: total(outcomes.gained), lost: total(outcomes.lost), both: total(outcomes.both) }
}
