/** A raster made here as the other files that the service gives; loaded where one is asked for. */

import { openStore } from '../../../storage/objects/open.ts'
import { lookOf } from '../../compute/outputs.ts'
import type { ComputeResult } from '../../jobs/protocol.ts'
import { mainLayer } from '../../jobs/raster-files.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { ResultSource } from '../../results/products/source.ts'
import type { Subject } from '../../results/products/subject.ts'
import type { Format } from '../target.ts'
import { rasterOf } from './rasters.ts'
import { LOCAL_ID } from './simulation.ts'

/** As the service allows where nothing is said. */
const MAXIMUM_GEOJSON_BYTES = 10_000_000

export interface ProductOf {
  folder: string
  params: SimulationParams
  result: ComputeResult
  layer: string | undefined
}

/** Writes a format into a file that is not there yet. */
export async function makeProduct(
  format: Exclude<Format, 'tif'>,
  { folder, params, result, layer }: ProductOf,
  path: string,
): Promise<void> {
  const tif = rasterOf(params, layer)
  const name = layer ?? mainLayer(params.layers)
  const look = lookOf(name, params)
  const hasClass = look.weakLabel !== undefined && params.layers.includes('class')
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
    if (format === 'png') await (await import('../../results/products/plain.ts')).makePlain(source, {}, path)
    else if (format === 'kmz') await (await import('../../results/products/kmz.ts')).makeKmz(source, {}, path)
    else {
      const { makeGeojson } = await import('../../results/products/geojson.ts')
      await makeGeojson(source, { maxBytes: MAXIMUM_GEOJSON_BYTES }, path)
    }
  } finally {
    await source.close()
  }
}
