import type { Core } from './core.ts'
import type { OutboxRecords } from './outbox-types.ts'

const accessKinds = ['key_removed', 'account', 'account_removed', 'share_removed']

export function outboxRecords(core: Core): OutboxRecords {
  const { outbox } = core.state
  // Events loaded from disk are on stable storage.
  outbox.stored = outbox.next - 1

  core.onStored((changes) => {
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
    newestEvent: () => outbox.stored,

    eventAfter: (accountId, sequence) => trimmed().after(accountId, sequence),

    eventOf: (accountId, simulationId) => trimmed().newestOf(accountId, simulationId),

    reachesBackTo: (accountId, sequence) =>
      trimmed().droppedOf(accountId) <= sequence && sequence <= outbox.stored,

    watch(watcher) {
      // The watcher is copied, so that a watcher can be added twice.
      const own = { ...watcher }
      core.watchers.add(own)
      return () => {
        core.watchers.delete(own)
      }
    },
  }
}
