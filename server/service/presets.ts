import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presets as all } from '../requests/presets.ts'
import { Presets } from './schemas.ts'

export const presets: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/presets',
    {
      schema: {
        operationId: 'listPresets',
        summary: 'List the radio presets as parts of a request, each value with its source',
        tags: ['service'],
        response: { 200: Presets },
      },
    },
    async () => ({ presets: [...all()] }),
  )
}
