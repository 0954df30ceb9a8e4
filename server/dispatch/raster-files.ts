import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Simulation } from '../../storage/records/types.ts'

/** `<id>.tif`, `<id>.png`, `<id>.<layer>.tif`, unfinished files: all that belongs to a simulation. */
const namePattern = /^(sim_[0-9A-Za-z]+)\./

export interface RasterFile {
  name: string
  simulationId: string
  /** A temporary name: what holds it is not whole. */
  isPart: boolean
}

/** The files of simulations in a folder, one by one: there may be very many. Others are passed over. */
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
      if (chosen(file)) await rm(join(directory, file.name), { force: true })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The name of a raster of a simulation without its ending. The visible layer, and what has no layers, is `<id>`. */
export function rasterStem(id: string, layer?: string): string {
  return layer === undefined || layer === 'visible' ? id : `${id}.${layer}`
}

/** The layer that `result_url` answers with: the visible one if it was asked for, else the first. */
export function mainLayer(layers: readonly string[]): string | undefined {
  return layers.includes('visible') ? 'visible' : layers[0]
}

/**
 * Every file that a simulation may have once it is final, without a look at the folder. `<id>` may be there unasked:
 * earlier versions always wrote it.
 */
export function resultNames({ id, params: { layers } }: Pick<Simulation, 'id' | 'params'>): string[] {
  const asked = Array.isArray(layers) ? layers.map((layer) => rasterStem(id, String(layer))) : []
  return [...new Set([id, ...asked])].flatMap((stem) => [`${stem}.tif`, `${stem}.png`])
}
