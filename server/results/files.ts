import fp from 'fastify-plugin'
import { readGeometry } from '../../storage/rasters/read.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import { isNetworkId } from '../../storage/records/network-types.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { antennaOf, uploadedId } from '../compute/antenna.ts'
import { Problem } from '../http/errors.ts'
import { invalidParameter } from '../http/validation/validation.ts'
import { rasterName } from '../jobs/stored/raster-files.ts'
import type { AntennaField } from '../requests/antenna-schemas.ts'
import { completedMembers, networkLayer } from './network-layer.ts'
import type { ResultAntenna } from './products/own-paths.ts'
import { subjectOf } from './products/subject.ts'
import { networkResult, type Result, type ResultLayer, simulationResult } from './result.ts'
import { type LayerQuery, shownLayer } from './views/layers.ts'
import { NoLayerError, ViewError } from './views/view.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The caller's result that a request names, whether it is completed or not. */
    resultOf(request: Pick<FastifyRequest, 'caller'> & { params: { id: string } }): Promise<Result>
    /** A layer of a completed result in a view; without a name, the one that `result_url` answers with. */
    resultLayer(result: Result, query: LayerQuery): ResultLayer
    /** Refuses what has no result, or none any more. */
    requireResult(result: Result): void
    /** Why a file is missing whose record was there: the result expired, or was deleted just now. */
    missingFile(result: Result): Problem
    /** The antenna of a result for paths of its places; the id alone of a pattern that is deleted. */
    resultAntenna(simulation: Simulation): Promise<ResultAntenna>
    /** Where the cells of a layer lie. */
    geometryOf(result: Result, layer: ResultLayer): Promise<RasterGeometry>
  }
}

/** Layers of results, and why there are none. */
export default fp(
  async (app) => {
    const { antennas, records, results, stores } = app.services

    app.decorate('resultOf', async (request) =>
      isNetworkId(request.params.id)
        ? networkResult(await app.networkOf(request))
        : simulationResult(await app.simulationOf(request)),
    )
    app.decorate('requireResult', ({ simulation, network }) => {
      if (network) {
        completedMembers(network)
        return
      }
      if (simulation.status !== 'completed') throw new Problem('result_not_ready')
      if (results.isExpired(simulation)) throw new Problem('result_expired')
    })
    app.decorate('missingFile', ({ id, network }) => {
      if (network) return new Problem(records.network(id) ? 'member_missing' : 'network_not_found')
      return new Problem(records.simulation(id) ? 'result_expired' : 'simulation_not_found')
    })
    app.decorate('resultAntenna', async ({ account_id: accountId, params }) => {
      const field = params.antenna as AntennaField | undefined
      if (field === undefined) return undefined
      const id = uploadedId(field)
      const stored = id === undefined ? undefined : await antennas.read(accountId, id)
      return id === undefined || stored !== undefined ? antennaOf(field, stored) : { deletedId: id }
    })
    /** Layers that were asked for while a request is answered, several times each: of a network they are much work. */
    const layers = new WeakMap<Result, Map<string, ResultLayer>>()
    app.decorate('resultLayer', (result, query) => {
      const known = layers.get(result) ?? new Map<string, ResultLayer>()
      layers.set(result, known)
      const key = JSON.stringify(query)
      const layer = known.get(key) ?? layerOf(result, query)
      known.set(key, layer)
      return layer
    })

    function layerOf(result: Result, query: LayerQuery): ResultLayer {
      app.requireResult(result)
      const { simulation, network } = result
      try {
        if (network) return networkLayer(network, result.changedAt, query)
        const layer = shownLayer(simulation.params, String(simulation.engine?.version), query)
        const subject = subjectOf(simulation, layer, (stored) => rasterName(simulation, stored))
        return { ...layer, subject, rasters: [subject.tif] }
      } catch (error) {
        throw problemOf(error)
      }
    }
    app.decorate('geometryOf', async (result, { rasters, subject }) => {
      if (subject.network) return subject.network.geometry
      const geometry = await readGeometry(stores.rasters, rasters[0])
      if (geometry === undefined) throw app.missingFile(result)
      return geometry
    })
  },
  { name: 'pictures', dependencies: ['services', 'problems', 'simulations', 'networks'] },
)

function problemOf(error: unknown): unknown {
  if (error instanceof NoLayerError) return new Problem('layer_not_available', error.message || undefined)
  if (!(error instanceof ViewError)) return error
  const { parameter, message } = error
  return invalidParameter(parameter, `${parameter} ${message}`)
}
