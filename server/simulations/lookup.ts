import fp from 'fastify-plugin'
import type { Account, Simulation } from '../../storage/records/types.ts'
import { Problem } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The account's simulation, as it would be found after a crash; someone else's is answered exactly as one that
     * never existed.
     */
    simulationOf(account: Account, id: string): Promise<Simulation>
    /** The record with the time at which its result expires, if it does. */
    withExpiry(simulation: Simulation): Simulation
  }
}

export default fp(
  async (app) => {
    const { results } = app.services

    app.decorate('withExpiry', (simulation) => {
      const expires_at = results.expiresAt(simulation)
      return expires_at === undefined ? simulation : { ...simulation, expires_at }
    })
    app.decorate('simulationOf', async (account, id) => {
      const simulation = await app.services.records.confirmedSimulation(id)
      if (simulation?.account_id !== account.id) throw new Problem('simulation_not_found')
      return app.withExpiry(simulation)
    })
  },
  { name: 'simulations', dependencies: ['services', 'problems'] },
)
