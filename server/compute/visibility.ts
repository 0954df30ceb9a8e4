/** Visibility, from terrain to rasters. */

import type { Engine } from './engine.ts'
import type { Ground } from './ground.ts'
import type { VisibilityPlan } from './plan.ts'
import type { ComputeResult } from './protocol.ts'
import { summarize } from './summary.ts'
import type { ResultRaster } from './write-raster.ts'
import { runYielding } from './yielding.ts'

export interface ModelResult {
  rasters: ResultRaster[]
  summary: ComputeResult['summary']
}

export interface ModelOptions {
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

export async function visibility(
  plan: VisibilityPlan,
  ground: Ground,
  engine: Engine,
  { onProgress, signal }: ModelOptions,
): Promise<ModelResult> {
  const { model, parameters, grid, rx, layers, rangeM, kFactor, frequencyMhz } = plan
  const wantsMinHeight = layers.includes('min_height')
  const job = {
    ground,
    latDeg: plan.latDeg,
    lonDeg: plan.lonDeg,
    grid,
    rangeM,
    receiverM: rx.isAboveGround ? rx.heightM : rx.heightM - ground.antennaM,
    receiverFollowsGround: rx.isAboveGround,
    kFactor,
    frequencyMhz,
    minHeight: wantsMinHeight && rx.isAboveGround,
  }
  // A receiver above sea level says nothing about heights above ground: they need a pass of their own.
  const passes = wantsMinHeight && !rx.isAboveGround ? 2 : 1
  const optionsOf = (pass: number) => ({
    onProgress: (fraction: number) => onProgress((pass + fraction) / passes),
    signal,
  })
  const opened = await engine.models.visibility(model.name)
  const aboveGround = { ...job, receiverM: 0, receiverFollowsGround: true, minHeight: true }
  // Heights first: after a pass on the device the posts are no longer as they were read.
  const heights = passes === 2 ? await opened.compute(aboveGround, parameters, optionsOf(0)) : undefined
  const result = await opened.compute(job, parameters, optionsOf(passes - 1))
  const { minHeightM } = heights ?? result
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
  return { rasters, summary: await runYielding(summarize(result, grid, plan.latDeg), signal) }
}
