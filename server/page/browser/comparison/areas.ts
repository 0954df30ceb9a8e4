import { type Bounds, type Outcome, outcomes, sumsOf, tilesOver } from './grid.ts'
import { compareTile } from './outcomes.ts'
import type { Side } from './side.ts'

/** Square kilometres of each outcome, counted in the pixels of a few tiles. */
export async function areasOf(
  sides: readonly [Side, Side],
  bounds: Bounds,
  maxzoom: number,
): Promise<Record<Outcome, number>> {
  const tiles = tilesOver(bounds, maxzoom)
  const { signal } = new AbortController()
  const sums = await Promise.all(
    tiles.map(async (tile) => sumsOf(await compareTile(sides, tile, signal), tile)),
  )
  const total = (outcome: number) => sums.reduce((sum, areas) => sum + (areas[outcome] ?? 0), 0)
  return { gained: total(outcomes.gained), lost: total(outcomes.lost), both: total(outcomes.both) }
}
