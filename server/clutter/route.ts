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
    lat: quantity('degrees', 'Latitude that was asked for', latDeg),
    lon: quantity('degrees', 'Longitude that was asked for', lonDeg),
    state: word(
      ['known', 'unknown'],
      'unknown: no layer has a class there that its table knows. Nothing is fetched for this answer; a simulation there may fetch it',
    ),
    layer: nullable(text('The layer that knows it', 'ESA WorldCover')),
    class: nullable(quantity('1', 'Number of the class in that layer', 10)),
    type: nullable(text('What stands there, as for rx_clutter', 'trees')),
    height_m: nullable(quantity('metres', 'Above the ground; 0: nothing stands there', 15)),
    attribution: nullable(text('Whom to credit', '© ESA WorldCover project 2021')),
  },
  { title: 'ClutterAt', description: 'Land cover at a point, and the clutter that it stands for' },
)

export const clutter: FastifyPluginAsyncTypebox = async (app) => {
  const { layers } = app.services

  app.get(
    '/clutter',
    {
      config: { problems: ['invalid_parameters', 'plan_not_allowed'] },
      schema: {
        operationId: 'getClutter',
        summary: 'Land cover at a point by the layers of the service, and what it stands for',
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
