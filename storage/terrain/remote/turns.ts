import { AsyncLocalStorage } from 'node:async_hooks'
import type { Asker } from '../types.ts'
import { RemoteError } from './errors.ts'

/*
 * Who asks for bytes. Between an area and a page of its tiles lie formats that know nothing of networks, so this goes
 * by Node's asynchronous context instead of through every one of them.
 */

interface Context extends Asker {
  /** Told when bytes are not in the cache of a process that downloads nothing. */
  onNotCached?: () => void
}

const askers = new AsyncLocalStorage<Context>()

/** Runs work whose downloads are the asker's. */
export function askedBy<T>(asker: Context, work: () => Promise<T>): Promise<T> {
  return askers.run(asker, work)
}

export function currentAsker(): Context & { signal: AbortSignal } {
  const asker = askers.getStore() ?? {}
  return { ...asker, signal: asker.signal ?? new AbortController().signal }
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
