import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requesterOf } from '../access/callers.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { groundOf, placesUnder } from './map-ground.ts'
import { networkWords, wordsOf } from './map-words.ts'
import { PictureQuery } from './product-schemas.ts'
import { circleOfSubject } from './products/circle.ts'
import { ViewedQuery } from './schemas.ts'
import { qmlOf } from './views/qml.ts'

const kmz = 'application/vnd.google-earth.kmz'
const kmzSummary =
  'Get the result for Google Earth (KMZ): ground overlays at full resolution, transmitter, range and legend'
const png = 'image/png'
const pngSummary = 'Get the result as a picture (PNG): plain in Web Mercator, or as a finished map'

const xml = 'application/xml'
const qmlSummary =
  'Get the colors and ranges of the raster as a QGIS style, which QGIS reads next to a .tif file of the same name'

/** Pictures of a result: plain, as an overlay for other maps, or complete, for a report; for Google Earth and QGIS. */
export const pictures: FastifyPluginAsyncTypebox = async (app) => {
  const { config } = app.services

  app.get(
    '/:id.kmz',
    fileRoute('getKmz', kmzSummary, ViewedQuery, contentOf([kmz])),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      return reply.sendProduct(result, {
        product: 'kmz',
        options: {},
        query,
        ending: 'kmz',
        contentType: kmz,
      })
    },
  )

  app.get(
    '/:id.png',
    fileRoute('getPicture', pngSummary, PictureQuery, contentOf([png]), {
      problems: ['overloaded', 'starting'],
    }),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      const layer = app.resultLayer(result, query)
      const { lang = 'en' } = query
      if (query.style !== 'map' && query.lang !== undefined) {
        throw invalidParameters([{ parameter: 'lang', detail: 'lang is only for style=map' }])
      }
      if (query.style === 'map') {
        const circle = circleOfSubject(layer.subject)
        const places = placesUnder(config.places, circle)
        return reply.sendProduct(result, {
          product: 'map',
          options: {
            words: result.network ? networkWords(layer, lang) : wordsOf(result.simulation, layer, lang),
            ...(lang !== 'en' && { language: lang }),
            ...(places.length > 0 && { places }),
          },
          query,
          ending: 'map.png',
          contentType: png,
          ground: (signal) => {
            app.requireGround()
            const relief = app.reliefFor(requesterOf(request.caller), signal)
            return groundOf(relief, circle)
          },
        })
      }
      return reply.sendProduct(result, {
        product: 'plain',
        options: {},
        query,
        ending: 'png',
        contentType: png,
        isQuick: true,
      })
    },
  )

  app.get(
    '/:id.qml',
    fileRoute('getQgisStyle', qmlSummary, ViewedQuery, contentOf([xml]), { problems: [] }),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      const content = qmlOf(app.resultLayer(result, query))
      return reply.sendRaster(result, query, 'qml', { contentType: xml, content })
    },
  )
}
