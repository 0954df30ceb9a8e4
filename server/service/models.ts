import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { models as registry } from '../../kernels/models.ts'
import { Models } from './schemas.ts'

/** Registered under two prefixes, each with a distinct `operationId`. */
export const models: FastifyPluginAsyncTypebox<{ operationId: string }> = async (app, { operationId }) => {
  app.get(
    '/models',
    {
      schema: {
        operationId,
        summary: 'The propagation models with their parameters and validity',
        tags: ['service'],
        response: { 200: Models },
      },
    },
    async () => ({ models: [...registry.values()] }),
  )
}
