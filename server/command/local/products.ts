/** A raster made here as the other files that the service gives. */

import { join } from 'node:path'
import { nodeFileNames } from '../../../storage/files/atomic-file.ts'
import { layersOf, lookOf } from '../../compute/outputs.ts'
import type { ComputeResult } from '../../compute/protocol.ts'
import { mainLayer, rasterStem } from '../../dispatch/raster-files.ts'
import { ResultSource } from '../../products/make/source.ts'
import type { Subject } from '../../products/make/subject.ts'
import type { SimulationParams } from '../../simulations/defaults.ts'
import { Failure } from '../errors.ts'
import type { Format } from '../target.ts'
import { LOCAL_ID } from './simulation.ts'

/** As the service allows where nothing is said. */
const MAXIMUM_GEOJSON_BYTES = 10_000_000

/** The file of a layer in the folder of a simulation; without a name that of the main one. */
export function rasterOf(folder: string, params: SimulationParams, layer?: string): string {
  const layers = layersOf(params)
  const name = layer ?? mainLayer(layers)
  if (name === undefined || !layers.includes(name)) {
    throw new Failure(
      'layer_not_available',
      `The simulation has the layers ${layers.join(', ')}, not "${name}".`,
    )
  }
  return join(folder, `${rasterStem(LOCAL_ID, name)}.tif`)
}

export interface ProductOf {
  folder: string
  params: SimulationParams
  result: ComputeResult
  layer: string | undefined
}

/** Writes a format into a file that is not there yet; the raster itself goes there. */
export async function makeProduct(
  format: Format,
  { folder, params, result, layer }: ProductOf,
  path: string,
): Promise<void> {
  const tifPath = rasterOf(folder, params, layer)
  if (format === 'tif') return nodeFileNames.rename(tifPath, path)
  const layers = layersOf(params)
  const name = layer ?? mainLayer(layers) ?? ''
  const look = lookOf(name, params)
  const hasClass = look.weakLabel !== undefined && layers.includes('class')
  const subject: Subject = {
    id: LOCAL_ID,
    tifPath,
    ...(hasClass && { classPath: rasterOf(folder, params, 'class') }),
    look,
    params,
    engine: result.engine,
    sources: result.terrain.sources,
    completedAt: new Date().toISOString(),
  }
  const source = await ResultSource.open(subject)
  try {
    if (format === 'png') await (await import('../../products/make/plain.ts')).makePlain(source, {}, path)
    else if (format === 'kmz') await (await import('../../products/make/kmz.ts')).makeKmz(source, {}, path)
    else {
      const { makeGeojson } = await import('../../products/make/geojson.ts')
      await makeGeojson(source, { maxBytes: MAXIMUM_GEOJSON_BYTES }, path)
    }
  } finally {
    await source.close()
  }
}
