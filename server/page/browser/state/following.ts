import { effect } from '@preact/signals'
import { EventFollower } from '../service/event-follower.ts'
import { pause } from '../service/pause.ts'
import { authorization, sendOnce } from '../service/session.ts'
import {
  follow,
  isFollowed,
  isListed,
  leave,
  listResults,
  records,
  type SimulationRecord,
  take,
} from './results.ts'

/**
 * Lists the account's simulations and keeps the list current, by one event stream or by polling. A hidden page
 * closes its stream, because browsers allow six connections per host. Returns a function to stop.
 */
export function followAccount(noteFault: (error: unknown) => void): () => void {
  const list = () =>
    listResults().then(
      () => noteFault(undefined),
      (error: unknown) => {
        noteFault(error)
        throw error
      },
    )
  const follower = new EventFollower({
    open: (lastEventId, signal) =>
      sendOnce(
        new Request(`${location.origin}/api/v1/events`, {
          headers: { ...authorization(), ...(lastEventId && { 'last-event-id': lastEventId }) },
          signal,
        }),
      ),
    begin: list,
    take(name, data) {
      if (name === 'reset') return list()
      if (name === 'deleted') leave(data as SimulationRecord)
      else take(data as SimulationRecord)
    },
    setFollowed(isNow) {
      isFollowed.value = isNow
      // Without events, an unread list is read now, and again when the stream opens.
      if (!isNow && !isListed.peek()) list().catch(() => {})
    },
    pause,
  })

  let stream: AbortController | undefined
  const checkVisibility = () => {
    stream?.abort()
    stream = document.hidden ? undefined : new AbortController()
    if (stream) void follower.follow(stream.signal)
  }
  checkVisibility()
  document.addEventListener('visibilitychange', checkVisibility)
  const stopPolling = effect(() => {
    if (isFollowed.value) return
    for (const { id, status } of records.peek()) if (status === 'pending') void follow(id)
  })
  return () => {
    document.removeEventListener('visibilitychange', checkVisibility)
    stopPolling()
    stream?.abort()
    isFollowed.value = false
  }
}
