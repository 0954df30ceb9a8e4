import fp from 'fastify-plugin'
import { isSearchId } from '../../../storage/records/ids.ts'
import type { OutboxEvent } from '../../../storage/records/outbox-types.ts'

/** Minimum interval of a simulation's progress events. */
const progressMs = 1000
const maximumHeartbeatMs = 15_000
/** Streams get their heartbeats in this number of groups, one after the other. */
const groups = 30

/** An open stream of events. */
export interface Follower {
  readonly accountId: string
  readonly keyId: string
  /** Set to follow only this simulation. */
  readonly simulationId: string | undefined
  readonly progressed: Set<string>
  readonly renamed: Set<string>
  /** Time of its last heartbeat, initially at random. */
  beatMs: number
  isDue: boolean
  isOver: boolean
  /** Checks for messages to be sent. */
  wake(): void
  /** Ends the stream, also if its client reads nothing. */
  end(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Open streams: woken for messages, ended with their key or the service. */
    followers: Set<Follower>
  }
}

/** One watcher and two timers for all streams. */
export default fp(
  async (app) => {
    const { clientTimeouts, records } = app.services
    const followers = new Set<Follower>()
    const changed = new Map<string, string>()
    let shownMs = Number.NEGATIVE_INFINITY
    let timer: NodeJS.Timeout | undefined
    app.decorate('followers', followers)

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
        // Streams contain only simulations.
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
    // More frequent than the disconnection of clients that do not read.
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
  },
  { name: 'followers', dependencies: ['services', 'shutdown'] },
)
