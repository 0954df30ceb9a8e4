import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../storage/files/answer-tasks.ts'
import type { TileAddress } from '../../storage/terrain/relief/tile-grid.ts'
import { openClassSources } from '../clutter/class-sources.ts'
import type { ClassLayerFiles } from '../config/layers.ts'
import { drawTile, tagOf } from './drawing.ts'

/** Worker thread that draws land-cover tiles. The thread opens the layers separately and downloads nothing. */

export interface ClassTilesOptions {
  layers: readonly ClassLayerFiles[]
  cacheFolder: string
}

export type Task = { wanted: 'tag' | 'png'; tile: TileAddress }
export interface Answer {
  tag?: string | undefined
  png?: Uint8Array
}

const { layers, cacheFolder } = workerData as ClassTilesOptions
// Unreadable files are ignored here, because the main process reports these files.
const opening = openClassSources(layers, {
  cacheFolder,
  cachedOnly: true,
  mayBeEmpty: true,
  onProblem: () => {},
})
// Each task handles the rejection, because each task awaits the same promise.
opening.catch(() => {})

answerTasks(async ({ wanted, tile }: Task): Promise<Answer> => {
  const sources = await opening
  return wanted === 'tag' ? { tag: await tagOf(tile, sources) } : { png: await drawTile(tile, sources) }
})
