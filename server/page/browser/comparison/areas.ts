import type { Polygons } from '../../../client/areas.ts'
import {
  type Bounds,
  boundsOf,
  type Outcome,
  outcomes,
  pixelKm2,
  sumsOf,
  TILE_PX,
  tilesOver,
} from './grid.ts'
import { compareTile, coveredIn } from './outcomes.ts'
import type { Side } from './side.ts'
import { pixelsWithin } from './within.ts'

/** Area of each comparison outcome in km², summed over the pixels of a few map tiles. */
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

/** Shares of an area, keyed by the set of covering results (at most 30; bit n is result n). The sum is 1. */
export async function sharesWithin(
  sides: readonly Side[],
  polygons: Polygons,
  maxzoom: number,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const shares = new Map<number, number>()
  let wholeKm2 = 0
  for (const tile of tilesOver(boundsOf(polygons.flat(2)), maxzoom)) {
    const within = pixelsWithin(polygons, tile)
    const covered = await Promise.all(sides.map((side, bit) => coveredIn(side, tile, 1 << bit, signal)))
    for (let row = 0; row < TILE_PX; row++) {
      const km2 = pixelKm2(tile, row)
      for (let at = row * TILE_PX; at < (row + 1) * TILE_PX; at++) {
        if (within[at] === 0) continue
        const by = covered.reduce((bits, numbers) => bits | (numbers[at] ?? 0), 0)
        shares.set(by, (shares.get(by) ?? 0) + km2)
        wholeKm2 += km2
      }
    }
  }
  for (const [by, km2] of shares) shares.set(by, km2 / wholeKm2)
  return shares
}
