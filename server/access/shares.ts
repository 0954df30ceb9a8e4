import fp from 'fastify-plugin'
import { isNetworkId } from '../../storage/records/network-types.ts'
import { openedBy, type Share } from '../../storage/records/share-types.ts'
import { type CircleBounds, circleBounds, joinedBounds, meets } from '../config/circle-bounds.ts'
import { Problem } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if a share opens the route, for its simulation or network in `:id`, or for places `within` its bounds;
     * default: GET and HEAD if the scope is shared. A POST without effects may be shared too.
     */
    shared?: boolean
    /** Area shown by the path; `undefined`: none. */
    within?: (params: never) => CircleBounds | undefined
  }
  interface FastifyInstance {
    /** Permissions of a share: checked before the path is looked up, and again with valid parameters. */
    shares: {
      /** Refuses other simulations and networks, and routes not open to shares; a shared scope opens GET and HEAD. */
      refuseOther(share: Share, request: FastifyRequest, isSharedScope: boolean): void
      /** Refuses places beyond the bounds of its simulation. */
      refuseBeyond(share: Share, request: FastifyRequest): void
      /** Bounds of its simulation, or of all sites of its network; `undefined` if that is deleted. */
      boundsOf(share: Share): CircleBounds | undefined
    }
  }
}

/**
 * The only definition of the permissions of a share. It grants reading, never more than a key: other simulations are
 * answered as missing, everything else as without a key.
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
