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
        summary: 'List the propagation models with their parameters and validity ranges',
        tags: ['service'],
        response: { 200: Models },
      },
    },
    async () => ({ models: [...registry.values()] }),
  )
}
