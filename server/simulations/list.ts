import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isSearchId } from '../../storage/records/ids.ts'
import type { Account, SimulationFilter, SimulationHead } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { pageLinks } from '../http/page-links.ts'
import { Empty, maximumPage, SimulationId } from '../http/schemas/common.ts'
import { invalidParameter } from '../http/validation/validation.ts'
import { ListQuery, NewName, SimulationList, SimulationRecord, toListed } from './schemas.ts'

export const simulations: FastifyPluginAsyncTypebox = async (app) => {
  const { config, dispatcher, now, records, results } = app.services

  app.get(
    '/simulations',
    {
      schema: {
        operationId: 'listSimulations',
        summary: 'List the simulations of the account, newest first',
        tags: ['simulations'],
        querystring: ListQuery,
        response: { 200: SimulationList },
      },
    },
    async (request, reply) => {
      const { query } = request
      const { id } = request.caller.account
      const matching = await records.confirmed(() => records.simulations(id, filterOf(query)))
      const first = firstOf(query, matching, request.caller.account)
      const total = matching.length
      const page = matching.slice(first, first + (query.limit ?? maximumPage))
      const { after: _after, offset, ...kept } = query
      const last = page.at(-1)
      // Links with `after` stay valid when simulations are added or deleted.
      const next = last && offset === undefined ? { after: app.cursorOf(last) } : undefined
      const { publicUrl } = config
      const place = { first, end: first + page.length, total }
      reply.headers(pageLinks(`${publicUrl}/api/v1/simulations`, kept, place, next))
      const found = await records.read(page)
      return { simulations: found.map((one) => toListed(app.withExpiry(one), now())), total }
    },
  )

  app.patch(
    '/simulations/:id',
    {
      config: { problems: ['simulation_not_found'] },
      schema: {
        operationId: 'renameSimulation',
        summary: 'Rename a simulation; repeating the current name changes nothing',
        tags: ['simulations'],
        params: SimulationId,
        body: NewName,
        response: { 200: SimulationRecord },
      },
    },
    async (request) => {
      const { id, params } = await app.simulationOf(request)
      const renamed = await records.renameSimulation(id, request.body.name)
      if (renamed === undefined) throw new Problem('simulation_not_found')
      if (renamed.params.name !== params.name) await results.removeProducts(id)
      return app.recordOf(renamed)
    },
  )

  app.delete(
    '/simulations/:id',
    {
      config: { problems: ['simulation_not_found', 'overloaded'] },
      schema: {
        operationId: 'deleteSimulation',
        summary: 'Delete a simulation and its results; a running simulation is cancelled and refunded',
        tags: ['simulations'],
        params: SimulationId,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const removed = !isSearchId(id) && (await dispatcher.remove(request.caller.account, id))
      if (!removed) throw new Problem('simulation_not_found')
      return reply.code(204).send(null)
    },
  )

  /** Index of the page's first simulation among the matching simulations. */
  function firstOf(
    { after, offset }: ListQuery,
    matching: readonly SimulationHead[],
    account: Account,
  ): number {
    if (after === undefined) return offset ?? 0
    if (offset !== undefined) {
      throw invalidParameter('after', 'after and offset cannot be combined')
    }
    const last = records.simulation(after)
    const sequence =
      last?.account_id === account.id ? last.sequence : app.sequenceAt(after, account.id, 'sim')
    if (sequence === undefined) {
      throw invalidParameter('after', 'after must be the ID of a simulation of the account')
    }
    const index = matching.findIndex((simulation) => simulation.sequence < sequence)
    return index < 0 ? matching.length : index
  }
}

function filterOf({ status, model, batch, created_after, created_before }: ListQuery): SimulationFilter {
  return {
    kind: 'sim',
    ...(status && { status }),
    ...(model && { model }),
    ...(batch !== undefined && { batch }),
    ...(created_after && { created_after: new Date(created_after).toISOString() }),
    ...(created_before && { created_before: new Date(created_before).toISOString() }),
  }
}
