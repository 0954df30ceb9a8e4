/** A server of tiles, and terrain that fetches from it, for the tests of remote terrain. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { type FileTerrain, openTerrain, type RemoteOptions } from '../../storage/terrain/terrain.ts'
import type { Bounds, Requester, TerrainArea } from '../../storage/terrain/types.ts'
import { seededRandom } from '../references/random.ts'
import { startTileServer, type TileServer } from './tile-server.ts'
import { putCog } from './tiles.ts'

/** Waits that are short, and long enough for a busy machine. */
export const quick = {
  retryDelayMs: 5,
  cooldownMs: 300,
  timeouts: { headersMs: 400, idleMs: 400, totalMs: 5000 },
}
const SIDE = 1200
/** About 11 km on the land of the tile N47E008, in its south-eastern block. */
export const small: Bounds = { southDeg: 47.05, northDeg: 47.12, westDeg: 8.87, eastDeg: 8.95 }
export const everywhere: Bounds = { southDeg: 47.01, northDeg: 47.99, westDeg: 8.01, eastDeg: 8.99 }

export interface Scene {
  server: TileServer
  folder: string
  problems: string[]
  open(options?: Partial<RemoteOptions> & { path?: string; folders?: string[] }): Promise<FileTerrain>
}

/** A tile N47E008 in a folder of its own, and its bytes. */
export async function ownCog(t: Test): Promise<{ cogFolder: string; cog: Buffer }> {
  // Noise does not deflate, so that the file has pages to choose from.
  const next = seededRandom(7)
  const cogFolder = join(t.testdir(), 'own')
  const cogPath = join(cogFolder, 'N47E008.tif')
  const post = () => 400 + Math.floor(next() * 65536) / 64
  await putCog(cogPath, { southDeg: 47, westDeg: 8, side: SIDE }, post)
  return { cogFolder, cog: await readFile(cogPath) }
}

/** A server that has the tile, and terrain over it in a folder of the test. */
export async function sceneOf(t: Test, cog: Buffer): Promise<Scene> {
  const server = await startTileServer(t)
  const folder = t.testdir()
  server.files.set('/cog/N47E008.tif', cog)
  const problems: string[] = []
  return {
    server,
    folder,
    problems,
    open: ({ path = '/cog/{lat}{lon}.tif', folders = [], ...options } = {}) =>
      openTerrain({
        folders,
        remote: {
          sources: parseSources(
            path
              .split(' ')
              .map((one) => `${server.origin}${one}`)
              .join(' '),
          ),
          cacheFolder: join(folder, 'cache'),
          download: quick,
          ...options,
        },
        onProblem: ({ detail }) => problems.push(detail),
      }),
  }
}

/** All posts of the area within the bounds. */
export function readAll(
  { lattice, read }: Pick<TerrainArea, 'lattice' | 'read'>,
  bounds: Bounds,
  signal?: AbortSignal,
) {
  const firstRow = Math.ceil((lattice.northDeg - bounds.northDeg) / lattice.latStepDeg)
  const firstCol = Math.ceil((bounds.westDeg - lattice.westDeg) / lattice.lonStepDeg)
  const rows = Math.floor((bounds.northDeg - bounds.southDeg) / lattice.latStepDeg)
  const cols = Math.floor((bounds.eastDeg - bounds.westDeg) / lattice.lonStepDeg)
  return read({ firstRow, firstCol, rows, cols }, signal)
}

export async function readFrom(
  terrain: FileTerrain,
  bounds: Bounds,
  requester?: Requester,
): Promise<Float32Array> {
  const area = await terrain.openArea(bounds, requester)
  if (area === undefined) throw new Error('Expected an area.')
  return readAll(area, bounds, requester?.signal)
}

export function unreached(): { requester: Requester; failures: string[] } {
  const failures: string[] = []
  return { failures, requester: { onUnreachable: (name, reason) => failures.push(`${name}: ${reason}`) } }
}
