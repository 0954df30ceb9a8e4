import { openRasterWriter } from '../../../storage/rasters/geotiff-writer.ts'
import type { BandOptions } from '../../../storage/rasters/types.ts'
import { classColorMap } from '../views/styles.ts'
import type { ResultSource } from './source.ts'
import { attributionOf, engineOf } from './subject.ts'

/** Rows read at a time: half a tile of the file. */
const ROWS_AT_ONCE = 256
const CELLS_AT_ONCE = 8 * 2 ** 20

/** Writes the classes of a view as a cloud-optimized GeoTIFF with the metadata of the source raster. */
export async function makeClassRaster(source: ResultSource, _options: object, path: string): Promise<void> {
  const { geometry, reader, subject, zones } = source
  const { UNIT: _unit, ...items } = reader.metadata
  const { stated } = subject.layer
  const [{ label: enough }] = zones
  await writeValues(source, path, {
    geometry,
    kind: 'visibility',
    metadata: {
      ...items,
      LAYER: 'class',
      ...(stated && { VIEW: JSON.stringify(stated) }),
      CLASSES: `1 receives ${enough}, 0 too weak, 255 unknown or out of range`,
    },
    description: `received power of ${enough}`,
    colorMap: classColorMap(),
  })
}

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

async function writeValues(source: ResultSource, path: string, band: BandOptions): Promise<void> {
  const { geometry } = source
  const rowsAtOnce = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(CELLS_AT_ONCE / geometry.cols)))
  const writer = await openRasterWriter(path, band)
  try {
    for (let row = 0; row < geometry.rows; row += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, geometry.rows - row)
      await writer.writeRows(await source.readValues(0, { row, col: 0, rows, cols: geometry.cols }))
    }
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  }
}
