/** Per-cell rays for cells that another engine leaves undecided. */

import { UNDECIDED } from '../../terrain/classes.ts'
import { postsOf, UNKNOWN_HEIGHT_M } from '../../terrain/window.ts'
import type { SquaresOptions } from '../../threads/squares.ts'
import type { LosOptions, LosResult } from '../visibility-job.ts'
import type { GpuJob } from './gpu/engine.ts'
import type { OwnRayEngine } from './rays/engine.ts'

/** Fraction of the total progress at which per-cell rays begin. */
const FIRST_SHARE = 0.8

/** Completes the result of a faster engine, `first`; rejects with the signal's reason when `signal` aborts. */
export async function settled(
  ownRays: OwnRayEngine,
  job: GpuJob,
  options: LosOptions,
  first: (options: LosOptions) => Promise<LosResult>,
): Promise<LosResult> {
  const { onProgress, signal } = options
  const onFirst = (done: number) => onProgress?.(FIRST_SHARE * done)
  const onRays = (done: number) => onProgress?.(FIRST_SHARE + (1 - FIRST_SHARE) * done)
  const result = await first({ ...options, onProgress: onFirst })
  signal?.throwIfAborted()
  const { buffer, byteOffset, byteLength } = result.visibility
  if (Buffer.from(buffer, byteOffset, byteLength).includes(UNDECIDED)) {
    const undecided = { ...job, azimuths: undefined }
    await onWindow(ownRays, undecided, { signal, onProgress: onRays }, result.visibility)
  }
  return result
}

/** Computes per-cell rays for all cells, or for the undecided cells of a given raster. */
export async function onWindow(
  ownRays: OwnRayEngine,
  { window, ...job }: GpuJob,
  options: SquaresOptions,
  raster?: Uint8Array,
): Promise<LosResult> {
  const { heightsM, unknown } = window
  // Windows mark unknown ground by a height, per-cell rays mark it by NaN.
  if (unknown !== undefined) {
    for (let post = 0; post < heightsM.length; post++) {
      if (heightsM[post] === UNKNOWN_HEIGHT_M) heightsM[post] = Number.NaN
    }
  }
  const parts = [postsOf(window)]
  const antennaM = window.antennaM ?? 0
  const place = { latDeg: window.txLatDeg, lonDeg: 0, antennaM }
  try {
    return await ownRays.compute({ ...job, ...place, parts, minHeight: false, raster }, options)
  } finally {
    if (unknown !== undefined) {
      for (let post = 0; post < heightsM.length; post++) {
        if (Number.isNaN(heightsM[post])) heightsM[post] = UNKNOWN_HEIGHT_M
      }
    }
  }
}
