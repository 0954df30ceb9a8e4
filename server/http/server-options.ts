import type { Server } from 'node:https'
import { type FastifyBaseLogger, type FastifyHttpsOptions, LogController } from 'fastify'
import type { ClientTimeouts } from '../config/limits.ts'
import { maximumBodyBytes } from '../config/sizes.ts'
import { type Certificate, minimumTlsVersion } from '../config/tls.ts'
import type { TrustedProxies } from '../config/trusted-proxies.ts'
import { newRequestId } from './observe.ts'
import { answerClientError, answerFrameworkError } from './problems.ts'
import { onceEach } from './serializers.ts'

/** Services that are needed before the HTTP server exists. */
interface ServerParts {
  logger: FastifyBaseLogger
  certificate: Pick<Certificate, 'cert' | 'key'>
  /** Trusted proxies that terminate TLS; `undefined` if the service terminates TLS. */
  proxies: TrustedProxies | undefined
  clientTimeouts: Readonly<ClientTimeouts>
}

/** Limits of Node's HTTP parser. */
export function parserOptions({ clientTimeouts }: ServerParts) {
  return {
    headersTimeout: clientTimeouts.headersMs,
    requestTimeout: clientTimeouts.requestMs,
    // Interval for checking the time limits of headers and requests.
    connectionsCheckingInterval: Math.min(5000, clientTimeouts.headersMs),
    // Parser limit in bytes, far above those in `routing`, which reports whether URL or headers are too long.
    maxHeaderSize: 65_536,
    // A missing Host header is reported by `routing`, like other problems.
    requireHostHeader: false,
  }
}

/** Fastify options of every server: limits, log, and request ids. */
export function commonOptions({ logger, clientTimeouts }: ServerParts) {
  return {
    requestTimeout: clientTimeouts.requestMs,
    bodyLimit: maximumBodyBytes,
    // Path parameters may be long, because only the total length of the URL is limited.
    routerOptions: { maxParamLength: 65_536 },
    genReqId: newRequestId,
    loggerInstance: logger,
    // Fastify's request log contains the whole URL; `observe` writes a log without secrets.
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are still answered during shutdown, so that /health can report the shutdown.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: onceEach() } },
  }
}

/** Fastify options for the HTTPS server: TLS, parser limits, log, and handlers for errors without a route. */
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
      : // Plain HTTP, which the declared type omits; `require-tls` admits only the proxies.
        { https: null, http: parser, trustProxy: (address: string) => proxies.has(address) }),
    forceCloseConnections: 'idle',
    frameworkErrors: answerFrameworkError,
    // Fastify calls the handler with the instance as `this`, which the type declaration omits.
    clientErrorHandler: answerClientError as NonNullable<FastifyHttpsOptions<Server>['clientErrorHandler']>,
  }
  return options as FastifyHttpsOptions<Server>
}
