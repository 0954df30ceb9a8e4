import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem } from '../http/errors.ts'
import { SimulationId } from '../http/schemas/common.ts'
import { refusal } from './refusal.ts'
import { Started, StartedBefore } from './schemas.ts'
import { headersOf, started, startedBefore } from './started.ts'
import { isSuperseded } from './superseded.ts'

/** Superseded results are computed once more, free of charge. */
export const again: FastifyPluginAsyncTypebox = async (app) => {
  const { dispatcher, records } = app.services

  app.post(
    '/simulations/:id/again',
    {
      config: {
        problems: [
          'simulation_not_found',
          'result_not_ready',
          'not_superseded',
          'invalid_parameters',
          'too_many_cells',
          'too_many_posts',
          'tx_below_ground',
          'terrain_unavailable',
          'plan_not_allowed',
          'storage_quota_exceeded',
          'concurrency_limit_exceeded',
          'overloaded',
          'storage_unavailable',
          'starting',
          'shutting_down',
        ],
      },
      schema: {
        operationId: 'computeAgain',
        summary:
          'Compute a superseded simulation once more, free of charge; repeated, it answers with the same one',
        tags: ['simulations'],
        params: SimulationId,
        response: { 200: StartedBefore, 201: Started },
      },
    },
    async (request, reply) => {
      const { account } = request.caller
      const { id } = request.params
      for (;;) {
        const { before, successor } = await records.confirmed(() => find(id))
        if (before?.account_id !== account.id) throw new Problem('simulation_not_found')
        if (before.status !== 'completed') throw new Problem('result_not_ready')
        if (!isSuperseded(before)) throw new Problem('not_superseded')
        if (successor) {
          return reply.code(200).headers(headersOf(successor, dispatcher)).send(startedBefore(successor))
        }

        if (before.computed_again) {
          throw new Problem('not_superseded', 'It was computed again, and that simulation was deleted.')
        }

        const { job, quote } = await app.admitAgain(account, before.params)
        // Deleted, or asked for a second time, while the ground was looked at; from here to the acceptance nothing waits.
        const now = records.simulation(id)
        if (now === undefined || now.superseded_by !== undefined || now.computed_again) continue
        const outcome = await dispatcher.submit(
          account,
          { job, quote: { ...quote, credits: 0 } },
          { supersedes: id },
        )
        if (outcome.outcome !== 'accepted') throw refusal(outcome)
        const { simulation } = outcome
        return reply.code(201).headers(headersOf(simulation, dispatcher)).send(started(simulation))
      }
    },
  )

  /** The simulation and the one that computes it once more, of the same moment. */
  function find(id: string) {
    const before = records.simulation(id)
    const { superseded_by } = before ?? {}
    return { before, successor: superseded_by === undefined ? undefined : records.simulation(superseded_by) }
  }
}
