import { classColorMap } from '../../views/styles.ts'
import { writeValues } from '../class-raster.ts'
import type { ResultSource } from '../source.ts'
import { attributionOf, engineOf } from '../subject.ts'

export type NetworkRasterOptions = Record<string, never>

const descriptions: Record<string, string> = {
  any: 'covered by any site',
  count: 'number of sites that cover',
  known: 'number of sites of which it is known whether they cover',
  strongest: 'largest received power of any site',
  best_server: 'number of the site with the largest power of those that cover',
  margin: 'largest margin of any site above its sensitivity',
}

/**
 * Writes a layer of a network as a cloud-optimized GeoTIFF. `any`: 1, 0, and 255 (no data) for unknown or out of
 * range. For both, counts and site numbers are 0, and measures are NaN.
 */
export async function makeNetworkRaster(
  source: ResultSource,
  _options: NetworkRasterOptions,
  path: string,
): Promise<void> {
  const { geometry, reader, subject, unit, zones } = source
  const { layer, params } = subject
  const isClasses = reader.kind !== 'float'
  const colors = zones.flatMap(({ value, color }) => (value === undefined ? [] : [{ value, color }]))
  await writeValues(source, path, {
    geometry,
    kind: reader.kind,
    metadata: {
      LAYER: layer.name,
      NETWORK: JSON.stringify(params),
      ...(layer.stated && { VIEW: JSON.stringify(layer.stated) }),
      ATTRIBUTION: attributionOf(subject),
      ENGINE: engineOf(subject),
    },
    description: descriptions[layer.name],
    ...(unit !== null && { unit }),
    ...(isClasses && { colorMap: classColorMap(colors) }),
  })
}
