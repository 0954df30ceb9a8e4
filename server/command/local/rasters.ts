import { mainLayer, rasterName } from '../../jobs/raster-files.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { Failure } from '../errors.ts'
import { LOCAL_ID } from './simulation.ts'

/** The file of a layer in the folder of a simulation; without a name that of the main one. */
export function rasterOf(params: SimulationParams, layer?: string): string {
  const layers: readonly string[] = params.layers
  const name = layer ?? mainLayer(layers)
  if (!layers.includes(name)) {
    throw new Failure(
      'layer_not_available',
      `The simulation has the layers ${layers.join(', ')}, not "${name}".`,
    )
  }
  return rasterName({ id: LOCAL_ID }, name)
}
