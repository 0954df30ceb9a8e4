import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { basemapAddress } from './basemap-file.ts'
import { Basemap, Places } from './schemas.ts'

/** Serves the operator's additions to the page; unlike the page itself, they require an API key. */
export const operators: FastifyPluginAsyncTypebox = async (app) => {
  const { basemap, basemapFile, places } = app.services.config

  app.get(
    '/basemap',
    {
      // Share links give access too, because shared results have the same basemap.
      config: { shared: true, problems: ['invalid_parameters'] },
      schema: {
        operationId: 'getBasemap',
        summary:
          'Get the base map of the web page: a file of the operator, or tiles from a host that the operator chose',
        tags: ['service'],
        response: { 200: Basemap },
      },
    },
    async () => ({
      style: basemap?.style ?? null,
      ...(basemapFile !== null && { archive: basemapAddress }),
    }),
  )

  app.get(
    '/places',
    {
      config: { problems: ['invalid_parameters'] },
      schema: {
        operationId: 'listPlaces',
        summary: 'List the places of the operator, which can be searched by name',
        tags: ['service'],
        response: { 200: Places },
      },
    },
    async () => ({
      type: 'FeatureCollection' as const,
      features: places.map(({ name, latDeg, lonDeg }) => ({
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates: [lonDeg, latDeg] },
        properties: { name },
      })),
    }),
  )
}
