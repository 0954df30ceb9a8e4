import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Health, Live } from './schemas.ts'

interface HealthOptions {
  /** True once clients can reach the service; the default suits routes of the service's main server. */
  isServing?: () => boolean
}

export const health: FastifyPluginAsyncTypebox<HealthOptions> = async (app, { isServing = () => true }) => {
  const { certificate, compute, config, dispatcher, nodes, proxies, results, storeWatch, terrain } =
    app.services

  app.get(
    '/health',
    {
      schema: {
        operationId: 'getHealth',
        summary: 'Get the readiness of the service',
        tags: ['service'],
        response: {
          200: Health,
          503: { ...Health, 'x-response-description': 'Service not ready: starting or stopping' },
        },
      },
    },
    async (_request, reply) => {
      const isScanned = terrain.scanning === undefined
      const isReady = !app.stopping && isScanned && compute.state === 'ready' && isServing()
      // Behind a proxy, clients see the proxy's certificate, so the service's validity is left out.
      const validity = proxies ? undefined : certificate.validity
      const isDegraded =
        storeWatch.isFailing ||
        results.disk !== 'ok' ||
        nodes?.isFailing ||
        (nodes && compute.capacity === undefined) ||
        (validity !== undefined && validity !== 'ok')
      const ready = isDegraded ? 'degraded' : 'ok'
      const status = isReady ? ready : app.stopping ? 'stopping' : 'starting'
      if (!isReady) reply.header('retry-after', 5)
      return reply.code(isReady ? 200 : 503).send({
        status,
        version: config.version,
        backend: compute.device?.backend ?? null,
        device: compute.device?.device ?? null,
        queue: dispatcher.queued,
        running: dispatcher.running,
        memory: {
          reserved_bytes: dispatcher.memory.reservedBytes,
          budget_bytes: dispatcher.memory.budgetBytes,
        },
        store: storeWatch.isFailing ? 'failing' : 'ok',
        disk: results.disk,
        ...(validity && { certificate: validity }),
        ...(nodes && { nodes: nodes.lastSnapshot.nodes.length }),
      })
    },
  )

  app.get(
    '/health/live',
    {
      schema: {
        operationId: 'getLiveness',
        summary: 'Get the liveness of the process',
        tags: ['service'],
        response: { 200: Live },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
}
