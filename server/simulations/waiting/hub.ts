import fp from 'fastify-plugin'
import { isSearchId } from '../../../storage/records/ids.ts'
import type { OutboxEvent } from '../../../storage/records/outbox-types.ts'

/** Progress of a simulation is shown at most so often. */
const progressMs = 1000
const maximumHeartbeatMs = 15_000
/** Streams get their signs of life in so many groups, one after the other. */
const groups = 30

/** A stream of events that is open. */
export interface Follower {
  readonly accountId: string
  readonly keyId: string
  /** Only this simulation. */
  readonly simulationId: string | undefined
  /** Simulations whose progress it has yet to show. */
  readonly progressed: Set<string>
  /** Those that have another name, which it has yet to show. */
  readonly renamed: Set<string>
  /** When it last had to write a sign of life, or anywhere before. */
  beatMs: number
  /** It is to write a sign of life. */
  isDue: boolean
  isOver: boolean
  /** It looks again at what there is to write. */
  wake(): void
  /** It ends, also if its client reads nothing. */
  end(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Those who follow simulations: woken when there is something for them, ended when their key or the service is. */
    followers: Set<Follower>
  }
}

/** One watcher and two timers for all streams, however many there are. */
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
        // Streams are of simulations alone.
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
    // More often than clients are disconnected that don't read.
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
