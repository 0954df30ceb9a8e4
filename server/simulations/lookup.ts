import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import { isSearchId } from '../../storage/records/ids.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { type SimulationRecord, toRecord } from './schemas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Stored simulation named by a request; a simulation of another account counts as missing. */
    simulationOf(request: Pick<FastifyRequest, 'caller'> & { params: { id: string } }): Promise<Simulation>
    /** Simulation with the expiry time of its result, if any. */
    withExpiry(simulation: Simulation): Simulation
    /** Response of `GET /status` for the owner. */
    recordOf(simulation: Simulation): Promise<Static<typeof SimulationRecord>>
  }
}

export default fp(
  async (app) => {
    const { now, records, results } = app.services

    app.decorate('withExpiry', (simulation) => {
      const expires_at = results.expiresAt(simulation)
      return expires_at === undefined ? simulation : { ...simulation, expires_at }
    })
    app.decorate('recordOf', async (simulation) =>
      toRecord(app.withExpiry(simulation), await records.tiles(simulation.id), now()),
    )
    app.decorate('simulationOf', async ({ caller, params }) => {
      const simulation = await records.confirmedSimulation(params.id)
      const isOwn = simulation?.account_id === caller.account.id && !isSearchId(simulation.id)
      if (!isOwn) throw new Problem('simulation_not_found')
      return app.withExpiry(simulation)
    })
  },
  { name: 'simulations', dependencies: ['services', 'problems'] },
)
