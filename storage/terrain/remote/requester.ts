import { AsyncLocalStorage } from 'node:async_hooks'
import type { Requester } from '../types.ts'
import { RemoteError } from './errors.ts'

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

/** Lets in one at a time for each name, in the order in which they came. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs `work` when it is its turn; rejects with a RemoteError when the signal fires before that. */
  async take<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve()
    let end = () => {}
    const done = new Promise<void>((resolve) => {
      end = resolve
    })
    // One that gives up waiting still counts as waiting for those before it, so that the next ones keep their order.
    const own = before.then(() => done)
    this.#last.set(name, own)
    try {
      await orInterrupted(before, signal)
      return await work()
    } finally {
      end()
      own.then(() => {
        if (this.#last.get(name) === own) this.#last.delete(name)
      })
    }
  }
}

/** The promise, or a RemoteError as soon as the signal fires. */
export function orInterrupted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(interrupted())
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

export function interrupted(): RemoteError {
  return new RemoteError('interrupted', 'is no longer wanted')
}
