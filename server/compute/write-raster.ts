import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '../../storage/objects/errors.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import type { BandOptions } from '../../storage/rasters/types.ts'

/** Raster of a result: the main raster, or a named layer. */
export interface ResultRaster extends Omit<BandOptions, 'geometry'> {
  layer?: string
  /** Cell values, row-major, row 0 = north. */
  cells: Uint8Array | Float32Array
}

/** Pauses in ms between retries after the store's own retries: a result may have taken an hour to compute. */
const pausesMs = [2000, 10_000, 30_000]
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

/** Stores a written raster, retrying failures. */
export async function keepRaster(
  store: Pick<ObjectStore, 'putFile'>,
  name: string,
  path: string,
  signal: AbortSignal,
  pauses: readonly number[] = pausesMs,
): Promise<void> {
  for (const pauseMs of pauses) {
    try {
      return await store.putFile(name, path, { signal })
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
    await pause(pauseMs, undefined, { signal })
  }
  await store.putFile(name, path, { signal })
}
