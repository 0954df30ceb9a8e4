import { AsyncLocalStorage } from 'node:async_hooks'
import type { Requester } from '../types.ts'

/*
 * On whose behalf bytes are read. Between an area and a page of its tiles lie formats that know nothing of networks, so
 * the requester is kept in Node's asynchronous context instead of being passed through every one of them.
 */

interface RequestContext extends Requester {
  /** Called when bytes are not in the cache of a process that downloads nothing. */
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
