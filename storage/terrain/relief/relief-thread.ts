import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../files/answer-tasks.ts'
import { BoundedFolder } from '../../files/bounded-folder.ts'
import { parseSources } from '../remote/sources.ts'
import { beginTerrain } from '../terrain.ts'
import { type MadeTile, TileMaker, type TileRequest } from './maker.ts'

/** Thread that makes relief tiles, with its own terrain; downloads nothing. */

export interface ReliefOptions {
  terrainFolders: string[]
  terrainUrl: string
  terrainCacheFolder: string
  /** Cache folder of made tiles. */
  folder: string
  folderBytes: number
  /** Bound on decoded posts. */
  cacheBytes: number
}

export type Answer = { tile: MadeTile | undefined } | { isStarting: true }

const { cacheBytes, folder, folderBytes, terrainCacheFolder, terrainFolders, terrainUrl } =
  workerData as ReliefOptions
const sources = parseSources(terrainUrl)
// The main process reports bad files.
const opening = beginTerrain({
  folders: terrainFolders,
  cacheBytes,
  ...(sources.length > 0 && { remote: { sources, cacheFolder: terrainCacheFolder, cachedOnly: true } }),
}).then((terrain) => ({ terrain, maker: new TileMaker(terrain, new BoundedFolder(folder, folderBytes)) }))
/** Time that a request waits for the first scan. */
const PATIENCE_MS = 5000

answerTasks(async (request: TileRequest): Promise<Answer> => {
  const { terrain, maker } = await opening
  await Promise.race([terrain.scanning, delay(PATIENCE_MS)])
  if (terrain.scanning) return { isStarting: true }
  return { tile: await maker.make(request) }
})
