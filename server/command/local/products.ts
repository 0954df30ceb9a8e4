/** Converts a local raster to the other output formats of the service; this module is loaded on demand. */

import { writeFile } from 'node:fs/promises'
import { openStore } from '../../../storage/objects/open.ts'
import type { ComputeResult } from '../../jobs/protocol.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { USUAL_GEOJSON_BYTES } from '../../results/product-protocol.ts'
import { SimulationSource } from '../../results/products/source.ts'
import { subjectOf } from '../../results/products/subject.ts'
import type { ShownLayer } from '../../results/views/layers.ts'
import { qmlOf } from '../../results/views/qml.ts'
import type { Format } from '../call/target.ts'
import { LOCAL_ID, rasterOf } from './rasters.ts'

export interface ProductOf {
  folder: string
  params: SimulationParams
  result: ComputeResult
  layer: ShownLayer
}

/** Writes one format to a new file; GeoTIFF only for layers that are not stored as rasters. */
export async function makeProduct(
  format: Format,
  { folder, params, result, layer }: ProductOf,
  path: string,
): Promise<void> {
  if (format === 'qml') return writeFile(path, qmlOf(layer))
  const simulated = { id: LOCAL_ID, params, ...result, completed_at: new Date().toISOString() }
  const subject = subjectOf(simulated, layer, rasterOf)
  const source = await SimulationSource.open(subject, await openStore({ kind: 'folder', folder }))
  try {
    if (format === 'png') await (await import('../../results/products/plain.ts')).makePlain(source, {}, path)
    else if (format === 'kmz') await (await import('../../results/products/kmz.ts')).makeKmz(source, {}, path)
    else if (format === 'tif') {
      const { makeClassRaster } = await import('../../results/products/rasters.ts')
      await makeClassRaster(source, {}, path)
    } else {
      const { makeGeojson } = await import('../../results/products/geojson.ts')
      await makeGeojson(source, { maxBytes: USUAL_GEOJSON_BYTES }, path)
    }
  } finally {
    await source.close()
  }
}
