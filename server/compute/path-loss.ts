/** Path loss from terrain to a raster of received power, field strength or the loss itself. */

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

export async function pathLoss(
  params: Parameters,
  grid: RasterGrid,
  ground: Ground,
  engine: Engine,
  options: ModelOptions,
): Promise<ModelResult> {
  const model = models.get(params.model) as Model
  const output = lossOutputs.get(params.output ?? '') as LossOutput
  checkAntenna(params, ground, model)
  const { lossDb: cells, cellsInRange } = await engine.losses
    .compute(
      {
        window: ground.window,
        grid,
        rangeM: params.max_range * 1000,
        model: lossModel(params),
        frequencyMhz: params.frequency,
        antennaM: ground.antennaM,
        rxHeightM: params.rx_height,
        receiverFollowsGround: params.rx_height_mode === 'AGL',
        rxLimitsM: limitsOf(model, 'rx_height'),
        kFactor: params.k_factor ?? 4 / 3,
      },
      options,
    )
    .catch((error: unknown) => {
      throw error instanceof ItmInputError ? new JobError('invalid_parameters', error.message) : error
    })
  const eirp = eirpDbm(params.erp)
  const { frequency, rx_gain_dbi: gainDbi = 0, rx_sensitivity_dbm: sensitivityDbm } = params
  const heard = sensitivityDbm === undefined ? undefined : new Uint8Array(cells.length)
  for (let at = 0; at < cells.length; at++) {
    const lossDb = cells[at]
    const isHeard = sensitivityDbm === undefined || eirp - lossDb + gainDbi >= sensitivityDbm
    cells[at] = isHeard ? output.valueOf(lossDb, eirp, frequency, gainDbi) : Number.NaN
    if (heard) heard[at] = Number.isNaN(lossDb) ? UNKNOWN : isHeard ? VISIBLE : BLOCKED
  }
  const metadata = { UNIT: output.unit }
  return {
    rasters: [{ cells, kind: 'float', metadata, description: output.description }],
    summary: heard ? summarize({ visibility: heard, cellsInRange }, grid, params) : null,
  }
}

/** What a request with heights above sea level could not be refused for: nobody knew the ground then. */
function checkAntenna(params: Parameters, { antennaM, groundM }: Ground, model: Model): void {
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
