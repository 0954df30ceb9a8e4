import { type Bounds, fittingZoom, tilePath, tilesAt } from '../comparison/grid.ts'
import { readBinTile } from '../service/bin-tiles.ts'

/** Around a result that the map shows as a whole. */
export const PADDING_PX = 32

interface Drawn {
  /** Path of the tiles of bins. */
  path: string
  bounds: Bounds
  maxzoom: number
}

/** Reads the tiles that the map will want when it shows the result as a whole, before there is a map. */
export function readAhead(
  { path, bounds, maxzoom }: Drawn,
  { clientWidth, clientHeight }: HTMLElement,
): void {
  const sizePx = [clientWidth - 2 * PADDING_PX, clientHeight - 2 * PADDING_PX] as const
  const zoom = Math.round(fittingZoom(bounds, sizePx))
  for (const index of tilesAt(bounds, Math.max(0, Math.min(zoom, maxzoom)))) {
    // Who wants it says what is wrong with it.
    readBinTile(tilePath(path, index), new AbortController().signal).catch(() => {})
  }
}
