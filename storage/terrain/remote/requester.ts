import { AsyncLocalStorage } from 'node:async_hooks'
import type { Semaphore } from '../../files/semaphore.ts'
import type { Requester } from '../types.ts'
import { interrupted } from './errors.ts'

/**
 * Requester on whose behalf bytes are read. The requester is kept in Node's asynchronous context, because the
 * formats between an area and the pages of tiles do not pass the requester on.
 */

interface RequestContext extends Requester {
  /** Called for bytes that are not cached, if the process does not download. */
  onNotCached?: () => void
}

const requesters = new AsyncLocalStorage<RequestContext>()

/** Runs work whose downloads are made on behalf of the requester. */
export function onBehalfOf<T>(requester: RequestContext, work: () => Promise<T>): Promise<T> {
  return requesters.run(requester, work)
}

export function currentRequester(): RequestContext & { signal: AbortSignal } {
  const requester = requesters.getStore() ?? {}
  return { ...requester, signal: requester.signal ?? new AbortController().signal }
}

/** Runs work once a permit is free; rejects with a RemoteError if the requester aborts first. */
export async function inTurn<T>(turns: Semaphore, key: string, work: () => Promise<T>): Promise<T> {
  const release = await turns.acquire(currentRequester().signal, key).catch(() => {
    // Acquiring a permit only fails on abort.
    throw interrupted()
  })
  try {
    return await work()
  } finally {
    release()
  }
}
