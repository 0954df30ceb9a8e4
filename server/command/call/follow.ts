/** Shows the progress of a simulation until the end, from a Server-Sent Events stream. */

import { setTimeout as pause } from 'node:timers/promises'
import { ProblemError } from '../../client/client.ts'
import { Failure } from '../errors.ts'
import { type Bar, doing } from '../terminal/bar.ts'
import { safe } from '../terminal/text.ts'
import type { ServerEvent } from './server-events.ts'
import type { Service } from './service.ts'
import {
  ABSENCE_MS,
  ABSENCE_PAUSE_MS,
  goesOn,
  holdWithoutNodes,
  isAbsent,
  mayPass,
  type SimulationRecord,
  simulations,
  untilEnded,
} from './wait.ts'

interface FollowOptions {
  bar: Bar
  signal: AbortSignal
}

/** Resolves with the final record. An interrupted event stream is resumed after the last event. */
export async function follow(
  service: Service,
  id: string,
  options: FollowOptions,
): Promise<SimulationRecord> {
  const { signal } = options
  const path = `/api/v1/status/${encodeURIComponent(id)}/events`
  let lastEventId: string | undefined
  let absentSinceMs: number | undefined
  // Events are sent only once a simulation runs, so a missing compute node is reported here.
  await holdWithoutNodes(service, options.bar)
  for (;;) {
    try {
      for await (const event of service.events(path, { lastEventId, signal })) {
        absentSinceMs = undefined
        lastEventId = event.id ?? lastEventId
        const record = recordIn(event, id, options.bar)
        if (record) return record
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ProblemError) {
        // Too many streams are open, or the stream has no more events, so the status is polled instead.
        if (error.code === 'too_many_streams' || error.status === 204) {
          return untilEnded(service, id, simulations, options)
        }
        if (!mayPass(error.status)) throw error
      } else if (!isAbsent(error)) throw error
      absentSinceMs ??= performance.now()
      if (performance.now() - absentSinceMs > ABSENCE_MS) {
        throw isAbsent(error) ? goesOn(error, id) : error
      }
    }
    await pause(ABSENCE_PAUSE_MS, undefined, { signal })
  }
}

/** Record in a final event; a progress event updates the progress bar instead. */
function recordIn({ name, data }: ServerEvent, id: string, bar: Bar): SimulationRecord | undefined {
  if (name === 'deleted') throw new Failure('simulation_not_found', `${safe(id)} was deleted.`)
  if (name !== 'progress' && name !== 'completed' && name !== 'failed') return undefined
  const record = JSON.parse(data) as SimulationRecord
  if (name !== 'progress') return record
  bar.show(record.progress, doing[record.stage ?? 'queued'])
  return undefined
}
