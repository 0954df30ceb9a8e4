import { retryAfterMs } from '../../storage/network/retry-after.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Delays after the first failure, the second, and so on; afterwards every eight hours. */
const delaysMs = [
  5000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
]
/** Maximum delay in ms, even if a receiver requests a longer pause. */
export const longestMs = 8 * hourMs
/** Relative random variation of delays, so that simultaneous failures are retried at different times. */
const jitter = 0.2

/** Number of consecutive failures after which a receiver counts as down. */
export const downAfter = 3
const shortestPauseMs = 5000
const longestPauseMs = 10 * minuteMs

/** Delay in ms before the next attempt; `lot` is a random number from 0 to 1. */
export function delayMs(failures: number, lot: number): number {
  const delay = delaysMs[failures - 1] ?? longestMs
  return Math.round(delay * (1 + jitter * (2 * lot - 1)))
}

/** Pause in ms that a busy receiver requests with `Retry-After`; `undefined` if none. */
export function busyMs(status: number, header: string | undefined, nowMs: number): number | undefined {
  const isBusy = status === 429 || status === 503
  return isBusy ? retryAfterMs(header, { nowMs, longestMs }) : undefined
}

/** Pause in ms for all deliveries to a receiver after consecutive failures. */
export function pauseMs(failures: number): number {
  return failures < downAfter ? 0 : Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - downAfter))
}
