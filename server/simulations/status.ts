import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { planOf, retryAfterSeconds } from '../config/limits.ts'
import { SimulationId } from '../http/schemas/common.ts'
import { publicPart, SimulationRecord, toRecord } from './schemas.ts'

export const status: FastifyPluginAsyncTypebox = async (app) => {
  const { config, dispatcher, now, records } = app.services

  app.get(
    '/status/:id',
    {
      config: {
        shared: true,
        problems: ['invalid_parameters', 'plan_not_allowed', 'simulation_not_found'],
      },
      schema: {
        operationId: 'getStatus',
        summary: 'Status, result and charge of a simulation',
        tags: ['simulations'],
        params: SimulationId,
        response: { 200: SimulationRecord },
      },
    },
    async (request, reply) => {
      const { account, share } = request.caller
      const simulation = await app.simulationOf(account, request.params.id)
      if (simulation.status === 'pending') {
        const secondsLeft = dispatcher.secondsLeft(simulation)
        reply.header('retry-after', retryAfterSeconds(planOf(account, config.plans), secondsLeft))
      }
      const record = toRecord(simulation, await records.tiles(simulation.id), now())
      return share ? publicPart(record) : record
    },
  )
}
