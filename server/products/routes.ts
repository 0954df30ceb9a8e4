import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { geojson } from './geojson.ts'

/** Every product of a finished simulation, under the prefixes of the results and by whatever opens those. */
export const products: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  await app.register(geojson, { suffix })
}
