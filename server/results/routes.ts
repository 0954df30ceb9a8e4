import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { features } from './features.ts'
import { geojson } from './geojson.ts'
import { kmz } from './kmz.ts'
import { pictures } from './pictures.ts'
import { qml } from './qml.ts'
import { figures } from './stats.ts'
import { tiles } from './tiles.ts'

/** Every product of a finished simulation, under the prefixes of the results and by whatever opens those. */
export const products: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  await app.register(geojson, { suffix })
  await app.register(kmz, { suffix })
  await app.register(pictures, { suffix })
  await app.register(qml, { suffix })
  await app.register(tiles, { suffix })
  await app.register(figures, { suffix })
  await app.register(features, { suffix })
}
