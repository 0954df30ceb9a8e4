import fp from 'fastify-plugin'
import { readGeometry } from '../../storage/rasters/read.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { invalidParameter } from '../http/validation/validation.ts'
import { rasterName } from '../jobs/raster-files.ts'
import { type LayerQuery, type ShownLayer, shownLayer } from './views/layers.ts'
import { NoLayerError, ViewError } from './views/view.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** A layer of a finished simulation in a view; without a name, the one that `result_url` answers with. */
    resultLayer(simulation: Simulation, query: LayerQuery): ShownLayer & { tif: string }
    /** Refuses a simulation that has no result, or none any more. */
    requireResult(simulation: Simulation): void
    /** Why a file is missing whose record was there: the result expired, or the simulation was deleted just now. */
    missingFile(simulation: Simulation): Problem
    /** Where a raster of a simulation lies. */
    geometryOf(simulation: Simulation, tif: string): Promise<RasterGeometry>
  }
}

/** Layers of results, and why there are none. */
export default fp(
  async (app) => {
    const { records, results, stores } = app.services

    app.decorate('requireResult', (simulation) => {
      if (simulation.status !== 'completed') throw new Problem('result_not_ready')
      if (results.isExpired(simulation)) throw new Problem('result_expired')
    })
    app.decorate('missingFile', ({ id }) =>
      records.simulation(id) ? new Problem('result_expired') : new Problem('simulation_not_found'),
    )
    app.decorate('resultLayer', (simulation, query) => {
      app.requireResult(simulation)
      try {
        const layer = shownLayer(simulation.params, String(simulation.engine?.version), query)
        return { ...layer, tif: rasterName(simulation, layer.stored) }
      } catch (error) {
        if (error instanceof NoLayerError)
          throw new Problem('layer_not_available', error.message || undefined)
        if (!(error instanceof ViewError)) throw error
        const { parameter, message } = error
        throw invalidParameter(parameter, `${parameter} ${message}`)
      }
    })
    app.decorate('geometryOf', async (simulation, tif) => {
      const geometry = await readGeometry(stores.rasters, tif)
      if (geometry === undefined) throw app.missingFile(simulation)
      return geometry
    })
  },
  { name: 'pictures', dependencies: ['services', 'problems'] },
)
