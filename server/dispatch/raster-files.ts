import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Simulation } from '../../storage/records/types.ts'
import { layersOf } from '../compute/outputs.ts'

/** `<id>.tif`, `<id>.<layer>.tif`, the folder `<id>.products`, unfinished files: all that belongs to a simulation. */
const namePattern = /^(sim_[0-9A-Za-z]+)\./

export interface RasterFile {
  name: string
  simulationId: string
  /** A temporary name: the file is incomplete. */
  isPart: boolean
}

/** The files of simulations in a folder, one by one: there may be very many. Other files are skipped. */
export async function* rasterFiles(directory: string): AsyncGenerator<RasterFile> {
  for await (const { name } of await opendir(directory, { bufferSize: 256 })) {
    const simulationId = namePattern.exec(name)?.[1]
    if (simulationId !== undefined) yield { name, simulationId, isPart: name.endsWith('.part') }
  }
}

/** Deletes the files that are chosen. */
export async function removeRasters(directory: string, chosen: (file: RasterFile) => boolean): Promise<void> {
  try {
    for await (const file of rasterFiles(directory)) {
      if (chosen(file)) await rm(join(directory, file.name), { recursive: true, force: true })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Main layers of the models that have them. */
const mainLayers = ['visible', 'value']

/** The name of a raster of a simulation without its ending. That of a main layer is `<id>`. */
export function rasterStem(id: string, layer?: string): string {
  return layer === undefined || mainLayers.includes(layer) ? id : `${id}.${layer}`
}

/** The layer that `result_url` answers with: the main one if it was asked for, else the first. */
export function mainLayer(layers: readonly string[]): string | undefined {
  return layers.find((layer) => mainLayers.includes(layer)) ?? layers[0]
}

/** Of the folder with what was made of the rasters of a simulation: it can be made again at any time. */
export const PRODUCTS_ENDING = '.products'

export function productFolder(id: string): string {
  return `${id}${PRODUCTS_ENDING}`
}

/**
 * Every file that a simulation may have once it is final, without a look at the folder. `<id>` may be there unasked:
 * earlier versions always wrote it.
 */
export function resultNames({ id, params }: Pick<Simulation, 'id' | 'params'>): string[] {
  const requested = layersOf(params).map((layer) => rasterStem(id, layer))
  const files = [...new Set([id, ...requested])].flatMap((stem) => [`${stem}.tif`, `${stem}.png`])
  return [...files, productFolder(id)]
}
