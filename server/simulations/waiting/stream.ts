import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { Semaphore } from '../../../storage/files/semaphore.ts'
import { isSearchId, newId } from '../../../storage/records/ids.ts'
import type { SimulationEvent } from '../../../storage/records/outbox-types.ts'
import type { Simulation } from '../../../storage/records/types.ts'
import { onResponseEnd } from '../../access/connections.ts'
import { retryLater } from '../../http/errors.ts'
import { SimulationRecord } from '../schemas.ts'
import { type Follower, openHub } from './hub.ts'

const maximumStreams = 10
/** Delay before clients reconnect, in milliseconds. */
const retryMs = 2000
const retryAfterS = 5
const heartbeatSpreadMs = 15_000
/** Maximum time in milliseconds for which a stream writes pending messages without a yield to the event loop. */
const burstMs = 8
const lost = 'The events since Last-Event-ID are no longer available: read the list again.'

/** Position of a client after the event `sequence`. If `isLost`, some later events are no longer available. */
export interface Position {
  sequence: number
  isLost: boolean
}

interface StreamOptions {
  position: Position
  /** Simulation to follow until its final event; default: all simulations. */
  simulationId?: string
  /** Record of the simulation to follow, if already final. */
  final?: Simulation
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Position given by `Last-Event-ID`; `undefined` without the header. */
    positionOf(request: FastifyRequest): Position | undefined
    sendEvents(request: FastifyRequest, reply: FastifyReply, options: StreamOptions): FastifyReply
  }
}

/**
 * Server-Sent Events, written at the client's rate: a stream stores a position in the outbox and a set of pending
 * progress events, but no pending text. `slow-clients` ends streams that are not read.
 */
export default fp(
  async (app) => {
    const { records } = app.services
    const followers = openHub(app)
    const streams = new Semaphore(maximumStreams)
    let lastTurn: Promise<void> = Promise.resolve()
    /** Waits for a separate turn of the event loop; streams that wait get their turns one after the other. */
    const ownTurn = () => {
      lastTurn = lastTurn.then(() => yieldToEventLoop())
      return lastTurn
    }

    app.decorate('positionOf', ({ caller, headers }) => {
      const text = [headers['last-event-id'] ?? []].flat().join()
      if (text === '') return undefined
      const { id: accountId } = caller.account
      const sequence = app.sequenceAt(text, accountId, 'evt')
      return sequence !== undefined && records.reachesBackTo(accountId, sequence)
        ? { sequence, isLost: false }
        : { sequence: records.newestEvent(), isLost: true }
    })

    app.decorate('sendEvents', (request, reply, options) => {
      const { account, key } = request.caller
      reply.type('text/event-stream').header('x-accel-buffering', 'no')
      if (request.method === 'HEAD') return reply.send()
      const keyId = key?.key_id ?? ''
      const release = streams.tryAcquire(keyId)
      if (release === undefined) {
        throw retryLater('too_many_streams', retryAfterS)
      }
      const { socket } = request.raw
      const follower: Follower = {
        accountId: account.id,
        keyId,
        simulationId: options.simulationId,
        progressed: new Set(),
        renamed: new Set(),
        // Initially random, so that the heartbeats of all streams are spread over time.
        beatMs: performance.now() - Math.random() * heartbeatSpreadMs,
        isDue: false,
        isOver: app.stopSignal.aborted,
        wake: () => {},
        end() {
          this.isOver = true
          this.wake()
          if (reply.raw.writableNeedDrain) socket.destroy()
        },
      }
      followers.add(follower)
      onResponseEnd(request, reply, () => {
        followers.delete(follower)
        follower.isOver = true
        follower.wake()
        release()
      })
      const serialize = reply.compileSerializationSchema({ ...SimulationRecord }) as (
        record: unknown,
      ) => string
      return reply.send(Readable.from(messages(follower, options, serialize), { objectMode: false }))
    })

    /** Messages of a stream, each generated only when the client can receive a message. */
    async function* messages(
      follower: Follower,
      { position: { sequence, isLost }, simulationId, final }: StreamOptions,
      serialize: (record: unknown) => string,
    ): AsyncGenerator<string> {
      const { accountId } = follower
      // A client that is disconnected before the first event resumes at this id.
      yield `retry: ${retryMs}\nid: ${idOf(accountId, sequence)}\n\n`
      if (isLost) yield message('reset', idOf(accountId, sequence), JSON.stringify({ detail: lost }))
      if (final) {
        const event = records.eventOf(accountId, final.id)
        const id = event ? app.cursorOf(event) : idOf(accountId, sequence)
        yield message(final.status, id, serialize(await app.recordOf(final)))
        return
      }
      if (simulationId !== undefined) follower.progressed.add(simulationId)
      let burstEndMs = performance.now() + burstMs
      while (!follower.isOver) {
        if (performance.now() > burstEndMs) {
          await ownTurn()
          burstEndMs = performance.now() + burstMs
          continue
        }
        if (!records.reachesBackTo(accountId, sequence)) {
          sequence = records.newestEvent()
          yield message('reset', idOf(accountId, sequence), JSON.stringify({ detail: lost }))
        }
        const event = records.eventAfter(accountId, sequence)
        // All events up to the sequence number have been sent or do not concern the stream.
        sequence = event?.sequence ?? records.newestEvent()
        if (event) {
          const isOther = simulationId !== undefined && event.simulation.id !== simulationId
          if (isOther || isSearchId(event.simulation.id)) continue
          follower.progressed.delete(event.simulation.id)
          yield message(nameOf(event), app.cursorOf(event), await dataOf(event, serialize))
          if (simulationId !== undefined) return
          continue
        }
        const [renamed] = follower.renamed
        const [id] = follower.progressed
        if (renamed !== undefined) {
          follower.renamed.delete(renamed)
          const simulation = records.simulation(renamed)
          if (simulation === undefined) continue
          yield message('renamed', idOf(accountId, sequence), serialize(await app.recordOf(simulation)))
        } else if (id !== undefined) {
          follower.progressed.delete(id)
          const simulation = records.simulation(id)
          if (simulation?.status !== 'pending') continue
          yield message('progress', idOf(accountId, sequence), serialize(await app.recordOf(simulation)))
        } else if (follower.isDue) {
          follower.isDue = false
          yield ':\n\n'
        } else {
          await new Promise<void>((resolve) => {
            follower.wake = resolve
          })
        }
      }
    }

    async function dataOf(event: SimulationEvent, serialize: (record: unknown) => string): Promise<string> {
      const { at, simulation, type } = event
      if (type === 'simulation.deleted') return JSON.stringify({ ...simulation, deleted_at: at })
      const now = records.simulation(simulation.id)
      return now ? serialize(await app.recordOf(now)) : JSON.stringify(simulation)
    }

    /** Event id for a stream position at which there is no event. */
    function idOf(account_id: string, sequence: number): string {
      return app.cursorOf({ id: newId('evt'), account_id, sequence })
    }
  },
  { name: 'event-streams', dependencies: ['services', 'cursors', 'shutdown', 'simulations'] },
)

function nameOf({ type }: SimulationEvent): string {
  return type.slice(type.indexOf('.') + 1)
}

function message(event: string, id: string, data: string): string {
  return `event: ${event}\nid: ${id}\ndata: ${data}\n\n`
}
