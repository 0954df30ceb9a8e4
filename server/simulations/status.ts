import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { isNetworkId } from '../../storage/records/network-types.ts'
import { planOf, retryAfterSeconds } from '../config/limits.ts'
import { SimulationId } from '../http/schemas/common.ts'
import { networkRecord } from '../networks/record.ts'
import { NetworkRecord } from '../networks/schemas.ts'
import { publicPart, SimulationRecord } from './schemas.ts'

export const RecordOfAny = Type.Union([SimulationRecord, NetworkRecord], {
  title: 'AnyRecord',
  description: 'Simulation or network',
})

export const status: FastifyPluginAsyncTypebox = async (app) => {
  const { config, dispatcher } = app.services

  app.get(
    '/status/:id',
    {
      config: {
        shared: true,
        waits: true,
        problems: ['simulation_not_found', 'network_not_found'],
      },
      schema: {
        operationId: 'getStatus',
        summary:
          'Get the status, result and charge of a simulation or network; with Prefer: wait=N, the response waits until the status is final',
        tags: ['simulations'],
        params: SimulationId,
        response: { 200: RecordOfAny },
      },
    },
    async (request, reply) => {
      const { account, share } = request.caller
      if (isNetworkId(request.params.id)) {
        const { members } = await app.networkOf(request)
        const pending = members.find((member) => member?.status === 'pending')
        if (pending) await app.waitedFor(request, reply, pending.id)
        return networkRecord(await app.networkOf(request))
      }
      let simulation = await app.simulationOf(request)
      if (await app.waitedFor(request, reply, simulation.id)) simulation = await app.simulationOf(request)
      if (simulation.status === 'pending') {
        const secondsLeft = dispatcher.secondsLeft(simulation)
        reply.header('retry-after', retryAfterSeconds(planOf(account, config.plans), secondsLeft))
      }
      const record = await app.recordOf(simulation)
      return share ? publicPart(record) : record
    },
  )
}
