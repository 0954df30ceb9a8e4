import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { maximumShares } from '../config/limits.ts'
import { addressWarnings } from '../config/loopback.ts'
import { Problem } from '../http/errors.ts'
import { Empty, SimulationId } from '../http/schemas/common.ts'
import { publicPart, SimulationRecord, toRecord } from '../simulations/schemas.ts'
import { NewShare, ShareId, ShareRequest, Shares } from './share-schemas.ts'

const defaultDays = 90

/** What a share opens, for those who have its token and nothing else, as the page has. */
export const shared: FastifyPluginAsyncTypebox = async (app) => {
  const { now, records } = app.services

  app.get(
    '/shared',
    {
      config: { shared: true, problems: ['share_not_found'] },
      schema: {
        operationId: 'getShared',
        summary: 'The record that the token of this request shares; with a key there is none',
        tags: ['shares'],
        response: { 200: SimulationRecord },
      },
    },
    async ({ caller }) => {
      if (caller.share === undefined) throw new Problem('share_not_found')
      const simulation = await app.simulationOf({ caller, params: { id: caller.share.simulation_id } })
      return publicPart(toRecord(simulation, await records.tiles(simulation.id), now()))
    },
  )
}

/** Rights to read one simulation, for people without a key; what they open is decided in `access/shares.ts`. */
export const shares: FastifyPluginAsyncTypebox = async (app) => {
  const { config, records } = app.services

  app.post(
    '/simulations/:id/shares',
    {
      config: {
        problems: ['simulation_not_found', 'too_many_shares', 'overloaded'],
      },
      schema: {
        operationId: 'createShare',
        summary: 'Share a simulation: an address that shows it, and nothing else, without a key',
        tags: ['shares'],
        params: SimulationId,
        body: ShareRequest,
        response: { 201: NewShare },
      },
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
    },
    async ({ body, caller, params }, reply) => {
      const { id } = await app.simulationOf({ caller, params })
      const made = await records.createShare(id, { days: body.days ?? defaultDays, maximum: maximumShares })
      if (made === undefined)
        throw new Problem(records.simulation(id) ? 'too_many_shares' : 'simulation_not_found')
      const { share_id, expires_at } = made.share
      const url = `${config.publicUrl}/#share=${made.token}`
      return reply.code(201).send({ share_id, url, expires_at, warnings: addressWarnings(config) })
    },
  )

  app.get(
    '/simulations/:id/shares',
    {
      config: { problems: ['simulation_not_found'] },
      schema: {
        operationId: 'listShares',
        summary: 'The shares of a simulation',
        tags: ['shares'],
        params: SimulationId,
        response: { 200: Shares },
      },
    },
    async ({ caller, params }) => {
      const { id } = await app.simulationOf({ caller, params })
      const found = await records.confirmed(() => records.shares(id))
      return {
        shares: found.map(({ share_id, created_at, expires_at }) => ({ share_id, created_at, expires_at })),
      }
    },
  )

  app.delete(
    '/simulations/:id/shares/:share_id',
    {
      config: {
        problems: ['simulation_not_found', 'share_not_found', 'overloaded'],
      },
      schema: {
        operationId: 'deleteShare',
        summary: 'Revoke a share',
        tags: ['shares'],
        params: ShareId,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      const { id } = await app.simulationOf({ caller, params })
      if (!(await records.revokeShare(id, params.share_id))) throw new Problem('share_not_found')
      return reply.code(204).send(null)
    },
  )
}
