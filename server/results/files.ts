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
    resultOf(request: Pick<FastifyRequest, 'caller'> & { params: { id: string } }): Promise<Result>
    resultLayer(result: Result, query: LayerQuery): ResultLayer
    requireResult(result: Result): void
    /** Problem for a missing file whose record exists: the result has expired or was just deleted. */
    missingFile(result: Result): Problem
    /** Antenna for per-point paths of a result; only the pattern id if the pattern was deleted. */
    resultAntenna(simulation: Simulation): Promise<ResultAntenna>
    geometryOf(result: Result, layer: ResultLayer): Promise<RasterGeometry>
  }
}

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
    /** Layers cached per request: a request uses a layer repeatedly, and a network's layer is expensive. */
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
