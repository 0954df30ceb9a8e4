import { checkTerrain } from '../../storage/terrain/check.ts'
import { CacheTooSmallError, prefetch } from '../../storage/terrain/prefetch.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import type { TerrainConfig } from '../config/config.ts'
import { toCoverage } from '../terrain/schemas.ts'
import { AdminError } from './errors.ts'

type Progress = (done: number, of: number, what: string) => void

/** Opens the configured terrain in this process and runs `work`; needs no records and no running server. */
async function withTerrain<T>(
  config: TerrainConfig,
  cachedOnly: boolean,
  work: (terrain: FileTerrain) => Promise<T>,
): Promise<T> {
  const sources = parseSources(config.terrainUrl)
  const terrain = await openTerrain({
    folders: config.terrainDirs,
    ...(sources.length > 0 && {
      remote: { sources, cacheFolder: config.terrainCacheDir, cachedOnly },
    }),
    // Ignored here, because `check` reports problems and output would disturb the progress bar.
    onProblem: () => {},
  })
  try {
    return await work(terrain)
  } finally {
    await terrain.close()
  }
}

export function listTiles(config: TerrainConfig) {
  return withTerrain(config, true, async (terrain) => {
    const listed = await terrain.list()
    const tiles = listed.map(({ name, source, bounds, resolutionM, sha256 }) => ({
      name,
      source,
      west: degrees(bounds.westDeg),
      south: degrees(bounds.southDeg),
      east: degrees(bounds.eastDeg),
      north: degrees(bounds.northDeg),
      resolution_m: Number(resolutionM.toFixed(1)),
      sha256,
    }))
    return { tiles, coverage: toCoverage(listed) }
  })
}

function degrees(value: number): number {
  return Number(value.toFixed(4))
}

/** Reads every terrain file and reports problems. */
export function checkTiles(config: TerrainConfig, onProgress: Progress) {
  return withTerrain(config, true, async (terrain) => {
    const { files, problems } = await checkTerrain(terrain, (done, of) => onProgress(done, of, 'files'))
    return { files, bad: problems.map(({ path, detail }) => ({ path, detail })) }
  })
}

/** Downloads the terrain tiles of an area into the cache. */
export function fetchTiles(config: TerrainConfig, bounds: Bounds, onProgress: Progress, signal: AbortSignal) {
  return withTerrain(config, false, async (terrain) => {
    const { remote } = terrain
    if (remote === undefined) {
      throw new AdminError('no_source', 'Set TERRAIN_URL to a terrain source, for example glo30.')
    }
    const state = await prefetch({ ...terrain, remote }, bounds, {
      signal,
      onProgress: ({ done, tiles, missing, bytes }) =>
        onProgress(done, tiles, `tiles, ${missing} not available, ${(bytes / 1e6).toFixed(0)} MB in total`),
    }).catch((error: unknown) => {
      throw error instanceof CacheTooSmallError ? new AdminError('cache_too_small', error.message) : error
    })
    for (const [name, reason] of state.unreached) {
      throw new AdminError(
        'terrain_source_unreachable',
        `${name} could not be reached (${reason}). Downloaded files are kept; run the command again to continue.`,
      )
    }
    const { tiles, missing, bytes } = state
    return { tiles, missing, bytes }
  })
}
