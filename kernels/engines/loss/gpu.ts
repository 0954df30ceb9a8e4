/** Path loss rasters on a GPU: this thread computes paths; GPU kernels compute the losses of path batches. */

import { quartersOf } from '../../geodesy/raster-grid.ts'
import type { SquaresOptions } from '../../threads/squares.ts'
import { CellPaths } from './cells.ts'
import { bendsTable } from './geodesic-bends.ts'
import type { LossJob, LossResult } from './job.ts'
import { type Answer, PathBatch, type PathModel, Relay } from './path-batch.ts'
import { forReceivers, type ReceiversJob } from './receivers.ts'
import { PATHS_ACROSS } from './shapes.ts'
import { quarterOf } from './tile.ts'

/** Computes all losses; rejects with the signal's reason when `signal` aborts. */
export async function lossesOnGpu(
  ground: LossJob['ground'],
  receivers: Omit<ReceiversJob, 'lossDb'>,
  model: PathModel,
  { signal, onProgress }: SquaresOptions,
): Promise<LossResult> {
  const { grid, rangeM } = receivers
  const window = await ground.window()
  const { txLatDeg } = window
  const cells = new CellPaths(window, ground.antennaM, receivers, bendsTable(txLatDeg, rangeM))
  const lossDb = new Float32Array(grid.rows * grid.cols).fill(Number.NaN)
  let [done, cellsInRange] = [0, 0]
  const take = (batch: PathBatch, answer: Answer) => {
    batch.spread(answer, lossDb)
    done += batch.count
    onProgress?.(Math.min(1, done / ((Math.PI / 4) * lossDb.length)))
  }
  const batches = Array.from({ length: model.batches }, () => new PathBatch())
  const relay = new Relay(batches, (batch) => model.run(batch), take)
  const add = (_groundM: number, _rxHeightM: number, cell: number) => {
    relay.batch.add(cell, cells.curve(), cells.distanceM)
    return Number.NaN
  }
  try {
    const posts = quarterOf({ grid, posts: window, latDeg: txLatDeg, rangeM })
    for (const { down, right, ...quarter } of quartersOf(grid)) {
      model.enter(window, { ...posts, rows: down * posts.rows, cols: right * posts.cols })
      for (let row = quarter.firstRow; row < quarter.endRow; row++) {
        signal?.throwIfAborted()
        for (let firstCol = quarter.firstCol; firstCol < quarter.endCol; firstCol += PATHS_ACROSS) {
          const endCol = Math.min(firstCol + PATHS_ACROSS, quarter.endCol)
          const square = { firstRow: row, endRow: row + 1, firstCol, endCol }
          cellsInRange += forReceivers({ ...receivers, lossDb }, cells, square, add)
          if (relay.batch.isFull) await relay.send()
        }
      }
      await relay.send()
    }
    await relay.finish()
  } catch (error) {
    await relay.drop()
    throw error
  } finally {
    model.end?.()
  }
  signal?.throwIfAborted()
  return { lossDb, cellsInRange }
}
