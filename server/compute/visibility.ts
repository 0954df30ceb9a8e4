/** Visibility, from terrain to rasters. */

import type { VisibilityModel } from '../../kernels/model.ts'
import { azimuthsOf } from '../requests/azimuths.ts'
import { keepAzimuths } from './asked-azimuths.ts'
import type { Engine } from './engine.ts'
import { tallyOf } from './summary.ts'
import { kFactorOf, type Task, type TaskOptions, type TaskResult } from './task.ts'
import type { ResultRaster } from './write-raster.ts'
import { runYielding } from './yielding.ts'

export async function visibility(
  { job, ground }: Task,
  model: VisibilityModel,
  engine: Engine,
  { onProgress, signal }: TaskOptions,
): Promise<TaskResult> {
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
  // A receiver above sea level says nothing about heights above ground: they need a pass of their own.
  const passes = wantsMinHeight && !followsGround ? 2 : 1
  const optionsOf = (pass: number) => ({
    onProgress: (fraction: number) => onProgress((pass + fraction) / passes),
    signal,
  })
  const opened = await engine.models.visibility(model.name)
  const aboveGround = {
    ...scene,
    engine: 'own' as const,
    receiverM: 0,
    receiverFollowsGround: true,
    minHeight: true,
  }
  // Heights first: after a pass on the device the posts are no longer as they were read.
  const heights = passes === 2 ? await opened.compute(aboveGround, parameters, optionsOf(0)) : undefined
  const result = await opened.compute(scene, parameters, optionsOf(passes - 1))
  const { minHeightM } = heights ?? result
  const cellsInRange = scene.azimuths
    ? await runYielding(keepAzimuths(scene.azimuths, job, result.visibility, minHeightM), signal)
    : result.cellsInRange
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
  if (layers.includes('visible')) {
    rasters.push({
      cells: result.visibility,
      kind: 'visibility',
      metadata: { CLASSES: '1 visible, 0 blocked, 255 unknown or out of range' },
      description: model.band,
    })
  }
  const tally = await runYielding(tallyOf(result.visibility, { grid, disc }), signal)
  // The sides of a sector are edges that no larger range moves.
  return {
    rasters,
    summary: tally.summary(cellsInRange),
    circleShare: scene.azimuths ? 0 : tally.circleShare,
  }
}
