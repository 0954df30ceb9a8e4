import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { addressOf, isLoopback, isLoopbackUrl } from './config/loopback.ts'
import { ConfigError } from './config/settings.ts'
import { Problem } from './http/errors.ts'
import observe from './http/observe.ts'
import { answerUnparsed, pathOf, sendProblem } from './http/problems.ts'
import securityHeaders from './http/security-headers.ts'
import { commonOptions, parserOptions } from './http/server-options.ts'
import slowClients from './http/slow-clients.ts'
import { health } from './service/health.ts'
import { metrics } from './service/metrics-route.ts'
import { type Services, servicesPlugin } from './services.ts'

/** Maximum number of connections; probes are few and short. */
const maximumConnections = 100
const allow = 'GET, HEAD'

export interface Probes {
  url: string
  close(): Promise<void>
}

/**
 * Serves /health, /health/live and /metrics of `app` in plain HTTP for monitoring, even before `app` listens
 * and while `app` stops. `undefined` if PROBE_PORT is not set.
 * @throws {ConfigError} if the port is not available
 */
export async function openProbes(services: Services, app: FastifyInstance): Promise<Probes | undefined> {
  const { probes: listenOn } = services.config
  if (listenOn === null) return undefined
  const probes = await buildProbes(services, app)
  try {
    await probes.listen({ host: addressOf(listenOn.host), port: listenOn.port })
  } catch (error) {
    await probes.close()
    const { message } = error as Error
    throw new ConfigError(`PROBE_PORT=${listenOn.port} can't be listened on: ${message}`)
  }
  const { address, family, port } = probes.server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () => probes.close(),
  }
}

async function buildProbes(services: Services, app: FastifyInstance) {
  const probes = fastify(probeOptions(services))
  probes.server.maxConnections = maximumConnections
  probes.decorate('stopping', { getter: () => app.stopping })
  probes.setErrorHandler(sendProblem)
  await probes.register(servicesPlugin, services)
  await probes.register(observe)
  await probes.register(securityHeaders)
  await probes.register(slowClients)
  // Connections are not kept alive, so that they do not delay a stop.
  probes.addHook('onRequest', async (_request, reply) => {
    reply.header('connection', 'close')
  })
  const refuseOthers = async (request: FastifyRequest) => {
    if (!request.is404) return
    const isThere = probes.hasRoute({ method: 'GET', url: pathOf(request.raw.url ?? '/') })
    if (!isThere) throw new Problem('route_not_found')
    throw new Problem('method_not_allowed', `This path supports ${allow}.`, { headers: { allow } })
  }
  probes.addHook('onRequest', refuseOthers)
  probes.setNotFoundHandler(refuseOthers)
  await probes.register(health, { isServing: () => app.server.listening })
  await probes.register(metrics, { isOpenTo: (request) => isOpenTo(request, services) })
  return probes
}

/** True if no token is needed: METRICS_TOKEN is not set, and the request is not from a web page. */
function isOpenTo({ headers: { host } }: FastifyRequest, { config }: Services): boolean {
  const { metricsToken, probes } = config
  if (metricsToken !== null || probes === null || !isLoopback(probes.host)) return false
  // Another site's host name may resolve to this machine; the Host header then contains that name.
  return host === undefined || (URL.canParse(`http://${host}`) && isLoopbackUrl(`http://${host}`))
}

function probeOptions(services: Services): FastifyHttpOptions<Server> {
  const options = {
    ...commonOptions(services),
    http: parserOptions(services),
    forceCloseConnections: true,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, request, reply.headers({ ...request.server.securityHeaders, connection: 'close' })),
    clientErrorHandler(this: FastifyInstance, error: { code: string }, socket: Socket) {
      answerUnparsed(this, error, socket, (code) => ({ code, headers: {} }))
    },
  }
  return options as FastifyHttpOptions<Server>
}
