import type { FastifyInstance } from 'fastify'
import { isSearchId } from '../../../storage/records/ids.ts'
import type { OutboxEvent } from '../../../storage/records/outbox-types.ts'

/** Minimum interval of progress events of a simulation, in milliseconds. */
const progressMs = 1000
const maximumHeartbeatMs = 15_000
/** Number of groups of streams; the groups get heartbeats in turn. */
const groups = 30

/** Open event stream. */
export interface Follower {
  readonly accountId: string
  readonly keyId: string
  /** Simulation to follow; `undefined` means all simulations of the account. */
  readonly simulationId: string | undefined
  readonly progressed: Set<string>
  readonly renamed: Set<string>
  /** Time of the last heartbeat; initially random, so that heartbeats of streams are spread. */
  beatMs: number
  isDue: boolean
  isOver: boolean
  /** Makes the stream check for messages to send. */
  wake(): void
  /** Ends the stream, even if the client does not read. */
  end(): void
}

/**
 * Event hub: one watcher and two timers serve all open event streams of the returned set, which are woken for messages
 * and ended when the key or the service ends.
 */
export function openHub(app: FastifyInstance): Set<Follower> {
  const { clientTimeouts, records } = app.services
  const followers = new Set<Follower>()
  const changed = new Map<string, string>()
  let shownMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function show(): void {
    timer = undefined
    shownMs = performance.now()
    for (const [simulationId, accountId] of changed) {
      for (const follower of of(accountId, simulationId)) {
        follower.progressed.add(simulationId)
        follower.wake()
      }
    }
    changed.clear()
  }

  function of(accountId: string, simulationId: string): Follower[] {
    return [...followers].filter(
      (one) => one.accountId === accountId && (one.simulationId ?? simulationId) === simulationId,
    )
  }

  function isOpenTo({ accountId, keyId }: Follower): boolean {
    const account = records.account(accountId)
    const isOpen = account !== undefined && !account.disabled && account.plan !== 'free'
    return isOpen && records.key(keyId) !== undefined
  }

  const unwatch = records.watch({
    stored: (event: OutboxEvent) => {
      if (!('simulation' in event)) return
      for (const follower of of(event.account_id, event.simulation.id)) follower.wake()
    },
    progressed: (accountId, simulationId) => {
      // Site searches are not part of event streams.
      if (followers.size === 0 || isSearchId(simulationId)) return
      changed.set(simulationId, accountId)
      timer ??= setTimeout(show, Math.max(0, shownMs + progressMs - performance.now())).unref()
    },
    renamed: (accountId, simulationId) => {
      for (const follower of of(accountId, simulationId)) {
        follower.renamed.add(simulationId)
        follower.wake()
      }
    },
    accessChanged: () => {
      for (const follower of followers) if (!isOpenTo(follower)) follower.end()
    },
  })
  // The heartbeat interval is shorter than the time limit for clients that do not read.
  const heartbeatMs = Math.min(maximumHeartbeatMs, clientTimeouts.readingMs / 2)
  const tickMs = heartbeatMs / groups
  const heartbeat = setInterval(() => {
    const nowMs = performance.now()
    for (const follower of followers) {
      if (nowMs - follower.beatMs < heartbeatMs - tickMs) continue
      follower.beatMs = nowMs
      follower.isDue = true
      follower.wake()
    }
  }, tickMs).unref()
  app.stopSignal.addEventListener('abort', () => {
    for (const follower of followers) follower.end()
  })
  app.addHook('onClose', async () => {
    unwatch()
    clearInterval(heartbeat)
    clearTimeout(timer)
  })
  return followers
}
