/** Path loss from terrain to a raster of received power, field strength or the loss itself. */

import { setImmediate } from 'node:timers/promises'
import type { Antenna } from '../../kernels/antenna/pattern.ts'
import { AntennaRaster } from '../../kernels/antenna/raster.ts'
import { type Model, ModelInputError, type PathLossModel } from '../../kernels/model.ts'
import { eirpDbm } from '../../kernels/propagation/power.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { Job } from '../jobs/job.ts'
import type { Engine } from './engine.ts'
import { JobError } from './errors.ts'
import type { Ground } from './ground.ts'
import { type LossOutput, lossOutputs } from './outputs.ts'
import { summarize } from './summary.ts'
import type { Task, TaskOptions, TaskResult } from './task.ts'
import type { ResultRaster } from './write-raster.ts'
import { runYielding } from './yielding.ts'

/** Cells between two yields to the event loop. */
const CELLS_AT_ONCE = 2 ** 18

export async function pathLoss(
  { ground, job: { params, disc, grid } }: Task,
  model: PathLossModel,
  antenna: Antenna | undefined,
  engine: Engine,
  options: TaskOptions,
): Promise<TaskResult> {
  checkHeight(params, model, ground)
  const scene = {
    ...disc,
    ground,
    grid,
    rxHeightM: params.rx_height,
    receiverFollowsGround: params.rx_height_mode === 'AGL',
    kFactor: params.k_factor ?? 4 / 3,
  }
  const { lossDb: cells, cellsInRange } = await engine.models.losses
    .compute(
      {
        ...scene,
        engine: ground.engine,
        model,
        parameters: model.parse(params),
        frequencyMhz: params.frequency,
        cellM: params.resolution,
        rxLimitsM: limitsOf(model, 'rx_height'),
      },
      options,
    )
    .catch((error: unknown) => {
      throw error instanceof ModelInputError ? new JobError('invalid_parameters', error.message) : error
    })
  const eirp = eirpDbm(params.erp)
  const output = lossOutputs.get(params.output ?? '') as LossOutput
  const { rx_gain_dbi: gainDbi = 0, rx_sensitivity_dbm: sensitivityDbm } = params
  const classes = sensitivityDbm === undefined ? undefined : new Uint8Array(cells.length)
  const raster = antenna && new AntennaRaster({ ...scene, antenna })
  const rowsAtOnce = raster?.rowsAtOnce ?? Math.ceil(CELLS_AT_ONCE / grid.cols)
  const antennaDb = new Float32Array(rowsAtOnce * grid.cols)
  for (let row = 0; row < grid.rows; row += rowsAtOnce) {
    const endRow = Math.min(row + rowsAtOnce, grid.rows)
    raster?.rows(row, endRow, antennaDb)
    for (let at = row * grid.cols, own = 0; at < endRow * grid.cols; at++, own++) {
      const lossDb = cells[at]
      const withAntennaDb = lossDb + antennaDb[own]
      const receives = sensitivityDbm === undefined || eirp - withAntennaDb + gainDbi >= sensitivityDbm
      const shownDb = output.ofAntenna ? withAntennaDb : lossDb
      cells[at] = receives ? output.valueOf(shownDb, eirp, params.frequency, gainDbi) : Number.NaN
      if (classes) classes[at] = Number.isNaN(withAntennaDb) ? UNKNOWN : receives ? VISIBLE : BLOCKED
    }
    options.signal.throwIfAborted()
    await setImmediate()
  }
  return {
    rasters: rastersOf(params, output, cells, classes),
    summary: classes
      ? await runYielding(summarize({ visibility: classes, cellsInRange }, grid, disc.latDeg), options.signal)
      : null,
  }
}

/** The layers that were requested. */
function rastersOf(
  { layers, rx_sensitivity_dbm: sensitivityDbm }: Job['params'],
  output: LossOutput,
  cells: Float32Array,
  classes: Uint8Array | undefined,
): ResultRaster[] {
  const { unit, description } = output
  const rasters: ResultRaster[] = []
  if (layers.includes('class') && classes) {
    const enough = `at least ${sensitivityDbm} dBm`
    rasters.push({
      layer: 'class',
      cells: classes,
      kind: 'visibility',
      metadata: { CLASSES: `1 receives ${enough}, 0 too weak, 255 unknown or out of range` },
      description: `received power of ${enough}`,
    })
  }
  if (layers.includes('value')) {
    rasters.push({ cells, kind: 'float', metadata: { UNIT: unit }, description, unit })
  }
  return rasters
}

/** Heights above sea level can only be checked here, where the ground is known. */
function checkHeight({ tx_height_mode }: Job['params'], model: Model, { antennaM, groundM }: Ground): void {
  const { minimum, maximum } = limitsOf(model, 'tx_height')
  const aboveGroundM = antennaM - groundM
  if (tx_height_mode === 'AGL' || (aboveGroundM >= minimum && aboveGroundM <= maximum)) return
  throw new JobError(
    'invalid_parameters',
    `tx_height is ${aboveGroundM.toFixed(1)} metres above the ground there; for the model ${model.name} it must be between ${minimum} and ${maximum}.`,
  )
}

/** Of a height above ground; models that name none take any. */
function limitsOf({ validity }: Model, parameter: string): { minimum: number; maximum: number } {
  return (
    validity.find((limit) => limit.parameter === parameter) ?? {
      minimum: 0,
      maximum: Number.POSITIVE_INFINITY,
    }
  )
}
