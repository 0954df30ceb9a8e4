import { openDevice } from '../../kernels/device/device.ts'
import { LossRaster } from '../../kernels/engines/loss/raster.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import { hills, type LosCase, madeGround } from '../references/los.ts'
import { groundM } from '../references/window.ts'

/** Hills with a hole, on which many cells graze. */
export function hillsWithHole(postsAround: number): LosCase['ground'] {
  const heights = hills(5)
  return madeGround(47, 11, postsAround, 1 / 1200, (row, col) =>
    Math.hypot(row + 60, col - 40) < 12 ? Number.NaN : 0.4 * heights(row, col),
  )
}

/** The loss rasters of all path-loss models over one made ground, by the models' names. */
export async function lossRasters(): Promise<Map<string, Float32Array>> {
  const device = await openDevice('webasm')
  const losses = new LossRaster(device)
  const [latDeg, lonDeg, rangeM, cellM] = [47.0001, 11.0002, 11_000, 150]
  const ground = hillsWithHole(160)
  const antennaM = groundM(ground, latDeg, lonDeg) + 30
  const rasters = new Map<string, Float32Array>()
  try {
    for (const model of pathLossModels.values()) {
      const fields = Object.fromEntries(
        model.parameters.map((parameter) => [parameter.name, parameter.default]),
      )
      const { lossDb } = await losses.compute({
        engine: 'shared',
        ground: jobGround([{ ...ground, heightsM: ground.heightsM.slice() }], { latDeg, lonDeg, antennaM }),
        latDeg,
        lonDeg,
        grid: rasterGrid(latDeg, lonDeg, cellM, rangeM),
        rangeM,
        model,
        parameters: model.parse(fields),
        frequencyMhz: 600,
        rxHeightM: 2,
        receiverFollowsGround: true,
        rxLimitsM: { minimum: 0.5, maximum: 3000 },
        kFactor: 4 / 3,
        cellM,
      })
      rasters.set(model.name, lossDb)
    }
  } finally {
    await losses.destroy()
    await device.destroy()
  }
  return rasters
}
