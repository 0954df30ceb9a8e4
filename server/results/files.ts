import fp from 'fastify-plugin'
import type { BandLook } from '../../storage/rasters/palette.ts'
import { readGeometry } from '../../storage/rasters/read.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { lookOf } from '../compute/outputs.ts'
import { Problem } from '../http/errors.ts'
import { mainLayer, rasterName } from '../jobs/raster-files.ts'

export interface ResultFiles {
  /** Its name. */
  layer: string
  /** The object in the store of rasters. */
  tif: string
  look: BandLook
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The files of a layer of a finished simulation; without a name, of the one that `result_url` answers with. */
    resultFiles(simulation: Simulation, layer: string | undefined): ResultFiles
    /** Refuses a simulation that has no result, or none any more. */
    requireResult(simulation: Simulation): void
    /** Why a file is missing whose record was there: the result expired, or the simulation was deleted just now. */
    missingFile(simulation: Simulation): Problem
    /** Where a raster of a simulation lies. */
    geometryOf(simulation: Simulation, tif: string): Promise<RasterGeometry>
  }
}

/** Files of results, and why there are none. */
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
    app.decorate('resultFiles', (simulation, layer) => {
      app.requireResult(simulation)
      const { params } = simulation
      // Only names that the request was granted go into a path.
      const requested = params.layers as string[]
      const name = layer ?? mainLayer(requested)
      if (!requested.includes(name)) throw new Problem('layer_not_available')
      return { layer: name, tif: rasterName(simulation, name), look: lookOf(name, params) }
    })
    app.decorate('geometryOf', async (simulation, tif) => {
      const geometry = await readGeometry(stores.rasters, tif)
      if (geometry === undefined) throw app.missingFile(simulation)
      return geometry
    })
  },
  { name: 'pictures', dependencies: ['services', 'problems'] },
)
