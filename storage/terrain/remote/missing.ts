import { overlap } from '../plan/bounds.ts'
import type { Tile } from '../tile.ts'
import { isCovered, isSea } from '../tiles/coverage.ts'
import type { SeaList } from '../tiles/sea.ts'
import type { Bounds } from '../types.ts'
import type { RemoteTiles } from './remote-tiles.ts'
import type { RemoteKey } from './tile-keys.ts'

/** File of a source that is not in the cache, or only in part. */
export interface MissingFile {
  sourceIndex: number
  key: RemoteKey
  /** Bytes still to fetch; estimated if the file size is unknown. */
  bytes: number
}

/**
 * Files that a fetch of the bounds would download whole, each from the first source that may have it: if a
 * file is known to be missing, the next source is used for that ground. Reads only the cache.
 */
export async function missingFiles(
  { own, seas, remote }: { own: readonly Tile[]; seas: readonly SeaList[]; remote: RemoteTiles },
  bounds: Bounds,
): Promise<MissingFile[]> {
  const missing: MissingFile[] = []
  let open = [bounds]
  for (const sourceIndex of remote.sources.keys()) {
    const absent: Bounds[] = []
    let typicalBytes: number | undefined
    for (const key of remote.keysIn(sourceIndex, bounds)) {
      const parts = open.flatMap((part) => overlap(key.bounds, part) ?? [])
      if (parts.every((part) => isCovered(part, own) || isSea(part, seas))) continue
      const held = await remote.heldOf(sourceIndex, key)
      if (held === 'missing') absent.push(...parts)
      else if (held === undefined) {
        typicalBytes ??= await remote.typicalBytes(sourceIndex)
        missing.push({ sourceIndex, key, bytes: typicalBytes })
      } else if (held.heldBytes < held.sizeBytes) {
        missing.push({ sourceIndex, key, bytes: held.sizeBytes - held.heldBytes })
      }
    }
    open = absent
  }
  return missing
}
