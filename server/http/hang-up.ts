import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

const signals = new WeakMap<Socket, AbortSignal>()

/**
 * Aborts when the client closes its connection, which may have several requests in progress. The framework's
 * `request.signal` is unsuitable: on Node 20 it aborts once a body was read.
 */
export function hangUpOf({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): AbortSignal {
  const known = signals.get(socket)
  if (known) return known
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  signals.set(socket, controller.signal)
  socket.once('close', () => controller.abort())
  if (socket.destroyed) controller.abort()
  return controller.signal
}
