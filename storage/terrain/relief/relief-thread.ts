import { parentPort, workerData } from 'node:worker_threads'
import { BoundedFolder } from '../../files/bounded-folder.ts'
import { parseSources } from '../remote/sources.ts'
import { openTerrain } from '../terrain.ts'
import { type MadeTile, TileMaker, type TileRequest } from './maker.ts'

/* Makes tiles of the ground, with a terrain of its own; downloads nothing. */

export interface ReliefOptions {
  terrainFolders: string[]
  terrainUrl: string
  terrainCacheFolder: string
  /** Where made tiles are kept, and how many bytes of them. */
  folder: string
  folderBytes: number
  /** Bound on decoded posts. */
  cacheBytes: number
}

export type Task = { id: number; request: TileRequest }
export type Answer = { id: number } & ({ tile: MadeTile | undefined } | { error: string })

const { cacheBytes, folder, folderBytes, terrainCacheFolder, terrainFolders, terrainUrl } =
  workerData as ReliefOptions
const sources = parseSources(terrainUrl)
// A file that can't be used is reported by the process itself.
const opening = openTerrain({
  folders: terrainFolders,
  cacheBytes,
  ...(sources.length > 0 && { remote: { sources, cacheFolder: terrainCacheFolder, cachedOnly: true } }),
}).then((terrain) => new TileMaker(terrain, new BoundedFolder(folder, folderBytes)))

parentPort?.on('message', async ({ id, request }: Task) => {
  try {
    post({ id, tile: await (await opening).make(request) })
  } catch (error) {
    post({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

function post(answer: Answer): void {
  parentPort?.postMessage(answer)
}
