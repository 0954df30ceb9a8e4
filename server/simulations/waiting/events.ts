import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Empty, SimulationId } from '../../http/schemas/common.ts'

const headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'ID of the last event that the client received: the stream continues after this event. Events are kept for 72 hours',
      examples: ['evt_k4Yq0xW2b7Rj9TzLm3Pd.vJ0m0mJj8m5cVwq3c2n5Yk1QzXr1dA'],
      maxLength: 16_384,
    }),
  ),
})

const stream = {
  description:
    'Server-Sent Events. progress: state of a pending simulation, at most once per second; completed, failed, deleted: final states; renamed: new name of a simulation, sent only to open streams; reset: the events since Last-Event-ID are no longer available, so the client must read the list again. data is the record as in GET /status; for a deleted simulation only id, status, credits_charged, created_at and deleted_at; for reset a detail. A comment is sent every 15 seconds',
  content: {
    'text/event-stream': {
      schema: Type.String({
        description: 'Events, each with the fields event, id and data',
        examples: ['event: completed\nid: evt_…\ndata: {"id":"sim_…","status":"completed",…}\n\n'],
      }),
    },
  },
}

export const events: FastifyPluginAsyncTypebox = async (app) => {
  const { records } = app.services

  app.get(
    '/events',
    {
      config: { problems: ['too_many_streams'] },
      schema: {
        operationId: 'followSimulations',
        summary:
          'Stream the progress and final states of all simulations of the account, as Server-Sent Events',
        tags: ['simulations'],
        headers,
        response: { 200: stream },
      },
    },
    async (request, reply) => {
      const position = app.positionOf(request) ?? { sequence: records.newestEvent(), isLost: false }
      return app.sendEvents(request, reply, { position })
    },
  )

  app.get(
    '/status/:id/events',
    {
      config: {
        problems: ['simulation_not_found', 'too_many_streams'],
      },
      schema: {
        operationId: 'followSimulation',
        summary:
          'Stream the progress and final state of a simulation, as Server-Sent Events; the stream ends with the final event',
        tags: ['simulations'],
        headers,
        params: SimulationId,
        response: { 200: stream, 204: Empty },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { account } = request.caller
      const position = app.positionOf(request)
      const from = { sequence: records.newestEvent(), isLost: position?.isLost === true }
      const unread = () => {
        const last = records.eventOf(account.id, id)
        return last && position?.isLost === false && last.sequence > position.sequence ? last : undefined
      }
      // A deletion is sent only to clients whose position in the event stream is before the deletion.
      const gone = unread()
      if (gone?.type === 'simulation.deleted') {
        const before = { sequence: gone.sequence - 1, isLost: false }
        return app.sendEvents(request, reply, { position: before, simulationId: id })
      }
      const simulation = await app.simulationOf(request)
      if (simulation.status === 'pending') {
        return app.sendEvents(request, reply, { position: from, simulationId: id })
      }
      // Status 204 stops the automatic reconnection of clients.
      if (position?.isLost === false && unread() === undefined) return reply.code(204).send(null)
      return app.sendEvents(request, reply, { position: from, simulationId: id, final: simulation })
    },
  )
}
