import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { models as allModels } from '../../kernels/models.ts'
import { problems as allProblems, Problem, type ProblemCode } from '../http/errors.ts'
import { urlText } from '../http/schemas/common.ts'
import { presets as allPresets } from '../requests/presets.ts'
import { Models, Presets, ProblemDescription } from './schemas.ts'

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
    async () => ({ models: [...allModels.values()] }),
  )
}

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
    async () => ({ presets: [...allPresets()] }),
  )
}

export const problems: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/problems/:code',
    {
      config: { problems: ['route_not_found'] },
      schema: {
        operationId: 'getProblem',
        summary: 'Get the meaning of an error code',
        tags: ['service'],
        params: Type.Object({ code: urlText('Error code', 'rate_limited') }),
        response: {
          200: {
            description: 'Meaning of an error code',
            content: {
              'application/json': { schema: ProblemDescription },
              'text/html': {
                schema: Type.String({ description: 'Meaning of the error code as a web page' }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { code } = request.params
      if (!Object.hasOwn(allProblems, code)) throw new Problem('route_not_found')
      const { status, title, about } = allProblems[code as ProblemCode]
      if (!request.headers.accept?.includes('text/html')) return { code, status, title, detail: about }
      // All text comes from the catalog of problems, so nothing needs to be escaped.
      const page = `<!doctype html><title>${title}</title><h1>${title}</h1><p><code>${code}</code>, status ${status}</p><p>${about}</p>`
      return reply.type('text/html; charset=utf-8').send(page)
    },
  )
}
