import { rasterName } from '../../jobs/stored/raster-files.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { layersOf, type ShownLayer, shownLayer } from '../../results/views/layers.ts'
import { NoLayerError, type ViewQuery } from '../../results/views/view.ts'
import { Failure } from '../errors.ts'

/** Id of simulations on this machine. */
export const LOCAL_ID = 'local'

/** Layer of a simulation (default: main layer) in a view (default: the view of the parameters). */
export function layerOf(
  params: SimulationParams,
  engineVersion: string,
  layer?: string,
  view: ViewQuery = {},
): ShownLayer {
  try {
    return shownLayer(params, engineVersion, { layer, ...view })
  } catch (error) {
    if (!(error instanceof NoLayerError)) throw error
    const layers = layersOf(params).join(', ')
    throw new Failure(
      'layer_not_available',
      error.message || `The simulation has the layers ${layers}, not "${layer}".`,
    )
  }
}

/** File name of a stored layer in the folder of a local simulation. */
export function rasterOf(layer: string): string {
  return rasterName({ id: LOCAL_ID }, layer)
}
