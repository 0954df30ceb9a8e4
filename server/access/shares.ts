import fp from 'fastify-plugin'
import { isNetworkId } from '../../storage/records/network-types.ts'
import { openedBy, type Share } from '../../storage/records/share-types.ts'
import { type CircleBounds, circleBounds, joinedBounds, meets } from '../config/circle-bounds.ts'
import { Problem } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether a share opens it, of the simulation or network that `:id` names, or wherever the path lies `within` its bounds;
     * without it GET and HEAD where the scope says so. A POST that only asks may say it too.
     */
    shared?: boolean
    /** What the path shows; `undefined`: nothing of any place. */
    within?: (params: never) => CircleBounds | undefined
  }
  interface FastifyInstance {
    /** What a share opens: called before the path is looked up, and once more when its parameters are valid. */
    shares: {
      /** Refuses other simulations and networks, and routes not open to shares; a shared scope opens GET and HEAD alone. */
      refuseOther(share: Share, request: FastifyRequest, isSharedScope: boolean): void
      /** Refuses places beyond the bounds of its simulation. */
      refuseBeyond(share: Share, request: FastifyRequest): void
      /** The bounds of its simulation, or of all sites of its network; `undefined` if that is gone. */
      boundsOf(share: Share): CircleBounds | undefined
    }
  }
}

/**
 * The one place that says what a share opens. It is a right to read, less than a key in every respect: another simulation
 * is answered as one that never existed, and whatever else there is as without a key.
 */
export default fp(
  async (app) => {
    const { records } = app.services

    function boundsOf(share: Share): CircleBounds | undefined {
      const id = openedBy(share)
      const ids = records.network(id)?.sites.map((site) => site.id) ?? [id]
      const all = ids.flatMap((one) => {
        const { params } = records.simulation(one) ?? {}
        if (params === undefined) return []
        return [circleBounds(Number(params.tx_lat), Number(params.tx_lon), Number(params.max_range))]
      })
      return all.length > 0 ? joinedBounds(all) : undefined
    }

    app.decorate('shares', {
      boundsOf,

      refuseOther(share, { method, params, routeOptions: { config } }, isSharedScope) {
        const isReading = method === 'GET' || method === 'HEAD'
        const isShared = config.shared ?? (isSharedScope && isReading)
        if (!isShared) throw new Problem('key_invalid')
        const { id } = params as { id?: unknown }
        if (id !== undefined && id !== openedBy(share)) {
          throw new Problem(isNetworkId(String(id)) ? 'network_not_found' : 'simulation_not_found')
        }
      },

      refuseBeyond(share, { params, routeOptions: { config } }) {
        if (config.within === undefined) return
        const place = config.within(params as never)
        const bounds = boundsOf(share)
        if (place === undefined || bounds === undefined || !meets(place, bounds)) {
          throw new Problem('route_not_found')
        }
      },
    })
  },
  { name: 'shares', dependencies: ['services'] },
)
