import { unlessAborted } from '../../network/deadline.ts'
import { RemoteError } from './errors.ts'

/** Admits one call at a time for each key, first come, first served. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs `work` once the key is free; rejects with a RemoteError when the signal fires before that. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    let end = () => {}
    const done = new Promise<void>((resolve) => {
      end = resolve
    })
    // One that gives up waiting still counts as waiting for those before it, so that the next ones keep their order.
    const own = before.then(() => done)
    this.#last.set(key, own)
    try {
      // Only the signal rejects.
      await unlessAborted(before, signal).catch(() => {
        throw interrupted()
      })
      return await work()
    } finally {
      end()
      own.then(() => {
        if (this.#last.get(key) === own) this.#last.delete(key)
      })
    }
  }
}

export function interrupted(): RemoteError {
  return new RemoteError('interrupted', 'is no longer wanted')
}
