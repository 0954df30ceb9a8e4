/** Computes visibility rasters from terrain. */

import type { VisibilityModel } from '../../kernels/model.ts'
import type { JobGround } from '../../kernels/terrain/window.ts'
import type { Job } from '../jobs/job.ts'
import { azimuthsOf } from '../requests/azimuths.ts'
import { keepAzimuths } from './asked-azimuths.ts'
import type { Engine } from './engine.ts'
import type { Ground } from './ground.ts'
import { tallyOf } from './summary.ts'
import { kFactorOf, type Task, type TaskOptions, type TaskResult } from './task.ts'
import type { ResultRaster } from './write-raster.ts'
import { runYielding } from './yielding.ts'

/** Computes visibility within the requested azimuths, and minimum heights if a layer needs them. */
export async function visibleCells(
  task: { job: Job; ground: Pick<Ground, keyof JobGround | 'engine'> },
  model: VisibilityModel,
  engine: Pick<Engine, 'models'>,
  options: TaskOptions & { parts?: number },
) {
  const { job, ground } = task
  const { onProgress, signal, ...more } = options
  const { params, disc, grid } = job
  const { layers, rx_height: rxM } = params
  const followsGround = params.rx_height_mode === 'AGL'
  const parameters = model.parse(params)
  const wantsMinHeight = layers.includes('min_height')
  const scene = {
    ...disc,
    engine: ground.engine,
    ground,
    grid,
    receiverM: followsGround ? rxM : rxM - ground.antennaM,
    receiverFollowsGround: followsGround,
    kFactor: kFactorOf(job),
    frequencyMhz: params.frequency,
    minHeight: wantsMinHeight && followsGround,
    azimuths: params.azimuths && azimuthsOf(params.azimuths),
  }
  // For receivers with heights above sea level, minimum heights above ground need a separate pass.
  const passes = wantsMinHeight && !followsGround ? 2 : 1
  const optionsOf = (pass: number) => ({
    onProgress: (fraction: number) => onProgress((pass + fraction) / passes),
    signal,
    ...more,
  })
  const opened = await engine.models.visibility(model.name)
  const aboveGround = {
    ...scene,
    engine: 'own' as const,
    receiverM: 0,
    receiverFollowsGround: true,
    minHeight: true,
  }
  // The heights pass runs first, because a pass on the GPU modifies the posts.
  const heights = passes === 2 ? await opened.compute(aboveGround, parameters, optionsOf(0)) : undefined
  const result = await opened.compute(scene, parameters, optionsOf(passes - 1))
  const { minHeightM } = heights ?? result
  const cellsInRange = scene.azimuths
    ? await runYielding(keepAzimuths(scene.azimuths, job, result.visibility, minHeightM), signal)
    : result.cellsInRange
  return { visibility: result.visibility, minHeightM, cellsInRange }
}

export async function visibility(
  task: Task,
  model: VisibilityModel,
  engine: Engine,
  options: TaskOptions,
): Promise<TaskResult> {
  const { params, disc, grid } = task.job
  const { visibility: cells, minHeightM, cellsInRange } = await visibleCells(task, model, engine, options)
  const rasters: ResultRaster[] = []
  if (minHeightM) {
    rasters.push({
      layer: 'min_height',
      cells: minHeightM,
      kind: 'float',
      metadata: { UNIT: 'metres above ground at which the cell becomes visible' },
      description: 'minimum visible height',
      unit: 'm',
    })
  }
  if (params.layers.includes('visible')) {
    rasters.push({
      cells,
      kind: 'visibility',
      metadata: { CLASSES: '1 visible, 0 blocked, 255 unknown or out of range' },
      description: model.band,
    })
  }
  const tally = await runYielding(tallyOf(cells, { grid, disc }), options.signal)
  // The share is 0 for sectors, because a larger range would not move the sector's straight sides.
  return {
    rasters,
    summary: tally.summary(cellsInRange),
    circleShare: params.azimuths ? 0 : tally.circleShare,
  }
}
