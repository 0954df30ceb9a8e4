interface Outcome<Found> {
  take(found: Found): void
  /** Takes the error of a failed request; by default, failures are ignored. */
  fail?(error: unknown): void
  /** Delay in ms before the request, for values that change with every key or move. */
  afterMs?: number
}

/** Requests data and takes the outcome; the returned function aborts the request and drops the outcome. */
export function latest<Found>(
  ask: (signal: AbortSignal) => Promise<Found>,
  { take, fail = () => {}, afterMs }: Outcome<Found>,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const start = () =>
    ask(signal).then(
      (found) => {
        if (!signal.aborted) take(found)
      },
      (error: unknown) => {
        if (!signal.aborted) fail(error)
      },
    )
  const timer = afterMs === undefined ? void start() : setTimeout(start, afterMs)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
