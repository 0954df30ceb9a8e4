/** Which engines compute a simulation: known from the parts of its ground, before it is read or after. */

import type { RasterGrid } from '../../../kernels/geodesy/raster-grid.ts'
import type { Model } from '../../../kernels/model.ts'
import { takesOwnRays } from '../../../kernels/models/los/choice.ts'
import { fitsTiles } from '../../../kernels/models/los-fresnel/octant.ts'
import { lossEngineFor } from '../../../kernels/profiles/engine-choice.ts'
import { quarterOf } from '../../../kernels/profiles/tile.ts'
import type { PartExtent } from '../../../storage/terrain/types.ts'
import { type Disc, postsToRead, rectangleOf } from '../posts.ts'

/** `shared`: the device, or rays that cells share. `own`: a path for each cell, in threads. `both` of them. */
export type Engines = 'shared' | 'own' | 'both'

/** Beside finer parts both may work; how much each does is not known here. */
export function enginesFor(
  model: Model,
  parts: readonly PartExtent[],
  disc: Disc,
  grid: RasterGrid,
): Engines {
  const { latDeg, lonDeg, rangeM } = disc
  if (model.kind === 'path_loss') {
    const lattices = parts.map(({ lattice }) => lattice)
    return lossEngineFor({ lattices, txLatDeg: latDeg, rangeM, grid }) === 'device' ? 'shared' : 'own'
  }
  const last = parts[parts.length - 1]
  const hasZone = model.uses_profile
  if (takesOwnRays({ parts: [postsOf(last, disc)], grid, latDeg, lonDeg, hasZone })) return 'own'
  if (model.uses_profile) {
    return parts.length === 1 && fitsTiles(quarterOf(grid, last.lattice, latDeg, rangeM)) ? 'shared' : 'own'
  }
  return parts.length === 1 ? 'shared' : 'both'
}

/** Posts in memory: where both engines work the last part is held a second time, as the device takes it. */
export function postsHeld(parts: readonly PartExtent[], disc: Disc, engines: Engines): number {
  return postsToRead(parts, disc) + (engines === 'both' ? postsToRead(parts.slice(-1), disc) : 0)
}

/** The posts of a part as they will be read. */
function postsOf(part: PartExtent, disc: Disc) {
  const { lattice } = part
  const { firstRow, firstCol, rows, cols } = rectangleOf(part, disc)
  return {
    ...lattice,
    northDeg: lattice.northDeg - firstRow * lattice.latStepDeg,
    westDeg: lattice.westDeg + firstCol * lattice.lonStepDeg,
    rows,
    cols,
  }
}
