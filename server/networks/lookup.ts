import fp from 'fastify-plugin'
import type { Network } from '../../storage/records/network-types.ts'
import { Problem } from '../http/errors.ts'
import type { NetworkWithMembers } from './record.ts'

declare module 'fastify' {
  interface FastifyInstance {
    networkOf(
      request: Pick<FastifyRequest, 'caller'> & { params: { id: string } },
    ): Promise<NetworkWithMembers>
    withMembers(network: Network): Promise<NetworkWithMembers>
  }
}

export default fp(
  async (app) => {
    const { records, results } = app.services

    app.decorate('withMembers', async (network) => {
      const members = await records.confirmed(() =>
        network.sites.map(({ id }) => {
          const simulation = records.simulation(id)
          const isOwn = simulation?.account_id === network.account_id
          return isOwn && !results.isExpired(simulation) ? app.withExpiry(simulation) : undefined
        }),
      )
      return { network, members }
    })
    app.decorate('networkOf', async ({ caller, params }) => {
      const network = await records.confirmed(() => records.network(params.id))
      if (network?.account_id !== caller.account.id) throw new Problem('network_not_found')
      return app.withMembers(network)
    })
  },
  { name: 'networks', dependencies: ['services', 'problems', 'simulations'] },
)
