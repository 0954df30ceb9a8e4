/** Time limits that survive garbage collection. */

import { setTimeout as delay } from 'node:timers/promises'

/** Longest delay of `setTimeout`, in milliseconds; a longer timer fires at once (Node documentation). */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * A signal aborted by a time limit or an outer signal until `end` is called. The running timer holds the
 * signal strongly: Node 20 and 22.12 hold the timeout of `AbortSignal.any([signal, AbortSignal.timeout(ms)])`
 * only weakly, so after a full garbage collection that timeout never fires.
 */
export class Deadline {
  readonly signal: AbortSignal
  readonly #end: () => void

  /** The abort reason is a `TimeoutError`, as from `AbortSignal.timeout`, or the reason of the outer signal. */
  constructor(limitMs: number, outer?: AbortSignal) {
    const controller = new AbortController()
    this.signal = controller.signal
    const expire = () => controller.abort(new DOMException('The time limit has passed.', 'TimeoutError'))
    const follow = () => controller.abort(outer?.reason)
    const timer = limitMs > LONGEST_TIMER_MS ? undefined : setTimeout(expire, limitMs)
    this.#end = () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', follow)
    }
    if (outer?.aborted) follow()
    else outer?.addEventListener('abort', follow, { once: true })
    if (this.signal.aborted) this.end()
    else this.signal.addEventListener('abort', this.#end, { once: true })
  }

  /** Releases the timer and the outer signal; the signal is never aborted afterwards. */
  end(): void {
    this.#end()
  }
}

export async function withDeadline<T>(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(limitMs, outer)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.end()
  }
}

/** Settles like `promise`, or rejects with the signal's reason on abort; for work that accepts no signal. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = () => {}
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([promise, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Settles like `promise`, or like `late` after a time limit, which may be infinite; for work that accepts no signal. */
export async function unlessLate<T>(limitMs: number, promise: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    if (limitMs <= LONGEST_TIMER_MS) timer = setTimeout(resolve, limitMs)
  })
  try {
    return await Promise.race([promise, limit.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for `ms` milliseconds; resolves early on abort. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The AbortError is ignored, as the caller checks the signal.
  await delay(ms, undefined, { signal }).catch(() => {})
}
