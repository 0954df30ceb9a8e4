import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../storage/records/secret-codes.ts'
import { isLocalOnly } from '../config/loopback.ts'
import { TrustedProxies } from '../config/trusted-proxies.ts'
import { bearerOf } from '../http/bearer.ts'
import { Problem } from '../http/errors.ts'

const thisMachine = new TrustedProxies(['127.0.0.0/8', '::1'])

interface MetricsOptions {
  /** Decides which requests need no token. */
  isOpenTo?: (request: FastifyRequest) => boolean
}

/** Metrics for Prometheus, with METRICS_TOKEN or from this machine, unless a proxy could hide other clients. */
export const metrics: FastifyPluginAsyncTypebox<MetricsOptions> = async (app, options) => {
  const { config, metrics } = app.services
  const { isOpenTo = ({ ip }) => thisMachine.has(ip) && isLocalOnly(config) } = options

  app.get(
    '/metrics',
    {
      // Browsers on this machine may not read metrics from pages of other origins.
      config: { cors: false, problems: ['key_missing', 'key_invalid'] },
      schema: {
        operationId: 'getMetrics',
        summary:
          'Get the metrics of the service for Prometheus. Requires METRICS_TOKEN as bearer token, except for direct requests from the machine of the service',
        tags: ['service'],
        security: [{ metricsToken: [] }, {}],
        response: {
          200: {
            description: 'Metrics in the Prometheus text format',
            content: { 'text/plain; version=0.0.4': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      if (!isOpenTo(request)) requireToken(request)
      return reply
        .header('cache-control', 'no-store')
        .type(metrics.registry.contentType)
        .send(await metrics.registry.metrics())
    },
  )

  function requireToken(request: FastifyRequest): void {
    const given = bearerOf(request)
    if (given === undefined) {
      throw new Problem('key_missing', 'Send the METRICS_TOKEN of the service as the bearer.')
    }
    if (config.metricsToken === null || !isSameSecret(given, config.metricsToken)) {
      throw new Problem('key_invalid', 'The bearer is not the METRICS_TOKEN of the service.')
    }
  }
}
