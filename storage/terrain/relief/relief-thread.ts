import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../files/answer-tasks.ts'
import { BoundedFolder } from '../../files/bounded-folder.ts'
import { parseSources } from '../remote/sources.ts'
import { beginTerrain } from '../terrain.ts'
import { type MadeTile, TileMaker, type TileRequest } from './maker.ts'

/** Worker thread that makes relief tiles from a separate terrain instance; downloads nothing. */

export interface ReliefOptions {
  terrainFolders: string[]
  terrainUrl: string
  terrainCacheFolder: string
  /** Cache folder for finished tiles. */
  folder: string
  folderBytes: number
  /** Maximum memory for decoded posts, in bytes. */
  cacheBytes: number
}

export type Answer = { tile: MadeTile | undefined } | { isStarting: true }

const { cacheBytes, folder, folderBytes, terrainCacheFolder, terrainFolders, terrainUrl } =
  workerData as ReliefOptions
const sources = parseSources(terrainUrl)
// Invalid files are reported by the main process.
const opening = beginTerrain({
  folders: terrainFolders,
  cacheBytes,
  ...(sources.length > 0 && { remote: { sources, cacheFolder: terrainCacheFolder, cachedOnly: true } }),
}).then((terrain) => ({ terrain, maker: new TileMaker(terrain, new BoundedFolder(folder, folderBytes)) }))
/** Maximum wait of a request for the first scan, in milliseconds. */
const PATIENCE_MS = 5000

answerTasks(async (request: TileRequest): Promise<Answer> => {
  const { terrain, maker } = await opening
  await Promise.race([terrain.scanning, delay(PATIENCE_MS)])
  if (terrain.scanning) return { isStarting: true }
  return { tile: await maker.make(request) }
})
