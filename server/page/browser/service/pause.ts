const defaultRetryS = 2

/** Seconds after which to ask again; a proxy may name a date instead. */
export function retryAfterS(answer: Pick<Response, 'headers'> | undefined): number {
  const seconds = Number(answer?.headers.get('retry-after') ?? defaultRetryS)
  return seconds > 0 ? seconds : defaultRetryS
}

/** Ends early, by the signal's reason, when that is aborted. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, 1000 * seconds)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
