import { checkTerrain } from '../../storage/terrain/check.ts'
import { CacheTooSmallError, prefetch } from '../../storage/terrain/prefetch.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import type { TerrainConfig } from '../config/config.ts'
import { toCoverage } from '../terrain/schemas.ts'
import type { AdminResult } from './commands.ts'
import { AdminError } from './errors.ts'
import { ProgressBar } from './progress.ts'
import { toText } from './table.ts'
import type { TerrainCommand } from './terrain-arguments.ts'

export interface TerrainAnswer {
  result: AdminResult
  /** Text for people, if not the result as a table. */
  text?: string
  /** True if the terrain has no faults. */
  isGood: boolean
}

/**
 * Runs a terrain command in this process: it needs no records and no running server. Progress goes to standard error.
 * @throws {AdminError}
 */
export async function runTerrainCommand(
  config: TerrainConfig,
  command: TerrainCommand,
): Promise<TerrainAnswer> {
  const terrain = await openConfigured(config, command.name !== 'terrain fetch')
  try {
    switch (command.name) {
      case 'terrain list':
        return await list(terrain, command.geojson)
      case 'terrain check':
        return await check(terrain)
      case 'terrain fetch':
        return await fetchTiles(terrain, command.bounds)
    }
  } finally {
    await terrain.close()
  }
}

function openConfigured(config: TerrainConfig, cachedOnly: boolean): Promise<FileTerrain> {
  const sources = parseSources(config.terrainUrl)
  return openTerrain({
    folders: config.terrainDirs,
    ...(sources.length > 0 && {
      remote: { sources, cacheFolder: config.terrainCacheDir, cachedOnly },
    }),
    // `check` reports them; here they would only disturb the progress bar.
    onProblem: () => {},
  })
}

async function list(terrain: FileTerrain, asGeojson: boolean): Promise<TerrainAnswer> {
  const listed = await terrain.list()
  const coverage = toCoverage(listed)
  if (asGeojson) return { result: coverage, text: JSON.stringify(coverage), isGood: true }
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
  return { result: { tiles }, isGood: true }
}

function degrees(value: number): number {
  return Number(value.toFixed(4))
}

async function check(terrain: FileTerrain): Promise<TerrainAnswer> {
  const bar = new ProgressBar()
  const { files, problems } = await checkTerrain(terrain, (done, of) => bar.show(done, of, 'files'))
  bar.end()
  const bad = problems.map(({ path, detail }) => ({ path, detail }))
  const lines = bad.map(({ path, detail }) => toText({ [path]: detail }))
  const summary = `${files} files, ${bad.length} bad`
  return { result: { files, bad }, text: [...lines, summary].join('\n'), isGood: bad.length === 0 }
}

async function fetchTiles(terrain: FileTerrain, bounds: Bounds): Promise<TerrainAnswer> {
  const { remote } = terrain
  if (remote === undefined) {
    throw new AdminError('no_source', 'Set TERRAIN_URL to a terrain source, for example glo30.')
  }
  const bar = new ProgressBar()
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const state = await prefetch({ ...terrain, remote }, bounds, {
      signal: stopping.signal,
      onProgress: ({ done, tiles, missing, bytes }) => {
        bar.show(
          done,
          tiles,
          `tiles, ${missing} missing at the source, ${(bytes / 1e6).toFixed(0)} MB in total`,
        )
      },
    })
    bar.end()
    for (const [name, reason] of state.unreached) {
      throw new AdminError(
        'terrain_source_unreachable',
        `${name} could not be reached (${reason}). Fetched files are kept; run the command again to continue.`,
      )
    }
    const { tiles, missing, bytes } = state
    return { result: { tiles, missing, bytes }, isGood: true }
  } catch (error) {
    bar.end()
    if (stopping.signal.aborted) {
      throw new AdminError(
        'interrupted',
        'Interrupted. Fetched files are kept; run the command again to continue.',
      )
    }
    if (error instanceof CacheTooSmallError) throw new AdminError('cache_too_small', error.message)
    throw error
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
