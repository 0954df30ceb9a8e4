import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { features } from './features.ts'
import { gaps } from './gaps.ts'
import { geojson } from './geojson.ts'
import { pictures } from './pictures.ts'
import { rasters } from './results.ts'
import { figures } from './stats.ts'
import { tiles } from './tiles.ts'

/**
 * Rasters of simulations and networks, and products made from them. Served under two prefixes, so that
 * `result_url` may be joined to the origin or to the base URL; `suffix` makes operation ids unique.
 */
export const results: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  app.addHook('onRoute', (route) => {
    const { operationId = '', ...schema } = route.schema ?? {}
    route.schema = { ...schema, operationId: operationId + suffix, tags: ['results'] }
  })
  for (const routes of [rasters, geojson, pictures, tiles, figures, features, gaps])
    await app.register(routes)
}
