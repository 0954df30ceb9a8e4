/** A raster made here as the other files that the service gives. */

import { join } from 'node:path'
import { nodeFileNames } from '../../../storage/files/atomic-file.ts'
import { openStore } from '../../../storage/objects/open.ts'
import { layersOf, lookOf } from '../../compute/outputs.ts'
import type { ComputeResult } from '../../compute/protocol.ts'
import { mainLayer, rasterName } from '../../dispatch/raster-files.ts'
import { ResultSource } from '../../products/make/source.ts'
import type { Subject } from '../../products/make/subject.ts'
import type { SimulationParams } from '../../simulations/defaults.ts'
import { Failure } from '../errors.ts'
import type { Format } from '../target.ts'
import { LOCAL_ID } from './simulation.ts'

/** As the service allows where nothing is said. */
const MAXIMUM_GEOJSON_BYTES = 10_000_000

/** The file of a layer in the folder of a simulation; without a name that of the main one. */
export function rasterOf(params: SimulationParams, layer?: string): string {
  const layers = layersOf(params)
  const name = layer ?? mainLayer(layers)
  if (name === undefined || !layers.includes(name)) {
    throw new Failure(
      'layer_not_available',
      `The simulation has the layers ${layers.join(', ')}, not "${name}".`,
    )
  }
  return rasterName({ id: LOCAL_ID }, name)
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
  const tif = rasterOf(params, layer)
  if (format === 'tif') return nodeFileNames.rename(join(folder, tif), path)
  const layers = layersOf(params)
  const name = layer ?? mainLayer(layers) ?? ''
  const look = lookOf(name, params)
  const hasClass = look.weakLabel !== undefined && layers.includes('class')
  const subject: Subject = {
    id: LOCAL_ID,
    tif,
    ...(hasClass && { classTif: rasterOf(params, 'class') }),
    look,
    params,
    engine: result.engine,
    sources: result.terrain.sources,
    completedAt: new Date().toISOString(),
  }
  const source = await ResultSource.open(subject, await openStore({ kind: 'folder', folder }))
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
