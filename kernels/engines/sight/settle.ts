/** Per-cell rays for cells that another engine leaves undecided. */

import { UNDECIDED } from '../../terrain/classes.ts'
import { postsOf, UNKNOWN_HEIGHT_M } from '../../terrain/window.ts'
import type { SquaresOptions } from '../../threads/squares.ts'
import type { LosJob, Zone } from '../visibility-job.ts'
import type { OwnRayEngine, OwnRayRequest, OwnRayResult } from './rays/engine.ts'

export async function settle(
  ownRays: OwnRayEngine,
  job: LosJob,
  visibility: Uint8Array,
  options: SquaresOptions,
  fresnel?: Zone,
): Promise<void> {
  const { buffer, byteOffset, byteLength } = visibility
  if (!Buffer.from(buffer, byteOffset, byteLength).includes(UNDECIDED)) return
  await onWindow(ownRays, job, options, { raster: visibility, fresnel })
}

/** Computes per-cell rays for all cells, or for the undecided cells of a given raster. */
export async function onWindow(
  ownRays: OwnRayEngine,
  job: LosJob,
  options: SquaresOptions,
  more: Pick<OwnRayRequest, 'azimuths' | 'fresnel' | 'raster'>,
): Promise<OwnRayResult> {
  const { window, grid, rangeM, receiverM, receiverFollowsGround, kFactor } = job
  const { heightsM, unknown } = window
  // Windows mark unknown ground by a height, per-cell rays mark it by NaN.
  if (unknown !== undefined) {
    for (let post = 0; post < heightsM.length; post++) {
      if (heightsM[post] === UNKNOWN_HEIGHT_M) heightsM[post] = Number.NaN
    }
  }
  const request = {
    parts: [postsOf(window)],
    latDeg: window.txLatDeg,
    lonDeg: 0,
    antennaM: window.antennaM ?? 0,
    minHeight: false,
    grid,
    rangeM,
    receiverM,
    receiverFollowsGround,
    kFactor,
    ...more,
  }
  try {
    return await ownRays.compute(request, options)
  } finally {
    if (unknown !== undefined) {
      for (let post = 0; post < heightsM.length; post++) {
        if (Number.isNaN(heightsM[post])) heightsM[post] = UNKNOWN_HEIGHT_M
      }
    }
  }
}
