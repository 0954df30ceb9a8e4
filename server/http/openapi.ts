import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { describePlans } from '../config/plans.ts'
import { withHeaders } from './schemas/headers.ts'
import { type DocumentSchema, withNames } from './schemas/names.ts'

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

const description = `Radio coverage over real terrain: start a simulation, wait while its status is \`pending\`, fetch the raster.

Times are ISO 8601 UTC. Every error is \`application/problem+json\` (RFC 9457), or \`application/json\` with the same body where \`Accept\` names that and not \`application/problem+json\`. Every response under /api/v1, of /results and of /nodes carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (Unix seconds at which the window ends). Results and tiles have a bucket of their own, 20 times as large. All shares of an account together have two buckets of the plan's size, apart from those of its keys.`

/** Adds examples to the schema of the JSON media type. */
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
    const instead = new Map<string, DocumentSchema>()

    app.decorate('documentAs', (schema) => {
      const { title = '' } = schema as DocumentSchema
      instead.set(title, schema as DocumentSchema)
    })
    app.decorate('openApi', () => ({
      ...withHeaders(withNames(app.swagger(), instead)),
      servers: [{ url: config.publicUrl }],
    }))

    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        // Copied, because `withNames` modifies the schemas.
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
          { name: 'shares', description: 'Addresses that show a simulation without a key' },
          { name: 'link', description: 'One transmitter and one receiver, answered at once' },
          { name: 'antennas', description: 'Antenna patterns of the account' },
          { name: 'terrain', description: 'Elevation and land cover' },
          { name: 'credits', description: 'Balance and purchases' },
          { name: 'webhooks', description: 'Events posted to an address of the account' },
          { name: 'keys', description: 'API keys of the account' },
          { name: 'nodes', description: 'Files for compute nodes, with their own token' },
          { name: 'service', description: 'Models, health and this document' },
        ],
        components: {
          securitySchemes: {
            apiKey: {
              type: 'http',
              scheme: 'bearer',
              description:
                'An API key of the form rcov_<8>_<40>; for reading one simulation, also the token of a share',
            },
            nodeToken: {
              type: 'http',
              scheme: 'bearer',
              description: 'The token of a compute node, of the form rcnode_<12>_<40>; it opens nothing else',
            },
            metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the service' },
          },
        },
      },
      transform: ({ schema, url, route }) => {
        // Routes under this prefix that also exist at the root are deprecated, as records link to the root.
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
