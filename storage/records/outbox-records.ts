import type { Core } from './core.ts'
import type { Watcher } from './outbox-types.ts'

const accessKinds = ['key_removed', 'account', 'account_removed', 'share_removed']

/**
 * Simulation events of the last 72 hours, at most 50 000 for all accounts: above the maximum, the oldest
 * event of the account with the most events is dropped. Webhooks store pending events separately.
 */
export function outboxRecords(core: Core) {
  const { outbox } = core.state
  // Events loaded from disk are on stable storage.
  outbox.stored = outbox.next - 1

  core.onStored.push((changes) => {
    for (const change of changes) {
      if ('event' in change) {
        outbox.stored = change.event.sequence
        for (const watcher of core.watchers) watcher.stored?.(change.event)
      } else if (accessKinds.some((kind) => kind in change)) {
        for (const watcher of core.watchers) watcher.accessChanged?.()
      }
    }
  })
  const trimmed = () => {
    outbox.trim(core.now().getTime())
    return outbox
  }

  return {
    /** Sequence number of the newest event on stable storage; 0 if no event exists yet. */
    newestEvent: () => outbox.stored,

    /** First event of an account after the given sequence number, among events on stable storage. */
    eventAfter: (accountId: string, sequence: number) => trimmed().after(accountId, sequence),

    /** Newest event of a simulation, among events on stable storage. */
    eventOf: (accountId: string, simulationId: string) => trimmed().newestOf(accountId, simulationId),

    /** True if the sequence number was used and no later event of the account has been dropped. */
    reachesBackTo: (accountId: string, sequence: number) =>
      trimmed().droppedOf(accountId) <= sequence && sequence <= outbox.stored,

    /** Adds a watcher, which must not throw; returns a function that removes it. */
    watch(watcher: Watcher): () => void {
      // The watcher is copied, so that a watcher can be added twice.
      const own = { ...watcher }
      core.watchers.add(own)
      return () => {
        core.watchers.delete(own)
      }
    },
  }
}
