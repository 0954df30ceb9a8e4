import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { isNetworkId } from '../../storage/records/network-types.ts'
import { openedBy } from '../../storage/records/share-types.ts'
import { maximumShares } from '../config/limits.ts'
import { addressWarnings } from '../config/loopback.ts'
import { Problem } from '../http/errors.ts'
import { Empty } from '../http/schemas/common.ts'
import { networkRecord } from '../networks/record.ts'
import { publicPart, toRecord } from '../simulations/schemas.ts'
import { RecordOfAny } from '../simulations/status.ts'
import { NewShare, ResultId, ShareId, ShareRequest, Shares } from './share-schemas.ts'

const defaultDays = 90

type Named = Parameters<FastifyInstance['networkOf']>[0]

export const shared: FastifyPluginAsyncTypebox = async (app) => {
  const { now, records } = app.services

  app.get(
    '/shared',
    {
      config: { shared: true, problems: ['share_not_found'] },
      schema: {
        operationId: 'getShared',
        summary:
          'Get the simulation or network shared by the token of the request; not available with an API key',
        tags: ['shares'],
        response: { 200: RecordOfAny },
      },
    },
    async ({ caller }) => {
      if (caller.share === undefined) throw new Problem('share_not_found')
      const params = { id: openedBy(caller.share) }
      if (isNetworkId(params.id)) return networkRecord(await app.networkOf({ caller, params }))
      const simulation = await app.simulationOf({ caller, params })
      return publicPart(toRecord(simulation, await records.tiles(simulation.id), now()))
    },
  )
}

/** Rights to read one simulation or network without a key; `access/shares.ts` enforces what a share opens. */
export const shares: FastifyPluginAsyncTypebox = async (app) => {
  const { config, records } = app.services

  const kinds = [
    {
      path: 'simulations',
      kind: 'simulation',
      suffix: '',
      missing: 'simulation_not_found',
      find: async (request: Named) => (await app.simulationOf(request)).id,
    },
    {
      path: 'networks',
      kind: 'network',
      suffix: 'OfNetwork',
      missing: 'network_not_found',
      find: async (request: Named) => (await app.networkOf(request)).network.id,
    },
  ] as const
  for (const { path, kind, suffix, missing, find } of kinds) {
    app.post(
      `/${path}/:id/shares`,
      {
        config: { problems: [missing, 'too_many_shares', 'overloaded'] },
        schema: {
          operationId: `createShare${suffix}`,
          summary: `Create a share of a ${kind}: a URL that shows the ${kind} without an API key`,
          tags: ['shares'],
          params: ResultId,
          body: ShareRequest,
          response: { 201: NewShare },
        },
        preValidation: async (request) => {
          if (request.body === undefined) request.body = {}
        },
      },
      async (request, reply) => {
        const id = await find(request)
        const days = request.body.days ?? defaultDays
        const made = await records.createShare(id, { days, maximum: maximumShares })
        if (made === undefined) {
          const exists = records.simulation(id) ?? records.network(id)
          throw new Problem(exists ? 'too_many_shares' : missing)
        }
        const { share_id, expires_at } = made.share
        const url = `${config.publicUrl}/#share=${made.token}`
        return reply.code(201).send({ share_id, url, expires_at, warnings: addressWarnings(config) })
      },
    )

    app.get(
      `/${path}/:id/shares`,
      {
        config: { problems: [missing] },
        schema: {
          operationId: `listShares${suffix}`,
          summary: `List the shares of a ${kind}`,
          tags: ['shares'],
          params: ResultId,
          response: { 200: Shares },
        },
      },
      async (request) => {
        const id = await find(request)
        const found = await records.confirmed(() => records.shares(id))
        return {
          shares: found.map(({ share_id, created_at, expires_at }) => ({ share_id, created_at, expires_at })),
        }
      },
    )

    app.delete(
      `/${path}/:id/shares/:share_id`,
      {
        config: { problems: [missing, 'share_not_found', 'overloaded'] },
        schema: {
          operationId: `deleteShare${suffix}`,
          summary: 'Revoke a share',
          tags: ['shares'],
          params: ShareId,
          response: { 204: Empty },
        },
      },
      async (request, reply) => {
        const id = await find(request)
        if (!(await records.revokeShare(id, request.params.share_id))) throw new Problem('share_not_found')
        return reply.code(204).send(null)
      },
    )
  }
}
