import { setImmediate } from 'node:timers/promises'

/** Runs a generator to completion, yielding to the event loop after each step. Rejects when `signal` aborts. */
export async function runYielding<Result>(
  work: Generator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await setImmediate()
    signal?.throwIfAborted()
  }
}
