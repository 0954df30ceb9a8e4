import { AsyncLocalStorage } from 'node:async_hooks'
import type { Semaphore } from '../../files/semaphore.ts'
import type { Requester } from '../types.ts'
import { interrupted } from './errors.ts'

/**
 * The requester on whose behalf bytes are read. The formats between an area and the pages of its tiles know nothing
 * of networks, so it is kept in Node's asynchronous context instead of being passed through all of them.
 */

interface RequestContext extends Requester {
  /** Called for bytes that are not in the cache of a process that downloads nothing. */
  onNotCached?: () => void
}

const requesters = new AsyncLocalStorage<RequestContext>()

/** Runs work whose downloads are made for the requester. */
export function onBehalfOf<T>(requester: RequestContext, work: () => Promise<T>): Promise<T> {
  return requesters.run(requester, work)
}

export function currentRequester(): RequestContext & { signal: AbortSignal } {
  const requester = requesters.getStore() ?? {}
  return { ...requester, signal: requester.signal ?? new AbortController().signal }
}

/** Runs work once a permit is free; rejects with a RemoteError when the requester's signal is aborted before. */
export async function inTurn<T>(turns: Semaphore, key: string, work: () => Promise<T>): Promise<T> {
  const release = await turns.acquire(currentRequester().signal, key).catch(() => {
    // Only the signal rejects.
    throw interrupted()
  })
  try {
    return await work()
  } finally {
    release()
  }
}
