import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

const signals = new WeakMap<Socket, AbortSignal>()

/**
 * Signal that aborts when the client closes the connection, which may carry several requests. Fastify's
 * `request.signal` is unsuitable: on Node 20 that signal aborts once the body has been read.
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
