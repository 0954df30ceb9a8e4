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
    // Interval at which the two timeouts above are checked.
    connectionsCheckingInterval: Math.min(5000, clientTimeouts.headersMs),
    // Well above the limits in `routing`, which can then report what was too long.
    maxHeaderSize: 65_536,
    // `routing` checks it, so that the error is a problem like any other.
    requireHostHeader: false,
  }
}

/** Options of every server: limits, log, request ids. */
export function commonOptions({ logger, clientTimeouts }: ServerParts) {
  return {
    requestTimeout: clientTimeouts.requestMs,
    bodyLimit: maximumBodyBytes,
    // The total length of the address is limited, not that of its parts.
    routerOptions: { maxParamLength: 65_536 },
    genReqId: newRequestId,
    loggerInstance: logger,
    // Fastify's own request log contains the whole address; `observe` writes a safe one.
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are answered during a stop: readiness has to report it.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: onceEach() } },
  }
}

/** Options needed before the server exists: TLS, limits of the HTTP parser, the log, errors without a route. */
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
    // Called on the instance, which the declared type omits.
    clientErrorHandler: answerClientError as NonNullable<FastifyHttpsOptions<Server>['clientErrorHandler']>,
  }
  return options as FastifyHttpsOptions<Server>
}
