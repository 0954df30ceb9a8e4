import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../storage/files/system-errors.ts'
import type { TileAddress } from '../../storage/terrain/relief/tile-grid.ts'
import { openClassSources } from '../clutter/class-sources.ts'
import type { ClassLayerFiles } from '../config/layers.ts'
import { drawTile, tagOf } from './drawing.ts'

/* Makes tiles of land cover, with the files of the layers opened for itself; downloads nothing. */

export interface ClassTilesOptions {
  layers: readonly ClassLayerFiles[]
  cacheFolder: string
}

export type Task = { id: number; wanted: 'tag' | 'png'; tile: TileAddress }
export type Answer = { id: number } & ({ tag: string | undefined } | { png: Uint8Array } | { error: string })

const { layers, cacheFolder } = workerData as ClassTilesOptions
// A file that can't be used is reported by the process itself.
const opening = openClassSources(layers, {
  cacheFolder,
  cachedOnly: true,
  mayBeEmpty: true,
  onProblem: () => {},
})
// Each task says it.
opening.catch(() => {})

parentPort?.on('message', async ({ id, wanted, tile }: Task) => {
  try {
    const sources = await opening
    if (wanted === 'tag') post({ id, tag: await tagOf(tile, sources) })
    else post({ id, png: await drawTile(tile, sources) })
  } catch (error) {
    post({ id, error: messageOf(error) })
  }
})

function post(answer: Answer): void {
  parentPort?.postMessage(answer)
}
