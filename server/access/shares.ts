import fp from 'fastify-plugin'
import { isNetworkId } from '../../storage/records/network-types.ts'
import { openedBy, type Share } from '../../storage/records/share-types.ts'
import { type CircleBounds, circleBounds, joinedBounds, meets } from '../config/circle-bounds.ts'
import { Problem } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if share links give access to the route: to the simulation or network `:id`, or to places `within`
     * the shared bounds. Default: GET and HEAD in a shared scope; a POST that changes nothing may opt in.
     */
    shared?: boolean
    /** Area shown by the route's path; `undefined` if the path has no area. */
    within?: (params: never) => CircleBounds | undefined
  }
  interface FastifyInstance {
    /** Permissions of share links: `refuseOther` before parameter validation, `refuseBeyond` afterwards. */
    shares: {
      /** Refuses simulations and networks other than the shared one, and routes not open to share links. */
      refuseOther(share: Share, request: FastifyRequest, isSharedScope: boolean): void
      /** Refuses places outside the bounds of the shared simulation or network. */
      refuseBeyond(share: Share, request: FastifyRequest): void
      /** Bounds of the shared simulation, or of all sites of the shared network; `undefined` if deleted. */
      boundsOf(share: Share): CircleBounds | undefined
    }
  }
}

/**
 * The only definition of what a share link permits: read access to one simulation or network, never more than
 * an API key permits. Other simulations and networks get a 404, other routes a 401.
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
