import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { WeightLayer } from '../weights/weight-sources.ts'
import { rasterBounds, readWeights } from './products/weights.ts'
import type { ShownLayer } from './views/layers.ts'
import { zoneSetter, zoneWeights } from './views/zones.ts'

export const inflated = promisify(inflate)

/** Sums of all layers over a raster, as a stored product that depends on the identity of the layers' files. */
export async function weightsProduct(layers: readonly WeightLayer[], geometry: RasterGeometry) {
  const bounds = rasterBounds(geometry)
  const named = await Promise.all(
    layers.map(async ({ name, files }) => ({ name, identity: (await files.identify(bounds)).identity })),
  )
  return {
    product: 'weights' as const,
    options: { layers: named },
    ending: 'weights',
    contentType: 'application/octet-stream',
  }
}

/** Sums of weights by zone of a view, keyed by layer name. */
export async function weightIn(packed: Buffer, layers: readonly WeightLayer[], layer: ShownLayer) {
  const { values, isFloat, weights } = readWeights(await inflated(packed))
  const zoneOfBin = new Uint8Array(values.length)
  zoneSetter(layer, isFloat)(zoneOfBin, values, 0, values.length)
  return Object.fromEntries(
    layers.map(({ name, attribution }, index) => {
      const sums = new Float64Array(layer.zones.length)
      for (let bin = 0; bin < values.length; bin++) sums[zoneOfBin[bin] - 1] += weights[index][bin]
      return [name, { ...zoneWeights(layer.zones, sums), attribution }]
    }),
  )
}
