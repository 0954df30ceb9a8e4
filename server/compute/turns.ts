import { setImmediate } from 'node:timers/promises'

/** Runs work to its end, with a turn of the event loop for the other jobs at each step. Rejects when `signal` aborts. */
export async function inTurns<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await setImmediate()
    signal?.throwIfAborted()
  }
}
