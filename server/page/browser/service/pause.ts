import { effect } from '@preact/signals'
import { retryAfterMs } from '../../../client/requests.ts'

const defaultRetryS = 2
/** Maximum delay of a browser timer in ms; timers with longer delays fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Seconds until the next attempt, at most an hour. */
export function retryAfterS(answer: Pick<Response, 'headers'> | undefined): number {
  const ms = retryAfterMs(answer?.headers.get('retry-after'))
  return ms === undefined || ms === 0 ? defaultRetryS : ms / 1000
}

/** Resolves when a condition on signals becomes true; rejects with the signal's reason on abort. */
export function until(isSo: () => boolean, signal?: AbortSignal): Promise<void> {
  let stop = () => {}
  return new Promise<void>((resolve, reject) => {
    stop = effect(() => {
      if (isSo()) resolve()
    })
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  }).finally(() => stop())
}

/** Waits; rejects with the signal's reason on abort. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(LONGEST_TIMER_MS, 1000 * seconds),
    )
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
