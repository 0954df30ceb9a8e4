import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Semaphore } from '../../storage/files/semaphore.ts'
import { retryLater } from '../http/errors.ts'
import { describeProblems, sendFrameworkProblem } from '../http/problems.ts'
import { addressBucket } from '../http/rate-limit.ts'

const warningIntervalMs = 60_000

/**
 * Limits open connections in total and per client; excess connections are closed before the TLS handshake.
 * Behind a trusted proxy, requests in progress are limited per client instead, and excess requests get a 429.
 */
export default fp(
  async (app) => {
    const { config, logger, metrics, now, proxies } = app.services
    const ofAll = new Semaphore(config.maxConnections)
    const ofClients = new Semaphore(config.maxConnectionsPerAddress)
    let refused = 0
    let warnedMs = Number.NEGATIVE_INFINITY
    metrics.gauge('coverage_connections', 'Open connections', () => ofAll.held())

    // Logs refusals at a limited rate, so that a flood of connections does not flood the log.
    function refuse(limit: 'all' | 'address'): void {
      metrics.refusedConnection(limit)
      refused++
      if (Math.abs(now() - warnedMs) < warningIntervalMs) return
      logger.warn({ limit, refused }, 'client connections refused: limit of open connections reached')
      warnedMs = now()
      refused = 0
    }

    /** Returns a function that releases the permits of a connection, or the limit that was reached. */
    function admit(address: string): (() => void) | 'all' | 'address' {
      const releaseClient = proxies?.has(address) ? () => {} : ofClients.tryAcquire(addressBucket(address))
      if (releaseClient === undefined) return 'address'
      const release = ofAll.tryAcquire()
      if (release === undefined) {
        releaseClient()
        return 'all'
      }
      return () => {
        releaseClient()
        release()
      }
    }

    const { server } = app
    // Checked before the TLS and HTTP listeners run, because these cause most of a connection's cost.
    const accept = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      const { remoteAddress } = socket
      // A connection without a remote address is already closed.
      if (remoteAddress === undefined) return socket.destroy()
      const admitted = admit(remoteAddress)
      if (typeof admitted === 'string') {
        refuse(admitted)
        return socket.destroy()
      }
      socket.once('close', admitted)
      for (const listener of accept) listener.call(server, socket)
    })

    if (proxies === undefined) return
    app.addHook('onRequest', async (request, reply) => {
      if (proxies.has(request.ip)) return
      const release = ofClients.tryAcquire(addressBucket(request.ip))
      if (release !== undefined) return onResponseEnd(request, reply, release)
      refuse('address')
      const detail = 'The IP address of the client has the maximum number of requests in progress.'
      return sendFrameworkProblem(retryLater('rate_limited', 1, detail), request, reply)
    })
    app.addHook('onRoute', (route) => describeProblems(route, ['rate_limited']))
  },
  { name: 'connections', dependencies: ['services', 'problems', 'require-tls', 'routing'] },
)

/** Calls `then` once the response is sent or the connection is lost, even with the response still queued. */
export function onResponseEnd(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  then: () => void,
): void {
  const end = () => {
    raw.off('close', end)
    socket.off('close', end)
    then()
  }
  if (socket.destroyed) then()
  else {
    raw.once('close', end)
    socket.once('close', end)
  }
}
