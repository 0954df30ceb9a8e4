import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { measure, nullable, quantity, text, word } from '../http/schemas/common.ts'
import { examplePositions } from '../requests/examples.ts'
import { classAt } from './class-sources.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

const ClutterQuery = Type.Object(
  {
    lat: measure('degrees', { minimum: -90, maximum: 90, examples: [latDeg] }, 'Latitude, WGS 84'),
    lon: measure('degrees', { minimum: -180, maximum: 180, examples: [lonDeg] }, 'Longitude, WGS 84'),
  },
  { additionalProperties: false },
)

const ClutterAt = Type.Object(
  {
    lat: quantity('degrees', 'Requested latitude', latDeg),
    lon: quantity('degrees', 'Requested longitude', lonDeg),
    state: word(
      ['known', 'unknown'],
      'unknown: no layer has a class there that its table lists. This request fetches nothing; a simulation there may',
    ),
    layer: nullable(text('The layer that knows it', 'ESA WorldCover')),
    class: nullable(quantity('1', 'Number of the class in that layer', 10)),
    type: nullable(text('What stands there, as for rx_clutter', 'trees')),
    height_m: nullable(quantity('metres', 'Height above the ground; 0: bare ground', 15)),
    attribution: nullable(text('Attribution', '© ESA WorldCover project 2021')),
  },
  { title: 'ClutterAt', description: 'Land cover at a point, and its clutter' },
)

export const clutter: FastifyPluginAsyncTypebox = async (app) => {
  const { layers } = app.services

  app.get(
    '/clutter',
    {
      config: { problems: ['invalid_parameters', 'plan_not_allowed'] },
      schema: {
        operationId: 'getClutter',
        summary: 'Land cover at a point by the layers of the service, and its clutter',
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
