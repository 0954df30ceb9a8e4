import { mapConcurrently } from '../files/concurrently.ts'
import { overlap } from './plan/bounds.ts'
import { DEFAULT_DISK_BYTES, type RemoteTiles } from './remote/remote-tiles.ts'
import { onBehalfOf } from './remote/requester.ts'
import type { RemoteKey } from './remote/tile-keys.ts'
import type { FileTerrain } from './terrain.ts'
import { chunksUnder, type Tile } from './tile.ts'
import { isCovered } from './tiles/coverage.ts'
import { boundsOf } from './tiles/lattice.ts'
import type { Bounds } from './types.ts'

export interface FetchState {
  /** Number of known tiles of the sources within the bounds. */
  tiles: number
  done: number
  /** Number of tiles in `done` that no source has. */
  missing: number
  /** Total size of the found files in bytes; possibly only parts of the files are needed. */
  bytes: number
  /** Sources that did not respond, with the reason. */
  unreached: Map<string, string>
}

export interface FetchOptions {
  signal: AbortSignal
  onProgress: (state: FetchState) => void
  /** Maximum size of the cache in bytes. */
  maximumBytes?: number
}

const CONCURRENCY = 4

/** Thrown if the area does not fit into the cache: the area's last tiles would evict the first tiles. */
export class CacheTooSmallError extends Error {}

/**
 * Fetches ground within the bounds that the operator's files do not cover into the cache, and decodes the
 * ground once to verify it. Cached data is not fetched again, so an interrupted call can be repeated.
 */
export async function prefetch(
  terrain: FileTerrain & { remote: RemoteTiles },
  bounds: Bounds,
  { signal, onProgress, maximumBytes = DEFAULT_DISK_BYTES }: FetchOptions,
): Promise<FetchState> {
  const { remote } = terrain
  const state: FetchState = { tiles: 0, done: 0, missing: 0, bytes: 0, unreached: new Map() }
  const found: Tile[] = []
  const requester = {
    signal,
    onUnreachable: (name: string, reason: string) => state.unreached.set(name, reason),
  }
  await onBehalfOf(requester, async () => {
    const own = await terrain.ownTiles()
    for (const source of remote.sources.keys()) {
      const before = [...own, ...found]
      const keys = remote.keysIn(source, bounds).filter((key) => {
        const common = overlap(key.bounds, bounds)
        return common !== undefined && !isCovered(common, before)
      })
      state.missing = 0
      state.tiles = state.done + keys.length
      onProgress(state)
      await mapConcurrently(keys, CONCURRENCY, async (key) => {
        signal.throwIfAborted()
        const tile = await remote.open(source, key)
        if (tile === undefined) state.missing++
        else {
          state.bytes += tile.file.sizeBytes
          if (state.bytes > maximumBytes) {
            const maximumGiB = Math.floor(maximumBytes / 1024 ** 3)
            throw new CacheTooSmallError(`The tiles of the area exceed the ${maximumGiB} GiB of the cache.`)
          }
          await readWithin(remote, tile, key, bounds, signal)
          found.push(tile)
        }
        state.done++
        onProgress(state)
      })
    }
  })
  return state
}

async function readWithin(
  remote: RemoteTiles,
  tile: Tile,
  key: RemoteKey,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<void> {
  const lonOffsetDeg = Math.round((key.bounds.westDeg - tile.lattice.westDeg) / 360) * 360
  const lattice = { ...tile.lattice, westDeg: tile.lattice.westDeg + lonOffsetDeg }
  for (const { row, col, chunk } of chunksUnder(tile)) {
    if (overlap(boundsOf(lattice, chunk), bounds) === undefined) continue
    signal.throwIfAborted()
    await remote.attempt(tile, () => tile.readChunk(row, col))
  }
}
