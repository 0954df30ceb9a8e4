/**
 * Keeps the page within its rate limit. Responses report the remaining requests and the end of the window;
 * background requests leave a share to interactive requests, and requests that would be refused are delayed.
 */

type BucketState = NonNullable<ReturnType<typeof bucketStateOf>>

export interface Turn {
  /** Name of the rate-limit bucket, combined with the API key. */
  bucket: string
  /** Share of the bucket's limit that is left to requests with a higher priority. */
  reserve: number
}

/** Tolerance in ms for comparing ends of windows, which the service reports in whole seconds. */
const SAME_WINDOW_MS = 5000

export class RequestRate {
  readonly #buckets = new Map<string, BucketState>()
  readonly #started = new Map<string, number>()

  /** Time in ms to wait before the request; 0: the request counts as in progress until `end` is called. */
  begin({ bucket, reserve }: Turn, nowMs: number): number {
    const state = this.#buckets.get(bucket)
    const started = this.#started.get(bucket) ?? 0
    if (state !== undefined) {
      const { limit, remaining, endsMs } = state
      const isOver = nowMs >= endsMs
      const left = (isOver ? limit : remaining) - started
      // After the window's end, waits only briefly: a response in progress will report the next window.
      if (left <= Math.floor(limit * reserve)) return isOver ? 250 : endsMs - nowMs
    }
    this.#started.set(bucket, started + 1)
    return 0
  }

  /** Ends a request; `headers` are those of the response, `undefined` after a network error. */
  end({ bucket }: Turn, headers: Pick<Headers, 'get'> | undefined, nowMs: number): void {
    this.#started.set(bucket, Math.max(0, (this.#started.get(bucket) ?? 0) - 1))
    const answered = headers && bucketStateOf(headers, nowMs)
    if (answered === undefined) return
    const known = this.#buckets.get(bucket)
    const aheadMs = known === undefined ? Number.POSITIVE_INFINITY : answered.endsMs - known.endsMs
    // Ignores a response from an earlier window, as responses may arrive out of order.
    if (aheadMs < -SAME_WINDOW_MS) return
    const isSame = known !== undefined && aheadMs < SAME_WINDOW_MS
    this.#buckets.set(bucket, {
      limit: answered.limit,
      remaining: isSame ? Math.min(known.remaining, answered.remaining) : answered.remaining,
      endsMs: isSame ? Math.max(known.endsMs, answered.endsMs) : answered.endsMs,
    })
  }
}

/** State of a bucket from response headers, corrected for the service's clock. */
function bucketStateOf(headers: Pick<Headers, 'get'>, nowMs: number) {
  const [limit, remaining, resetS] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number]
  const dateMs = Date.parse(headers.get('date') ?? '')
  const leftMs = 1000 * resetS - (Number.isNaN(dateMs) ? nowMs : dateMs)
  return Number.isNaN(limit + remaining + leftMs) ? undefined : { limit, remaining, endsMs: nowMs + leftMs }
}

/** Bucket and urgency of a request; `undefined` for requests without a rate limit. */
export function turnOf(request: Pick<Request, 'url' | 'headers'>): Turn | undefined {
  const { pathname } = new URL(request.url)
  const key = request.headers.get('authorization') ?? ''
  if (/^\/(api\/v1\/)?results\/|^\/api\/v1\/((terrain|clutter)\/tiles|basemap\/)/.test(pathname)) {
    return { bucket: `results ${key}`, reserve: /\.(png|pmtiles)$/.test(pathname) ? 1 / 20 : 0 }
  }
  if (!pathname.startsWith('/api/v1/')) return undefined
  // Low priority: prices and heights that follow typing; medium priority: progress and credits.
  const isProgress = /\/(status\/.*|searches\/\w+|events|credits)$/.test(pathname)
  const reserve = /\/(estimate|elevation|clutter)$/.test(pathname) ? 1 / 2 : isProgress ? 1 / 4 : 0
  return { bucket: `requests ${key}`, reserve }
}
