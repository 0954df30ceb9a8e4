import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { describePlans } from '../config/plans.ts'
import { withHeaders } from './schemas/headers.ts'
import type { JsonSchema } from './schemas/json-schema.ts'
import { withNames } from './schemas/names.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Example request bodies in the API document, by name; each is a valid body. */
    examples?: Record<string, { summary: string; value: object }>
  }
  interface FastifyInstance {
    /** Uses this schema in the API document, replacing the schema with the same title. */
    documentAs(schema: object): void
    /** The API document; complete once every route is registered. */
    openApi(): object
  }
}

const base = '/api/v1'

interface Content {
  content?: Record<string, { schema: object }>
}

const description = `Radio coverage over real terrain: start a simulation, wait while its status is \`pending\`, then download the raster.

Times are ISO 8601 UTC. Errors have the media type \`application/problem+json\` (RFC 9457), or \`application/json\` with the same body if \`Accept\` names only the latter. Every response under /api/v1, /results and /nodes has the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (end of the rate limit window in Unix seconds). Requests for results and tiles are counted separately, with a limit 20 times as high. Requests with shares are counted separately from requests with API keys: all shares of an account together have the limits of the plan.`

/** Adds examples to the JSON media type of a request body. */
function withExamples(body: Content, examples: object): object {
  const { content } = body
  if (content === undefined) return { ...body, 'x-examples': examples }
  const { 'application/json': json, ...others } = content
  return {
    content: { 'application/json': { schema: { ...json?.schema, 'x-examples': examples } }, ...others },
  }
}

/** Generates the API document from route schemas; `documentAs` replaces a schema by a more detailed one. */
export default fp<{ webhooks?: object }>(
  async (app, { webhooks }) => {
    const { config } = app.services
    const instead = new Map<string, JsonSchema>()

    app.decorate('documentAs', (schema) => {
      const { title = '' } = schema as JsonSchema
      instead.set(title, schema as JsonSchema)
    })
    app.decorate('openApi', () => ({
      ...withHeaders(withNames(app.swagger(), instead)),
      servers: [{ url: config.publicUrl }],
    }))

    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        // Copied, because `withNames` modifies these schemas.
        ...(webhooks && { webhooks: structuredClone(webhooks) as never }),
        info: {
          title: 'Radio coverage service',
          version: config.version,
          description: `${description}\n\n${describePlans(config.plans)}`,
          license: { name: 'MIT', identifier: 'MIT' },
        },
        tags: [
          { name: 'simulations', description: 'Start, follow, list and delete simulations' },
          { name: 'results', description: 'Rasters, pictures and signed URLs' },
          { name: 'shares', description: 'URLs that show a simulation or network without an API key' },
          {
            name: 'link',
            description:
              'Profiles, losses and received power between transmitters and receivers, answered immediately',
          },
          { name: 'antennas', description: 'Antenna patterns of the account' },
          { name: 'terrain', description: 'Elevation and land cover' },
          { name: 'credits', description: 'Credit balance and purchases' },
          { name: 'webhooks', description: 'Webhooks: events posted to a URL of the account' },
          { name: 'keys', description: 'API keys of the account' },
          { name: 'nodes', description: 'Terrain files for compute nodes, which have their own token' },
          { name: 'service', description: 'Propagation models, health and the OpenAPI document' },
        ],
        components: {
          securitySchemes: {
            apiKey: {
              type: 'http',
              scheme: 'bearer',
              description:
                'API key: rcov_, 8 characters, _ and 40 characters. To read one simulation or network, the token of a share also works',
            },
            nodeToken: {
              type: 'http',
              scheme: 'bearer',
              description:
                'Token of a compute node: rcnode_, 12 characters, _ and 40 characters. Valid only for the endpoints for compute nodes',
            },
            metricsToken: {
              type: 'http',
              scheme: 'bearer',
              description: "Value of the service's METRICS_TOKEN setting",
            },
          },
        },
      },
      transform: ({ schema, url, route }) => {
        // Routes under this prefix that also exist at the root are deprecated: records link to the root.
        const method = [route.method].flat()[0] as 'GET'
        const isTwice = url.startsWith(base) && app.hasRoute({ method, url: url.slice(base.length) })
        const { body, ...others } = schema
        const { examples } = route.config ?? {}
        return {
          url,
          schema: {
            // Routes without `security` need no authentication.
            security: [],
            ...others,
            ...(isTwice && { deprecated: true }),
            ...(body !== undefined && { body: examples ? withExamples(body as object, examples) : body }),
          },
        }
      },
      refResolver: {
        buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `def-${index}`),
      },
    })
  },
  { name: 'openapi', dependencies: ['services'] },
)
