/** Path loss from terrain to a raster of received power, field strength or the loss itself. */

import { setImmediate } from 'node:timers/promises'
import type { Antenna } from '../../kernels/antenna/pattern.ts'
import { AntennaRaster } from '../../kernels/antenna/raster.ts'
import { ItmInputError } from '../../kernels/itm/limits.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/los/job.ts'
import { type Model, models } from '../../kernels/models.ts'
import type { RasterGrid } from '../../kernels/raster-grid.ts'
import { lossModel } from '../loss-models.ts'
import { eirpDbm, type LossOutput, lossOutputs } from '../outputs.ts'
import type { Engine } from './engine.ts'
import type { Ground } from './ground.ts'
import { JobError, type Parameters } from './job.ts'
import type { ModelOptions, ModelResult } from './line-of-sight.ts'
import { summarize } from './summary.ts'
import { inTurns } from './turns.ts'

/** Cells between two looks at what else the process has to do. */
const CELLS_AT_ONCE = 2 ** 18

export async function pathLoss(
  params: Parameters,
  antenna: Antenna | undefined,
  grid: RasterGrid,
  ground: Ground,
  engine: Engine,
  options: ModelOptions,
): Promise<ModelResult> {
  const model = models.get(params.model) as Model
  const output = lossOutputs.get(params.output ?? '') as LossOutput
  checkHeight(params, ground, model)
  const scene = {
    window: ground.window,
    grid,
    antennaM: ground.antennaM,
    rxHeightM: params.rx_height,
    receiverFollowsGround: params.rx_height_mode === 'AGL',
    kFactor: params.k_factor ?? 4 / 3,
  }
  const { lossDb: cells, cellsInRange } = await engine.losses
    .compute(
      {
        ...scene,
        rangeM: params.max_range * 1000,
        model: lossModel(params),
        frequencyMhz: params.frequency,
        rxLimitsM: limitsOf(model, 'rx_height'),
      },
      options,
    )
    .catch((error: unknown) => {
      throw error instanceof ItmInputError ? new JobError('invalid_parameters', error.message) : error
    })
  const eirp = eirpDbm(params.erp)
  const { frequency, rx_gain_dbi: gainDbi = 0, rx_sensitivity_dbm: sensitivityDbm } = params
  const heard = sensitivityDbm === undefined ? undefined : new Uint8Array(cells.length)
  const raster = antenna && new AntennaRaster({ ...scene, antenna })
  const antennaDb = new Float32Array(grid.cols)
  const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / grid.cols)
  for (let row = 0; row < grid.rows; row++) {
    raster?.row(row, antennaDb)
    for (let col = 0, at = row * grid.cols; col < grid.cols; col++, at++) {
      const lossDb = cells[at]
      const withAntennaDb = lossDb + antennaDb[col]
      const isHeard = sensitivityDbm === undefined || eirp - withAntennaDb + gainDbi >= sensitivityDbm
      const shownDb = output.ofAntenna ? withAntennaDb : lossDb
      cells[at] = isHeard ? output.valueOf(shownDb, eirp, frequency, gainDbi) : Number.NaN
      if (heard) heard[at] = Number.isNaN(withAntennaDb) ? UNKNOWN : isHeard ? VISIBLE : BLOCKED
    }
    if (row % rowsAtOnce !== rowsAtOnce - 1) continue
    options.signal.throwIfAborted()
    await setImmediate()
  }
  const metadata = { UNIT: output.unit }
  return {
    rasters: [{ cells, kind: 'float', metadata, description: output.description }],
    summary: heard
      ? await inTurns(summarize({ visibility: heard, cellsInRange }, grid, params), options.signal)
      : null,
  }
}

/** What a request with heights above sea level could not be refused for: nobody knew the ground then. */
function checkHeight(params: Parameters, { antennaM, groundM }: Ground, model: Model): void {
  const { minimum, maximum } = limitsOf(model, 'tx_height')
  const aboveGroundM = antennaM - groundM
  if (params.tx_height_mode === 'AGL' || (aboveGroundM >= minimum && aboveGroundM <= maximum)) return
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
