import type { Polygons } from '../../../client/areas.ts'
import { addAreas, type Bounds, boundsOf, tilesOver } from './grid.ts'
import { coveredIn } from './outcomes.ts'
import type { Side } from './side.ts'
import { pixelsWithin } from './within.ts'

/** Area in km² by the set of covering results (bit n is result n), in the pixels of a few map tiles. */
export async function areasOf(
  sides: readonly Side[],
  bounds: Bounds,
  maxzoom: number,
  signal: AbortSignal,
  polygons?: Polygons,
): Promise<Float64Array> {
  const tiles = tilesOver(bounds, maxzoom)
  const covered = await Promise.all(tiles.map((tile) => coveredIn(sides, tile, signal)))
  const sums = new Float64Array(2 ** sides.length)
  for (const [index, tile] of tiles.entries()) {
    addAreas(sums, covered[index] ?? [], tile, polygons && pixelsWithin(polygons, tile))
  }
  return sums
}

/** Shares of an area by the set of covering results. The sum is 1. */
export async function sharesWithin(
  sides: readonly Side[],
  polygons: Polygons,
  maxzoom: number,
  signal: AbortSignal,
): Promise<Float64Array> {
  const areas = await areasOf(sides, boundsOf(polygons.flat(2)), maxzoom, signal, polygons)
  const wholeKm2 = areas.reduce((sum, km2) => sum + km2, 0)
  return areas.map((km2) => (wholeKm2 === 0 ? 0 : km2 / wholeKm2))
}
