import { setImmediate } from 'node:timers/promises'
import type { Antenna } from '../../kernels/antenna/pattern.ts'
import { clutterLossDb, type Ends } from '../../kernels/ends/ends.ts'
import { ROWS_AT_ONCE, receiverLosses } from '../../kernels/ends/receiver-losses.ts'
import { heightPasses } from '../../kernels/ends/receivers.ts'
import type { LossJob, LossResult } from '../../kernels/engines/loss/job.ts'
import type { CellsOf } from '../../kernels/geodesy/raster-grid.ts'
import { type Model, ModelInputError, type PathLossModel } from '../../kernels/model.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { Job } from '../jobs/job.ts'
import { type LossQuantity, lossOutputOf } from '../results/views/outputs.ts'
import { type Covered, cellView, isCovered } from '../results/views/view.ts'
import { endLosses, receiversOf } from './ends.ts'
import type { Engine } from './engine.ts'
import { JobError } from './errors.ts'
import type { Ground } from './ground.ts'
import { SummaryTally } from './summary.ts'
import { kFactorOf, type Task, type TaskOptions, type TaskResult } from './task.ts'
import { runYielding } from './yielding.ts'

const CELLS_AT_ONCE = 2 ** 18

export async function pathLoss(
  task: Task,
  model: PathLossModel,
  antenna: Antenna | undefined,
  engine: Engine,
  options: TaskOptions,
): Promise<TaskResult> {
  const { ground, job, ends } = task
  const { params, disc, grid } = job
  checkHeight(params, model, ground)
  checkClutter(params, ends, ground)
  const losses = {
    ...disc,
    ground,
    grid,
    engine: ground.engine,
    model,
    rxLimitsM: limitsOf(model, 'rx_height'),
  }
  const { lossDb: cells, cellsInRange } = await lossesOf(losses, task, engine, options)
  const { output, radio } = lossOutputOf(params) as LossQuantity
  const { rx_sensitivity_dbm: sensitivityDbm } = params
  const { covered } = cellView(output, radio, { eirpDbm: radio.eirpDbm, sensitivityDbm, up: undefined })
  const tally = covered && new SummaryTally({ grid, disc })
  const classes = new Uint8Array(grid.cols)
  const baseDb = output.baseDb(radio)
  // The antenna pattern is left out of path loss, which is defined between isotropic antennas.
  const lossAtEnds = endLosses(task, output.isLoss ? undefined : antenna)
  const lossesAtEnds = lossAtEnds && receiverLosses({ ...disc, ground, grid }, lossAtEnds)
  const rowsAtOnce = lossesAtEnds ? ROWS_AT_ONCE : Math.ceil(CELLS_AT_ONCE / grid.cols)
  const endsDb = new Float32Array(rowsAtOnce * grid.cols)
  for (let row = 0; row < grid.rows; row += rowsAtOnce) {
    const endRow = Math.min(row + rowsAtOnce, grid.rows)
    lossesAtEnds?.(row, endRow, endsDb)
    for (let at = row * grid.cols, own = 0; at < endRow * grid.cols; at++, own++) {
      const lossDb = cells[at] + endsDb[own]
      cells[at] = output.isLoss ? lossDb : baseDb - lossDb
    }
    for (let at = row; tally && at < endRow; at++) {
      classify(cells.subarray(at * grid.cols, (at + 1) * grid.cols), covered, classes)
      tally.addRow(at, classes)
    }
    options.signal.throwIfAborted()
    await setImmediate()
  }
  const { unit, description } = output
  return {
    rasters: [{ cells, kind: 'float', metadata: { UNIT: unit }, description, unit }],
    summary: tally?.summary(cellsInRange) ?? null,
    circleShare: tally?.circleShare ?? 0,
  }
}

type Losses = Pick<
  LossJob,
  'engine' | 'ground' | 'latDeg' | 'lonDeg' | 'grid' | 'rangeM' | 'model' | 'rxLimitsM'
>

/** Computes path loss, with one pass for each receiver height at which paths end. */
async function lossesOf(
  losses: Losses,
  { job, ends, clutterMap }: Task,
  engine: Engine,
  options: TaskOptions,
): Promise<LossResult> {
  const { params } = job
  const { model } = losses
  const passes = await runYielding(
    heightPasses(receiversOf(params, clutterMap ?? ends.rx), losses),
    options.signal,
  )
  let merged: LossResult | undefined
  for (const [at, pass] of passes.entries()) {
    const result = await engine.models.losses
      .compute(
        {
          ...losses,
          ...pass,
          parameters: model.parse(params),
          frequencyMhz: params.frequency,
          kFactor: kFactorOf(job),
          cellM: params.resolution,
        },
        {
          signal: options.signal,
          onProgress: (fraction) => options.onProgress((at + fraction) / passes.length),
        },
      )
      .catch((error: unknown) => {
        throw error instanceof ModelInputError ? new JobError('invalid_parameters', error.message) : error
      })
    if (merged) takeCells(merged.lossDb, result.lossDb, pass.only)
    else merged = result
  }
  return merged as LossResult
}

function takeCells(into: Float32Array, from: Float32Array, only: CellsOf | undefined): void {
  if (only === undefined) return
  const { classes, value } = only
  for (let cell = 0; cell < classes.length; cell++) if (classes[cell] === value) into[cell] = from[cell]
}

function classify(values: Float32Array, covered: Covered, classes: Uint8Array): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    classes[at] = Number.isNaN(value) ? UNKNOWN : isCovered(value, covered) ? VISIBLE : BLOCKED
  }
}

/** Checks an antenna height above sea level against the model's limits, once the ground is known. */
function checkHeight(
  { tx_height_mode }: Job['params'],
  model: Model,
  { txHeightM: aboveGroundM }: Ground,
): void {
  const { minimum, maximum } = limitsOf(model, 'tx_height')
  if (tx_height_mode === 'AGL' || (aboveGroundM >= minimum && aboveGroundM <= maximum)) return
  throw new JobError(
    'invalid_parameters',
    `tx_height is ${aboveGroundM.toFixed(1)} metres above the ground at the transmitter; for the model ${model.name} it must be between ${minimum} and ${maximum}.`,
  )
}

/** Checks that the clutter formula is defined for an antenna height above sea level. */
function checkClutter({ frequency }: Job['params'], { tx }: Ends, { txHeightM }: Ground): void {
  if (tx?.type === 'statistical' || !Number.isNaN(clutterLossDb(tx, txHeightM, 0, frequency))) return
  throw new JobError(
    'invalid_parameters',
    `tx_height is ${txHeightM.toFixed(1)} metres above the ground at the transmitter; for tx_clutter.type ${tx?.type} it must be above 0.`,
  )
}

/** Limits of a height above ground; 0 to infinity for models without limits. */
function limitsOf({ validity }: Model, parameter: string): { minimum: number; maximum: number } {
  return (
    validity.find((limit) => limit.parameter === parameter) ?? {
      minimum: 0,
      maximum: Number.POSITIVE_INFINITY,
    }
  )
}
