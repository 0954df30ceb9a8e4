import { retryAfterMs } from '../../storage/network/retry-after.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the first failure, the second, and so on; then every eight hours. */
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
/** Longer than this no receiver is left alone, also if it asks for that. */
export const longestMs = 8 * hourMs
/** Up or down, so that what failed together is not tried together. */
const jitter = 0.2

/** Failures in a row, whatever of, after which the receiver itself is thought to be down. */
export const downAfter = 3
const shortestPauseMs = 5000
const longestPauseMs = 10 * minuteMs

/** How long after a failure the next try comes, when so many have failed; `lot` from 0 to 1. */
export function delayMs(failures: number, lot: number): number {
  const delay = delaysMs[failures - 1] ?? longestMs
  return Math.round(delay * (1 + jitter * (2 * lot - 1)))
}

/** Pause that a busy receiver requests with its `Retry-After`; `undefined` where it requests none. */
export function busyMs(status: number, header: string | undefined, nowMs: number): number | undefined {
  const isBusy = status === 429 || status === 503
  return isBusy ? retryAfterMs(header, { nowMs, longestMs }) : undefined
}

/** How long nothing at all is sent to a receiver after so many failures in a row. */
export function pauseMs(failures: number): number {
  return failures < downAfter ? 0 : Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - downAfter))
}
