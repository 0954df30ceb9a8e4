/** Clutter from the land-cover map of a job, at the transmitter and at the receiver in each cell. */

import type { Clutter } from '../../kernels/ends/ends.ts'
import { UNKNOWN_CLUTTER } from '../../kernels/ends/receivers.ts'
import { type RasterGrid, reachOf } from '../../kernels/geodesy/raster-grid.ts'
import { withoutReplacedFiles } from '../../storage/terrain/files/replaced.ts'
import type { ClassFiles, Requester } from '../../storage/terrain/types.ts'
import { type CellCenters, type ClassSource, clutterOver, placeOf } from '../clutter/class-sources.ts'
import { type Job, usesMap } from '../jobs/job.ts'
import { isOfMap } from '../requests/ends.ts'
import { JobError } from './errors.ts'
import { usedOf } from './ground.ts'

/** Throws a `JobError` for missing layers, or if the class is unknown at the transmitter or everywhere. */
export async function readClutter(job: Job, files: readonly ClassFiles[], requester: Requester) {
  const { params, grid, layers = [] } = job
  if (usesMap(params) && (layers.length === 0 || layers.length !== files.length)) {
    throw new JobError(
      'clutter_unavailable',
      'The land cover data that was available when the simulation was accepted no longer exists.',
    )
  }
  const sources = layers.map((layer, at): ClassSource => ({ layer, files: files[at] }))
  const over = (cells: CellCenters) => withoutReplacedFiles(() => clutterOver(cells, sources, requester))
  const atTx = isOfMap(params.tx_clutter) ? await over(placeOf(params.tx_lat, params.tx_lon)) : undefined
  if (atTx?.numbers[0] === UNKNOWN_CLUTTER) {
    throw new JobError(
      'clutter_unavailable',
      `No layer has land cover at the transmitter, latitude ${params.tx_lat}, longitude ${params.tx_lon}: set another type for tx_clutter.`,
    )
  }
  const map = isOfMap(params.rx_clutter) ? await over(centersOf(job)) : undefined
  const unknownShare = map ? unknownShareOf(map.numbers, grid) : 0
  if (unknownShare === 1) {
    throw new JobError(
      'clutter_unavailable',
      'No layer has land cover anywhere within range: set another type for rx_clutter.',
    )
  }
  return {
    tx: atTx?.clutters[atTx.numbers[0]] as Clutter | undefined,
    map,
    unknownShare,
    used: () => usedOf([atTx, map].filter((read) => read !== undefined)),
  }
}

function centersOf({ grid, disc }: Job): CellCenters {
  const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = grid
  return {
    lattice: {
      northDeg: disc.latDeg + txRow * cellLatDeg,
      westDeg: disc.lonDeg - txCol * cellLonDeg,
      latStepDeg: cellLatDeg,
      lonStepDeg: cellLonDeg,
    },
    rows,
    cols,
    bounds: disc.bounds,
  }
}

/** Share of cells within range with unknown clutter; in rows and columns, the range is an ellipse. */
function unknownShareOf(numbers: Uint8Array, grid: RasterGrid): number {
  const { rows, cols, txRow, txCol } = grid
  const reach = reachOf(grid)
  let within = 0
  let unknown = 0
  for (let row = 0; row < rows; row++) {
    const away = (row - txRow) / reach.rows
    const half = Math.sqrt(Math.max(0, 1 - away * away)) * reach.cols
    const end = Math.min(cols - 1, Math.floor(txCol + half))
    for (let col = Math.max(0, Math.ceil(txCol - half)); col <= end; col++) {
      within++
      if (numbers[row * cols + col] === UNKNOWN_CLUTTER) unknown++
    }
  }
  return within === 0 ? 0 : unknown / within
}
