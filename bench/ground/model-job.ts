import { chooseEngine } from '../../kernels/choose.ts'
import type { Engines } from '../../kernels/engines.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { Model } from '../../kernels/model.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import { groundM } from '../../test/references/window.ts'
import { K_FACTOR, RECEIVER_M, type Scene, TRANSMITTER_M } from './scenes.ts'

/** Computes the raster; resolves with the number of cells within range. */
export type Compute = () => Promise<number>

/** Job on the engine that the service would select; takes ownership of the scene's heights. */
export function modelJob(engines: Engines, model: Model, scene: Scene, frequencyMhz: number): Compute {
  const { ground, latDeg, lonDeg, resolutionM, rangeM } = scene
  const parameters = model.parse(
    Object.fromEntries(model.parameters.map((parameter) => [parameter.name, parameter.default])),
  )
  const extent = { latDeg, lonDeg, rangeM, grid: rasterGrid(latDeg, lonDeg, resolutionM, rangeM) }
  const shared = {
    ...extent,
    engine: chooseEngine(model, { ...extent, parts: [ground] }),
    ground: jobGround([ground], {
      latDeg,
      lonDeg,
      antennaM: groundM(ground, latDeg, lonDeg) + TRANSMITTER_M,
    }),
    frequencyMhz,
    receiverFollowsGround: true,
    kFactor: K_FACTOR,
  }
  if (model.kind === 'visibility') {
    const job = { ...shared, receiverM: RECEIVER_M }
    return async () => (await (await engines.visibility(model.name)).compute(job, parameters)).cellsInRange
  }
  const rxLimitsM = { minimum: 0, maximum: Number.POSITIVE_INFINITY }
  const job = { ...shared, model, parameters, rxHeightM: RECEIVER_M, rxLimitsM, cellM: resolutionM }
  return async () => (await engines.losses.compute(job)).cellsInRange
}
