import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum share of all processors that the thread of a slow product takes while simulations run. */
const SHARE = 0.1
/** Processor time in ms after which the thread rests. */
const SLICE_MS = 5
/** Time in ms after a simulation during which the thread still rests, as an account often runs several in turn. */
const AFTER_MS = 500
/** Processor time of the calling thread in ns, on Linux with scheduler statistics. */
const STATISTICS = '/proc/thread-self/schedstat'
const hasStatistics = existsSync(STATISTICS)

/**
 * Returns a function that rests, while simulations run, so long that this thread keeps to its share. A low
 * priority alone is not enough: processors that share a core and its caches slow each other.
 */
export function restingWhile(
  running: Int32Array | undefined,
  { processors = availableParallelism(), afterMs = AFTER_MS } = {},
): () => Promise<void> {
  if (running === undefined) return async () => {}
  const share = Math.min(1, SHARE * processors)
  let beforeMs = processorMs()
  let seenMs = Number.NEGATIVE_INFINITY
  return async () => {
    const usedMs = processorMs() - beforeMs
    if (usedMs < SLICE_MS) return
    const nowMs = performance.now()
    if (Atomics.load(running, 0) > 0) seenMs = nowMs
    if (nowMs - seenMs <= afterMs) await sleep(usedMs * (1 / share - 1))
    beforeMs = processorMs()
  }
}

/** Processor time of this thread in ms; elapsed time where the system does not count it. */
function processorMs(): number {
  if (!hasStatistics) return performance.now()
  return Number(readFileSync(STATISTICS, 'latin1').split(' ', 1)[0]) / 1e6
}
