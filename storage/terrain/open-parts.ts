import { fileArea } from './area.ts'
import type { ChunkCache } from './files/chunk-cache.ts'
import type { TileReader } from './formats/catalog.ts'
import { planParts } from './parts.ts'
import { onBehalfOf } from './remote/requester.ts'
import { spacedArea } from './spacing.ts'
import type { PageLog, Tile, TileFile } from './tile.ts'
import { placementsIn } from './tiles/lattice.ts'
import { REACH_POSTS } from './tiles/tile-index.ts'
import type { AreaOptions, Bounds, Lattice, Requester, TerrainArea, TerrainPart } from './types.ts'

/** Access to tiles, and a reader for them. */
export interface TileSource {
  /** Tiles that may be read within the bounds, in order of precedence; the returned array never changes. */
  tilesFor(bounds: Bounds): Promise<readonly Tile[]>
  reader: TileReader
  cache: ChunkCache
}

export async function openPartsOf(
  { tilesFor, reader, cache }: TileSource,
  bounds: Bounds,
  options: AreaOptions,
): Promise<TerrainPart[]> {
  const tiles = await onBehalfOf(options, () => tilesFor(bounds))
  const pages = new Map<TileFile, PageLog>()
  return planParts(placementsIn(tiles, bounds, REACH_POSTS), bounds).map((part) => ({
    area: readFor(fileArea(part.lattice, tiles, { reader, cache, pages }), options),
    bounds: part.bounds,
  }))
}

/** Opens an area of class values; see `ClassFiles.openValues`. */
export async function openValuesOf(
  { tilesFor, reader, cache }: TileSource,
  lattice: Lattice,
  bounds: Bounds,
  requester: Requester,
): Promise<TerrainArea> {
  const tiles = await onBehalfOf(requester, () => tilesFor(bounds))
  return readFor(fileArea(lattice, tiles, { reader, cache, sampling: 'nearest' }), requester)
}

/** Area at the requested spacing; reads download on behalf of the requester. */
export function readFor(full: TerrainArea, { spacingM, ...requester }: AreaOptions): TerrainArea {
  const area = spacedArea(full, spacingM)
  const { lattice, postSpacingM } = area
  return {
    lattice,
    postSpacingM,
    read: (rectangle, signal = requester.signal, into?: Float32Array) =>
      onBehalfOf({ ...requester, signal }, () => area.read(rectangle, signal, into)),
    used: () => area.used(),
  }
}
