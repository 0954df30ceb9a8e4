/** Path loss on a raster: the path to each cell, and one model over all of them, on the device or on the host. */

import type { Device } from '../device/device.ts'
import type { RasterGrid } from '../geodesy/raster-grid.ts'
import type { DeviceLoss, PathLossModel } from '../model.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { heightAt } from '../terrain/ground.ts'
import type { PostWindow } from '../terrain/window.ts'
import { CellPaths, type CellQuarter } from './cells.ts'
import { lossEngineFor } from './engine-choice.ts'
import { HostLosses } from './host/host-losses.ts'
import { partOfWindow } from './host/window-parts.ts'
import { type Answer, PathBatch, Relay } from './path-batch.ts'
import type { PathModel } from './path-model.ts'
import { NEAREST_M } from './steps.ts'

export interface LossJob {
  window: PostWindow
  grid: RasterGrid
  rangeM: number
  model: PathLossModel
  /** As the model's `parse` made them. */
  parameters: unknown
  frequencyMhz: number
  /** The transmitting antenna above the terrain's datum. */
  antennaM: number
  /** Receiving antenna: above ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Heights above ground between which the model holds; elsewhere receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
  /** Side of a cell in metres. */
  cellM: number
}

export interface LossResult {
  /** rows × cols of the grid, row 0 = north. */
  lossDb: Float32Array
  /** Cells whose centre is within range. */
  cellsInRange: number
}

export interface LossOptions {
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** All path-loss models on one device; each is compiled at its first use. */
export class LossRaster {
  readonly #device: Device
  readonly #open = new Map<PathLossModel, DeviceLoss>()
  readonly #host = new HostLosses()

  constructor(device: Device) {
    this.#device = device
  }

  /**
   * Loss in dB between isotropic antennas for each cell; NaN out of range, where the ground is unknown
   * (for models that read the ground between also beyond it), and where the model does not hold. Rejects with an
   * `ModelInputError` for parameters that the model does not take, with its reason when `signal` aborts.
   */
  async compute(job: LossJob, options: LossOptions = {}): Promise<LossResult> {
    const model = this.#model(job)
    const { window, grid, rangeM } = job
    const engine = lossEngineFor({ lattices: [window], txLatDeg: window.txLatDeg, grid, rangeM })
    return engine === 'device' ? await this.#onDevice(job, model, options) : await this.#onHost(job, options)
  }

  async #onHost({ window, model, ...job }: LossJob, options: LossOptions): Promise<LossResult> {
    const parts = [partOfWindow(window, job.antennaM)]
    const position = { txLatDeg: window.txLatDeg, txLonDeg: 0 }
    return await this.#host.compute({ ...job, ...position, parts, model: model.name }, options)
  }

  async #onDevice(job: LossJob, model: PathModel, { signal, onProgress }: LossOptions): Promise<LossResult> {
    const run = new LossRun(job, model, onProgress)
    try {
      for (const quarter of run.cells.quarters()) {
        run.model.enter(job.window, quarter.posts)
        for (let row = quarter.firstRow; row < quarter.endRow; row++) {
          signal?.throwIfAborted()
          await run.row(row, quarter)
        }
        await run.relay.send()
      }
      await run.relay.finish()
    } catch (error) {
      await run.relay.drop()
      throw error
    } finally {
      run.model.end?.()
    }
    signal?.throwIfAborted()
    return { lossDb: run.lossDb, cellsInRange: run.cellsInRange }
  }

  #model(job: LossJob): PathModel {
    const { model, parameters, antennaM, window } = job
    const txHeightM = -heightAt(window, window.txRow, window.txCol)
    const { txLatDeg, latStepDeg } = window
    return this.#opened(model).forJob(parameters, {
      ...job,
      txHeightM,
      txAntennaM: antennaM,
      txLatDeg,
      latStepDeg,
    })
  }

  #opened(model: PathLossModel): DeviceLoss {
    const opened = this.#open.get(model) ?? model.open(this.#device)
    this.#open.set(model, opened)
    return opened
  }

  /** Lets go of what the next job can make again. No job may run. */
  async trim(): Promise<void> {
    for (const opened of this.#open.values()) await opened.trim()
    await this.#host.destroy()
  }

  async destroy(): Promise<void> {
    for (const opened of this.#open.values()) await opened.destroy()
    await this.#host.destroy()
    this.#open.clear()
  }
}

/** One job. */
class LossRun {
  readonly #job: LossJob
  readonly model: PathModel
  readonly cells: CellPaths
  readonly relay: Relay<PathBatch>
  readonly lossDb: Float32Array
  cellsInRange = 0

  constructor(job: LossJob, model: PathModel, onProgress: LossOptions['onProgress']) {
    const { window, grid, rangeM } = job
    this.#job = job
    this.model = model
    this.cells = new CellPaths(window, grid, rangeM)
    this.lossDb = new Float32Array(grid.rows * grid.cols).fill(Number.NaN)
    const cells = (Math.PI / 4) * grid.rows * grid.cols
    let done = 0
    const take = (batch: PathBatch, answer: Answer) => {
      batch.spread(answer, this.lossDb)
      done += batch.count
      onProgress?.(Math.min(1, done / cells))
    }
    const batches = Array.from({ length: model.batches }, () => new PathBatch())
    this.relay = new Relay(batches, (batch) => model.run(batch), take)
  }

  /** Sends the cells of one row of a quarter on their way. */
  async row(row: number, { firstCol, endCol }: CellQuarter): Promise<void> {
    const { cells, relay } = this
    const { cols } = this.#job.grid
    cells.setRow(row)
    for (let col = firstCol; col < endCol; col++) {
      if (!cells.moveTo(col)) continue
      this.cellsInRange++
      if (!this.#holds()) continue
      const cell = row * cols + col
      if (cells.distanceM < NEAREST_M) {
        this.lossDb[cell] = this.#atMast()
        continue
      }
      relay.batch.add(cell, cells.curve, cells.distanceM)
      if (relay.batch.isFull) await relay.send()
    }
  }

  /** Whether the cell's ground is known and its receiver at a height for which the model holds. */
  #holds(): boolean {
    const { window, receiverFollowsGround, rxHeightM, antennaM, rxLimitsM } = this.#job
    const groundM = heightAt(window, this.cells.postRow, this.cells.postCol)
    const aboveGroundM = receiverFollowsGround ? rxHeightM : rxHeightM - antennaM - groundM
    return !Number.isNaN(groundM) && aboveGroundM >= rxLimitsM.minimum && aboveGroundM <= rxLimitsM.maximum
  }

  #atMast(): number {
    const { window, receiverFollowsGround, rxHeightM, antennaM, frequencyMhz } = this.#job
    const baseM = receiverFollowsGround ? heightAt(window, window.txRow, window.txCol) : -antennaM
    return freeSpaceLossDb(0, baseM + rxHeightM, frequencyMhz / 1000)
  }
}
