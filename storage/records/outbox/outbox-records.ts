import type { Core } from '../core.ts'
import type { Change } from '../state.ts'
import type { OutboxRecords, Watcher } from './types.ts'

/** What happened, and who wants to know of it. */
export function outboxRecords(core: Core): OutboxRecords {
  const { outbox } = core.state
  // What was opened is on stable storage.
  outbox.stored = outbox.next - 1

  core.onStored((changes) => {
    for (const change of changes) {
      if ('event' in change) outbox.stored = change.event.sequence
      for (const watcher of core.watchers) report(change, watcher)
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

    reachesBackTo: (sequence) => trimmed().dropped <= sequence && sequence <= outbox.stored,

    watch(watcher) {
      // Of its own, so that the same may watch twice.
      const own = { ...watcher }
      core.watchers.add(own)
      return () => {
        core.watchers.delete(own)
      }
    },
  }
}

function report(change: Change, watcher: Watcher): void {
  if ('event' in change) watcher.stored?.(change.event)
  if ('key_removed' in change || 'account' in change || 'account_removed' in change) watcher.accessChanged?.()
}
