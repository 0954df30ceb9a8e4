import { openRasterWriter } from '../../../storage/rasters/geotiff-writer.ts'
import { classColorMap } from '../views/styles.ts'
import type { ResultSource } from './source.ts'

export type ClassRasterOptions = Record<string, never>

const ROWS_AT_ONCE = 256

/** The classes of a view as a cloud-optimised GeoTIFF, with the items of the raster that they are made from. */
export async function makeClassRaster(
  source: ResultSource,
  _options: ClassRasterOptions,
  path: string,
): Promise<void> {
  const { geometry, reader, subject, zones } = source
  const { UNIT: _unit, ...items } = reader.metadata
  const { stated } = subject.layer
  const [{ label: enough }] = zones
  const writer = await openRasterWriter(path, {
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
  try {
    for (let row = 0; row < geometry.rows; row += ROWS_AT_ONCE) {
      const rows = Math.min(ROWS_AT_ONCE, geometry.rows - row)
      await writer.writeRows(await source.readValues(0, { row, col: 0, rows, cols: geometry.cols }))
    }
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  }
}
