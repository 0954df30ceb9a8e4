import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type TObject, Type } from 'typebox'
import { Problem } from '../../http/errors.ts'

const maximumWaitS = 60
/** Maximum length of a header; longer headers are ignored. */
const maximumLength = 1000

interface Waiter {
  request: FastifyRequest
  end(): void
}

const prefer = Type.Optional(
  Type.String({
    description:
      'Preference of RFC 7240. With wait=N, N from 1 to 60 seconds, the response is sent when the simulation is final, or after N seconds with its current state. Other preferences and values are ignored; Preference-Applied is present if wait was applied',
    examples: ['wait=30'],
    // Maximum length of a header; longer preferences are ignored.
    maxLength: 16_384,
  }),
)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route accepts `Prefer: wait=N`. */
    waits?: boolean
  }
  interface FastifyInstance {
    /**
     * Waits as long as the request prefers, or until the simulation is final or deleted, the client disconnects, or
     * the service stops. False if the request prefers no wait. Refuses a caller whose key or share has ended.
     */
    waitedFor(request: FastifyRequest, reply: FastifyReply, simulationId: string): Promise<boolean>
  }
}

/** Requests that wait for the end of a simulation instead of polling. */
export default fp(
  async (app) => {
    const { records } = app.services
    const waiting = new Map<string, Set<Waiter>>()

    function wake(simulationId: string): void {
      for (const { end } of waiting.get(simulationId) ?? []) end()
    }
    const isRefused = (request: FastifyRequest) => typeof app.callerOf(request) === 'string'

    const unwatch = records.watch({
      stored: (event) => {
        if ('simulation' in event) wake(event.simulation.id)
      },
      // Simulations of a deleted account end without an event.
      accessChanged: () => {
        for (const [id, waiters] of waiting) {
          const isGone = records.simulation(id) === undefined
          for (const { end, request } of waiters) if (isGone || isRefused(request)) end()
        }
      },
    })
    app.addHook('onClose', async () => unwatch())

    app.addHook('onRoute', (route) => {
      if (!route.config?.waits) return
      const { properties } = (route.schema?.headers ?? Type.Object({})) as TObject
      route.schema = { ...route.schema, headers: Type.Object({ ...properties, prefer }) }
    })

    app.decorate('waitedFor', async (request, reply, id) => {
      const seconds = preferredWaitS(request.headers.prefer)
      if (seconds === undefined) return false
      const applied = `wait=${seconds}`
      if (records.simulation(id)?.status !== 'pending' || app.stopSignal.aborted) {
        reply.header('preference-applied', applied)
        return true
      }
      const waiters = waiting.get(id) ?? new Set()
      waiting.set(id, waiters)
      const { socket } = request.raw
      // A connection may carry many waiting requests, each with a listener.
      socket.setMaxListeners(0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => end(), seconds * 1000)
        const end = () => {
          clearTimeout(timer)
          socket.off('close', end)
          app.stopSignal.removeEventListener('abort', end)
          waiters.delete(waiter)
          if (waiters.size === 0) waiting.delete(id)
          resolve()
        }
        const waiter = { request, end }
        waiters.add(waiter)
        socket.once('close', end)
        app.stopSignal.addEventListener('abort', end)
        if (socket.destroyed) end()
      })
      if (isRefused(request)) throw new Problem('key_invalid')
      reply.header('preference-applied', applied)
      return true
    })
  },
  { name: 'waiting', dependencies: ['callers', 'services', 'shutdown'] },
)

/**
 * Seconds of `wait` in a `Prefer` header (RFC 7240). Ignored are waits other than whole numbers from 1 to 60,
 * other preferences, and too long headers. The first of several waits counts.
 */
export function preferredWaitS(prefer: string | string[] | undefined): number | undefined {
  const text = [prefer ?? []].flat().join()
  if (text.length > maximumLength) return undefined
  // A comma may be part of a quoted value.
  for (const preference of text.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const [, name = '', value = ''] = /^\s*([^\s=;]+)(?:\s*=\s*"?([^\s";]*)"?)?/.exec(preference) ?? []
    if (name.toLowerCase() !== 'wait') continue
    const seconds = /^\d+$/.test(value) ? Number(value) : 0
    return seconds >= 1 && seconds <= maximumWaitS ? seconds : undefined
  }
  return undefined
}
