import { unlessAborted } from '../../storage/network/deadline.ts'

interface Shared<T> {
  promise: Promise<T>
  controller: AbortController
  callers: number
}

/** Work shared by concurrent callers, and aborted when the last caller leaves. */
export class SharedWork<T> {
  readonly #running = new Map<string, Shared<T>>()

  /** Joins or starts the work for a key. Rejects with the signal's reason on abort. */
  async run(key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    const shared = this.#running.get(key) ?? this.#start(key, start)
    shared.callers++
    try {
      return await unlessAborted(shared.promise, signal)
    } finally {
      if (--shared.callers === 0) {
        this.#forget(key, shared)
        shared.controller.abort(signal.reason)
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const controller = new AbortController()
    const shared = { promise: start(controller.signal), controller, callers: 0 }
    this.#running.set(key, shared)
    const forget = () => this.#forget(key, shared)
    shared.promise.then(forget, forget)
    return shared
  }

  #forget(key: string, shared: Shared<T>): void {
    if (this.#running.get(key) === shared) this.#running.delete(key)
  }
}
