import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { measure, nullable, object, quantity, query, text, word } from '../http/schemas/common.ts'
import { examplePositions } from '../requests/examples.ts'
import { classAt } from './class-sources.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

const ClutterQuery = query({
  lat: measure('degrees', { minimum: -90, maximum: 90, examples: [latDeg] }, 'Latitude, WGS 84'),
  lon: measure('degrees', { minimum: -180, maximum: 180, examples: [lonDeg] }, 'Longitude, WGS 84'),
})

const ClutterAt = object('ClutterAt', 'Land cover class and clutter at a point', {
  lat: quantity('degrees', 'Requested latitude', latDeg),
  lon: quantity('degrees', 'Requested longitude', lonDeg),
  state: word(
    ['known', 'unknown'],
    'Whether the land cover is known. unknown: no layer has a class at this point for which its class table has an entry. This request downloads nothing; a simulation at this point may download data',
  ),
  layer: nullable(text('Name of the land cover layer that has a class at this point', 'ESA WorldCover')),
  class: nullable(quantity('1', 'Number of the land cover class in the layer', 10)),
  type: nullable(text('Clutter type at this point, as in rx_clutter', 'trees')),
  height_m: nullable(quantity('metres', 'Clutter height above the ground; 0 means bare ground', 15)),
  attribution: nullable(text('Attribution of the land cover layer', '© ESA WorldCover project 2021')),
})

export const clutter: FastifyPluginAsyncTypebox = async (app) => {
  const { layers } = app.services

  app.get(
    '/clutter',
    {
      schema: {
        operationId: 'getClutter',
        summary: 'Get the land cover class and the clutter at a point',
        tags: ['terrain'],
        querystring: ClutterQuery,
        response: { 200: ClutterAt },
      },
    },
    async ({ query: { lat, lon } }) => {
      const found = await classAt({ latDeg: lat, lonDeg: lon }, layers)
      const nothing = { layer: null, class: null, type: null, height_m: null, attribution: null }
      if (found === undefined) return { lat, lon, state: 'unknown' as const, ...nothing }
      const { layer, class: number, clutter: at } = found
      const { name, attribution } = layer
      return { lat, lon, state: 'known' as const, layer: name, class: number, ...at, attribution }
    },
  )
}
