/** Path loss on a raster: the path to each cell, and one model over all of them, on the device or on the host. */

import type { Device } from '../device/device.ts'
import type { CellsOf, RasterGrid } from '../geodesy/raster-grid.ts'
import type { DeviceLoss, EngineName, PathLossModel } from '../model.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { heightAt } from '../terrain/ground.ts'
import type { JobGround, PostWindow } from '../terrain/window.ts'
import { CellPaths, type CellQuarter } from './cells.ts'
import { HostLosses } from './host/host-losses.ts'
import { type Answer, PathBatch, Relay } from './path-batch.ts'
import type { PathModel } from './path-model.ts'
import { NEAREST_M } from './steps.ts'

export interface LossJob {
  engine: EngineName
  ground: JobGround
  /** Of the transmitter. */
  latDeg: number
  lonDeg: number
  grid: RasterGrid
  rangeM: number
  model: PathLossModel
  /** As the model's `parse` made them. */
  parameters: unknown
  frequencyMhz: number
  /** Receiving antenna: above ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Heights above ground between which the model holds; elsewhere receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
  /** Side of a cell in metres. */
  cellM: number
  /** Cells that get a loss; without it all. */
  only?: CellsOf
}

/** What the device is given of a job. */
type DeviceJob = LossJob & { window: PostWindow }

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
    const { engine, ground, latDeg, lonDeg } = job
    const { parts } = ground
    if (engine === 'shared') {
      return await this.#onDevice({ ...job, window: await ground.window() }, model, options)
    }
    const own = {
      model: job.model.name,
      parts,
      antennaM: ground.antennaM,
      txLatDeg: latDeg,
      txLonDeg: lonDeg,
    }
    return await this.#host.compute({ ...withoutGround(job), ...own }, options)
  }

  async #onDevice(
    job: DeviceJob,
    model: PathModel,
    { signal, onProgress }: LossOptions,
  ): Promise<LossResult> {
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
    const { model, parameters, ground, latDeg, lonDeg } = job
    const { parts, antennaM } = ground
    return this.#opened(model).forJob(parameters, {
      ...job,
      // Of an earlier pass the posts may be relative to the antenna already.
      txHeightM: -ground.overAntennaM(latDeg, lonDeg),
      txAntennaM: antennaM,
      txLatDeg: latDeg,
      latStepDeg: parts[0].latStepDeg,
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
  readonly #job: DeviceJob
  readonly model: PathModel
  readonly cells: CellPaths
  readonly relay: Relay<PathBatch>
  readonly lossDb: Float32Array
  cellsInRange = 0

  constructor(job: DeviceJob, model: PathModel, onProgress: LossOptions['onProgress']) {
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
    const { grid, only } = this.#job
    cells.setRow(row)
    for (let col = firstCol; col < endCol; col++) {
      if (!cells.moveTo(col)) continue
      this.cellsInRange++
      const cell = row * grid.cols + col
      if (only && only.classes[cell] !== only.value) continue
      if (!this.#holds()) continue
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
    const { window, ground, receiverFollowsGround, rxHeightM, rxLimitsM } = this.#job
    const overAntennaM = heightAt(window, this.cells.postRow, this.cells.postCol)
    const aboveGroundM = receiverFollowsGround ? rxHeightM : rxHeightM - ground.antennaM - overAntennaM
    return (
      !Number.isNaN(overAntennaM) && aboveGroundM >= rxLimitsM.minimum && aboveGroundM <= rxLimitsM.maximum
    )
  }

  #atMast(): number {
    const { window, ground, receiverFollowsGround, rxHeightM, frequencyMhz } = this.#job
    const baseM = receiverFollowsGround ? heightAt(window, window.txRow, window.txCol) : -ground.antennaM
    return freeSpaceLossDb(0, baseM + rxHeightM, frequencyMhz / 1000)
  }
}

/** Plain data, as threads can be sent it. */
function withoutGround({ ground: _ground, latDeg: _latDeg, lonDeg: _lonDeg, ...job }: LossJob) {
  return job
}
