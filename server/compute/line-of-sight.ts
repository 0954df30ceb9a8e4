/** Line of sight from terrain to rasters. */

import type { RasterGrid } from '../../kernels/raster-grid.ts'
import type { Engine } from './engine.ts'
import type { Ground } from './ground.ts'
import type { Parameters } from './job.ts'
import type { ComputeResult } from './protocol.ts'
import { summarize } from './summary.ts'
import { inTurns } from './turns.ts'
import type { ResultRaster } from './write-raster.ts'

export interface ModelResult {
  rasters: ResultRaster[]
  summary: ComputeResult['summary']
}

export interface ModelOptions {
  onProgress: (share: number) => void
  signal: AbortSignal
}

export async function lineOfSight(
  params: Parameters,
  grid: RasterGrid,
  ground: Ground,
  engine: Engine,
  { onProgress, signal }: ModelOptions,
): Promise<ModelResult> {
  const followsGround = params.rx_height_mode === 'AGL'
  const { layers = ['visible'] } = params
  const wantsMinHeight = layers.includes('min_height')
  const losJob = {
    window: ground.window,
    grid,
    rangeM: params.max_range * 1000,
    receiverM: followsGround ? params.rx_height : params.rx_height - ground.antennaM,
    receiverFollowsGround: followsGround,
    kFactor: params.k_factor ?? 4 / 3,
    minHeight: wantsMinHeight && followsGround,
  }
  // A receiver above sea level says nothing about heights above ground: they take a pass of their own.
  const passes = wantsMinHeight && !followsGround ? 2 : 1
  const optionsOf = (pass: number) => ({
    onProgress: (share: number) => onProgress((pass + share) / passes),
    signal,
  })
  const { frequency: frequencyMhz, fresnel_fraction: fraction } = params
  const result =
    params.model === 'los_fresnel'
      ? await engine.losFresnel.compute(
          { ...losJob, frequencyMhz, fresnelFraction: fraction as number },
          optionsOf(0),
        )
      : await engine.los.compute(losJob, optionsOf(0))
  const { minHeightM } =
    passes === 1
      ? result
      : await engine.los.compute(
          { ...losJob, receiverM: 0, receiverFollowsGround: true, minHeight: true },
          optionsOf(1),
        )
  const rasters: ResultRaster[] = []
  if (minHeightM) {
    rasters.push({
      layer: 'min_height',
      cells: minHeightM,
      kind: 'float',
      metadata: { UNIT: 'metres above ground at which the cell becomes visible' },
      description: 'minimum visible height',
    })
  }
  if (layers.includes('visible')) {
    rasters.push({
      cells: result.visibility,
      kind: 'visibility',
      metadata: { CLASSES: '1 visible, 0 blocked, 255 unknown or out of range' },
      description: params.model === 'los_fresnel' ? 'line of sight, Fresnel zone clear' : 'line of sight',
    })
  }
  return { rasters, summary: await inTurns(summarize(result, grid, params), signal) }
}
