import { classColorMap } from '../../views/styles.ts'
import { writeValues } from '../class-raster.ts'
import type { ResultSource } from '../source.ts'
import { attributionOf, engineOf } from '../subject.ts'

const descriptions: Record<string, string> = {
  any: 'covered by any site',
  count: 'number of sites that cover',
  known: 'number of sites of which it is known whether they cover',
  strongest: 'largest received power of any site',
  best_server: 'number of the site with the largest power of those that cover',
  margin: 'largest margin of any site above its sensitivity',
}

/**
 * Writes a layer of a network as a cloud-optimized GeoTIFF. The layer `any` is 1 or 0. Unknown and out-of-range
 * cells are 255 (no data) in `any`, 0 in counts and site numbers, and NaN in measures.
 */
export async function makeNetworkRaster(source: ResultSource, _options: object, path: string): Promise<void> {
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
