import fp from 'fastify-plugin'
import { type TObject, Type } from 'typebox'
import { preferredWaitS } from './prefer.ts'

const prefer = Type.Optional(
  Type.String({
    description:
      'RFC 7240. wait=N, from 1 to 60 seconds: answered when the simulation is final, or after so long, with its state of then. Other preferences, and other values, are ignored: Preference-Applied is there if it was not',
    examples: ['wait=30'],
    maxLength: 1000,
  }),
)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes `Prefer: wait=N`. */
    waits?: boolean
  }
  interface FastifyInstance {
    /**
     * Waits as long as the request prefers, until the simulation is final or gone, the client gone, or the service
     * stops. False: the request has no such preference.
     */
    waitedFor(request: FastifyRequest, reply: FastifyReply, simulationId: string): Promise<boolean>
  }
}

/** Requests that wait for the end of a simulation, so that nobody has to ask again and again. */
export default fp(
  async (app) => {
    const { records } = app.services
    /** What wakes those who wait, by simulation. */
    const waiting = new Map<string, Set<() => void>>()

    function wake(simulationId: string): void {
      for (const end of waiting.get(simulationId) ?? []) end()
    }
    const unwatch = records.watch({
      stored: (event) => {
        if ('simulation' in event) wake(event.simulation.id)
      },
      // The simulations of an account that was deleted go without an event.
      accessChanged: () => {
        for (const id of waiting.keys()) if (records.simulation(id) === undefined) wake(id)
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
      reply.header('preference-applied', `wait=${seconds}`)
      if (records.simulation(id)?.status !== 'pending' || app.stopSignal.aborted) return true
      const ends = waiting.get(id) ?? new Set()
      waiting.set(id, ends)
      const { socket } = request.raw
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => end(), seconds * 1000)
        const end = () => {
          clearTimeout(timer)
          socket.off('close', end)
          app.stopSignal.removeEventListener('abort', end)
          ends.delete(end)
          if (ends.size === 0) waiting.delete(id)
          resolve()
        }
        ends.add(end)
        socket.once('close', end)
        app.stopSignal.addEventListener('abort', end)
        if (socket.destroyed) end()
      })
      return true
    })
  },
  { name: 'waiting', dependencies: ['services', 'shutdown'] },
)
