import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Simulation } from '../../storage/records/types.ts'
import { SimulationRequest } from '../requests/simulation.ts'
import { requestExamples as examples, ParamsByModel, RequestByModel } from './document.ts'
import { admissionProblems, refusal, refusalProblems } from './refusal.ts'
import { Estimate, SimulationRecord, Started } from './schemas.ts'

/** `SimulationRecord` comes first, as records also match the schema `Started`. */
const Answer = Type.Union([SimulationRecord, Started], {
  title: 'StartedOrRecord',
  description: 'Simulation record if Prefer: wait=N was applied, otherwise the accepted simulation',
})

/** Response body for an accepted simulation. */
function started({ id, created_at }: Simulation) {
  return { id, status: 'pending' as const, created_at }
}

export const simulate: FastifyPluginAsyncTypebox = async (app) => {
  const { dispatcher, records } = app.services
  app.documentAs(RequestByModel)
  app.documentAs(ParamsByModel)

  app.post(
    '/simulate',
    {
      // `admit` validates the body, so that errors of single fields and of combinations are reported together.
      attachValidation: true,
      config: {
        problems: [...admissionProblems, ...refusalProblems],
        idempotent: true,
        waits: true,
        examples,
        // A client that waits for the result needs the current record instead of the stored answer.
        repeated: async (request, reply, { body }) => {
          const { id } = JSON.parse(body) as { id: string }
          if (!(await app.waitedFor(request, reply, id))) return undefined
          const simulation = await records.confirmedSimulation(id)
          return (
            simulation &&
            reply
              .code(201)
              .headers(headersOf(simulation))
              .send(await app.recordOf(simulation))
          )
        },
      },
      schema: {
        operationId: 'startSimulation',
        summary: 'Start a simulation; with Prefer: wait=N, the response is the final record',
        tags: ['simulations'],
        body: SimulationRequest,
        response: { 201: Answer },
      },
    },
    async (request, reply) => {
      const quoted = await app.admit(request)
      const protection = request.protection<Simulation>((simulation) => ({
        status: 201,
        headers: headersOf(simulation),
        body: JSON.stringify(started(simulation)),
      }))
      const outcome = await dispatcher.submit(request.caller.account, quoted, protection)
      if (outcome.outcome !== 'accepted') throw refusal(outcome)
      const { simulation } = outcome
      // Releases the idempotency key, so that repeated requests during the wait get the stored response.
      request.releaseKey()
      const hasWaited = await app.waitedFor(request, reply, simulation.id)
      const now = hasWaited ? await records.confirmedSimulation(simulation.id) : undefined
      return reply
        .code(201)
        .headers(headersOf(now ?? simulation))
        .send(now ? await app.recordOf(now) : started(simulation))
    },
  )

  /** Headers with the status address, and for a pending simulation the pause before the next query. */
  function headersOf(simulation: Simulation): Record<string, string | number> {
    return {
      location: `/api/v1/status/${simulation.id}`,
      ...(simulation.status === 'pending' && { 'retry-after': dispatcher.secondsLeft(simulation) }),
    }
  }

  app.post(
    '/simulate/estimate',
    {
      attachValidation: true,
      config: { problems: admissionProblems, examples },
      schema: {
        operationId: 'estimateSimulation',
        summary: 'Estimate the price of a simulation; free of charge',
        tags: ['simulations'],
        body: SimulationRequest,
        response: { 200: Estimate },
      },
    },
    async (request) => {
      const { quote } = await app.admit(request)
      const seconds = dispatcher.estimateSeconds(quote)
      return { cells: quote.cells, credits: quote.credits, seconds: Number(seconds.toFixed(1)) }
    },
  )
}
