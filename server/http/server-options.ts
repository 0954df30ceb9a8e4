import type { Server } from 'node:https'
import { type FastifyBaseLogger, type FastifyHttpsOptions, LogController } from 'fastify'
import type { ClientTimeouts } from '../config/limits.ts'
import { maximumBodyBytes } from '../config/sizes.ts'
import { type Certificate, minimumTlsVersion } from '../config/tls.ts'
import type { TrustedProxies } from '../config/trusted-proxies.ts'
import { newRequestId } from './observe.ts'
import { answerClientError, answerFrameworkError } from './problems.ts'
import { onceEach } from './serializers.ts'

/** Parts of the services that a server depends on before it exists. */
interface ServerParts {
  logger: FastifyBaseLogger
  certificate: Pick<Certificate, 'cert' | 'key'>
  /** Proxies that end TLS; `undefined`: the service does. */
  proxies: TrustedProxies | undefined
  clientTimeouts: Readonly<ClientTimeouts>
}

/** Limits of the HTTP parser. */
export function parserOptions({ clientTimeouts }: ServerParts) {
  return {
    headersTimeout: clientTimeouts.headersMs,
    requestTimeout: clientTimeouts.requestMs,
    // How often the two above are looked at.
    connectionsCheckingInterval: Math.min(5000, clientTimeouts.headersMs),
    // Well above what `routing` lets pass: up to here it can say what was too long.
    maxHeaderSize: 65_536,
    // Judged by `routing`, so that it is a problem like any other.
    requireHostHeader: false,
  }
}

/** Of every server: limits, the log, the names of requests. */
export function commonOptions({ logger, clientTimeouts }: ServerParts) {
  return {
    requestTimeout: clientTimeouts.requestMs,
    bodyLimit: maximumBodyBytes,
    // The length of the whole address is limited, not that of its parts.
    routerOptions: { maxParamLength: 65_536 },
    genReqId: newRequestId,
    loggerInstance: logger,
    // Fastify's own request lines hold the whole address; `observe` writes better ones.
    logController: new LogController({ disableRequestLogging: true }),
    // Answers still come while the service stops: readiness has to report it.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: onceEach() } },
  }
}

/** What has to be known before the server exists: TLS, limits of the HTTP parser, the log, errors without a route. */
export function serverOptions(services: ServerParts): FastifyHttpsOptions<Server> {
  const { certificate, proxies } = services
  const parser = parserOptions(services)
  const tls = {
    ...parser,
    cert: certificate.cert,
    key: certificate.key,
    minVersion: minimumTlsVersion,
    handshakeTimeout: 10_000,
  }
  const options = {
    ...commonOptions(services),
    ...(proxies === undefined
      ? { https: tls }
      : // Plain HTTP, which the declared type does not know beside TLS; `require-tls` lets the proxies in alone.
        { https: null, http: parser, trustProxy: (address: string) => proxies.has(address) }),
    forceCloseConnections: 'idle',
    frameworkErrors: answerFrameworkError,
    // Called on the instance, which the declared type does not say.
    clientErrorHandler: answerClientError as NonNullable<FastifyHttpsOptions<Server>['clientErrorHandler']>,
  }
  return options as FastifyHttpsOptions<Server>
}
