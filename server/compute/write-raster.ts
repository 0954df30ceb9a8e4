/** Writes the rasters of a simulation in batches of rows, so that it can be cancelled in between. */

import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import type { BandOptions } from '../../storage/rasters/types.ts'

/** A result of a model: the main raster, or a named layer. */
export interface ResultRaster extends Omit<BandOptions, 'geometry'> {
  layer?: string
  /** Row-major, row 0 = north. */
  cells: Uint8Array | Float32Array
}

/** Cells between two checks for cancellation. */
const CELLS_A_WRITE = 2 ** 20

export async function writeRaster(
  path: string,
  cells: Uint8Array | Float32Array,
  options: BandOptions,
  signal: AbortSignal,
): Promise<void> {
  const writer = await openRasterWriter(path, options)
  try {
    const { cols } = options.geometry
    const atOnce = cols * Math.ceil(CELLS_A_WRITE / cols)
    for (let from = 0; from < cells.length; from += atOnce) {
      signal.throwIfAborted()
      await writer.writeRows(cells.subarray(from, from + atOnce))
    }
    signal.throwIfAborted()
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  }
}
