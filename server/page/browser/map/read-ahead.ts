import { type DrawnTiles, fittingZoom, tilePath, tilesAt } from '../comparison/grid.ts'
import { readBinTile } from '../service/bin-tiles.ts'

export const PADDING_PX = 32

/** Requests the tiles of a result before the map exists, for a view that fits the result. */
export function readAhead(
  { path, bounds, maxzoom }: DrawnTiles,
  { clientWidth, clientHeight }: HTMLElement,
): void {
  const sizePx = [clientWidth - 2 * PADDING_PX, clientHeight - 2 * PADDING_PX] as const
  const zoom = Math.round(fittingZoom(bounds, sizePx))
  for (const index of tilesAt(bounds, Math.max(0, Math.min(zoom, maxzoom)))) {
    // Errors are reported when the map reads the tile.
    readBinTile(tilePath(path, index), new AbortController().signal).catch(() => {})
  }
}
