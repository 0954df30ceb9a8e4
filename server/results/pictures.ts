import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requesterOf } from '../access/callers.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { groundOf, placesUnder } from './map-ground.ts'
import { wordsOf } from './map-words.ts'
import { PictureQuery } from './product-schemas.ts'

const png = 'image/png'
const summary = 'The result as a picture: bare in Web Mercator, or as a finished map'

/** The result as a picture: bare, to be laid on other maps, or finished, to be put in a report. */
export const pictures: FastifyPluginAsyncTypebox = async (app) => {
  const { config } = app.services

  app.get(
    '/:id.png',
    fileRoute('getPicture', summary, PictureQuery, contentOf([png]), {
      problems: ['overloaded', 'starting'],
    }),
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request)
      const layer = app.resultLayer(simulation, query)
      const { lang = 'en' } = query
      if (query.style !== 'map' && query.lang !== undefined) {
        throw invalidParameters([{ parameter: 'lang', detail: 'lang is of style=map alone' }])
      }
      if (query.style === 'map') {
        const { tx_lat, tx_lon, max_range } = simulation.params
        const places = placesUnder(config.places, simulation.params)
        return reply.sendProduct(simulation, {
          product: 'map',
          options: {
            words: wordsOf(simulation, layer, lang),
            ...(lang !== 'en' && { language: lang }),
            ...(places.length > 0 && { places }),
          },
          query,
          ending: 'map.png',
          contentType: png,
          ground: (signal) => {
            app.requireGround()
            const relief = app.reliefFor(requesterOf(request.caller), signal)
            return groundOf(relief, Number(tx_lat), Number(tx_lon), 1000 * Number(max_range))
          },
        })
      }
      return reply.sendProduct(simulation, {
        product: 'plain',
        options: {},
        query,
        ending: 'png',
        contentType: png,
        isQuick: true,
      })
    },
  )
}
