import type { Signal } from '@preact/signals'
import { explain } from './failures.ts'

export interface Outcome<Found> {
  /** Function or signal that takes what was found. */
  take: Signal<Found | undefined> | ((found: Found) => void)
  /** Function that takes the error of a failed request, or signal that takes its text; default: ignored. */
  fail?: Signal<string | undefined> | ((error: unknown) => void)
  /** Signal that is true until the outcome. */
  busy?: Signal<boolean>
  /** Delay in ms before the request, for values that change with every key or move. */
  afterMs?: number
}

/** Requests data and takes the outcome; the returned function aborts the request and drops the outcome. */
export function latest<Found>(
  ask: (signal: AbortSignal) => Promise<Found>,
  { take, fail = () => {}, busy, afterMs }: Outcome<NoInfer<Found>>,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const setBusy = (isBusy: boolean) => {
    if (busy !== undefined) busy.value = isBusy
  }
  const start = () =>
    ask(signal).then(
      (found) => {
        if (signal.aborted) return
        setBusy(false)
        if (typeof take === 'function') take(found)
        else take.value = found
      },
      (error: unknown) => {
        if (signal.aborted) return
        setBusy(false)
        if (typeof fail === 'function') fail(error)
        else fail.value = explain(error)
      },
    )
  setBusy(true)
  const timer = afterMs === undefined ? void start() : setTimeout(start, afterMs)
  return () => {
    clearTimeout(timer)
    stop.abort()
    setBusy(false)
  }
}
