/**
 * Keeps the page within its minute. The service says with each answer how many requests are left in a bucket and when its
 * window ends; what can wait leaves a part of them to what somebody waits for, and nothing is sent that would be refused.
 */

interface Standing {
  limit: number
  remaining: number
  endsMs: number
}

export interface Turn {
  /** Which bucket, of which key. */
  bucket: string
  /** The part of the bucket that is left to others. */
  reserve: number
}

/** Ends of windows come in whole seconds, and so is the service's clock. */
const SAME_WINDOW_MS = 5000

export class RequestRate {
  readonly #standings = new Map<string, Standing>()
  readonly #started = new Map<string, number>()

  /** Milliseconds until it is worth asking again; 0: it goes now, and is under way until `end`. */
  begin({ bucket, reserve }: Turn, nowMs: number): number {
    const standing = this.#standings.get(bucket)
    const started = this.#started.get(bucket) ?? 0
    if (standing !== undefined) {
      const { limit, remaining, endsMs } = standing
      const isOver = nowMs >= endsMs
      const left = (isOver ? limit : remaining) - started
      // The last request that is under way says when the next window ends.
      if (left <= Math.floor(limit * reserve)) return isOver ? 250 : endsMs - nowMs
    }
    this.#started.set(bucket, started + 1)
    return 0
  }

  /** The answer's headers; without any it failed on its path. */
  end({ bucket }: Turn, headers: Pick<Headers, 'get'> | undefined, nowMs: number): void {
    this.#started.set(bucket, Math.max(0, (this.#started.get(bucket) ?? 0) - 1))
    const answered = headers && standingOf(headers, nowMs)
    if (answered === undefined) return
    const known = this.#standings.get(bucket)
    const aheadMs = known === undefined ? Number.POSITIVE_INFINITY : answered.endsMs - known.endsMs
    // Answers overtake each other, also from one window to the next.
    if (aheadMs < -SAME_WINDOW_MS) return
    const isSame = known !== undefined && aheadMs < SAME_WINDOW_MS
    this.#standings.set(bucket, {
      limit: answered.limit,
      remaining: isSame ? Math.min(known.remaining, answered.remaining) : answered.remaining,
      endsMs: isSame ? Math.max(known.endsMs, answered.endsMs) : answered.endsMs,
    })
  }
}

/** By the service's own clock, whatever that of this machine says. */
function standingOf(headers: Pick<Headers, 'get'>, nowMs: number): Standing | undefined {
  const [limit, remaining, resetS] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number]
  const dateMs = Date.parse(headers.get('date') ?? '')
  const leftMs = 1000 * resetS - (Number.isNaN(dateMs) ? nowMs : dateMs)
  return Number.isNaN(limit + remaining + leftMs) ? undefined : { limit, remaining, endsMs: nowMs + leftMs }
}

/** Which bucket a request counts in, and how urgent it is; `undefined`: in none. */
export function turnOf(request: Pick<Request, 'url' | 'headers'>): Turn | undefined {
  const { pathname } = new URL(request.url)
  const key = request.headers.get('authorization') ?? ''
  if (/^\/(api\/v1\/)?results\/|^\/api\/v1\/((terrain|clutter)\/tiles|basemap\/)/.test(pathname)) {
    return { bucket: `results ${key}`, reserve: /\.(png|pmtiles)$/.test(pathname) ? 1 / 20 : 0 }
  }
  if (!pathname.startsWith('/api/v1/')) return undefined
  // Prices and heights follow a form by themselves; progress, and what it cost, what runs.
  const isProgress = /\/(status\/.*|searches\/\w+|events|credits)$/.test(pathname)
  const reserve = /\/(estimate|elevation|clutter)$/.test(pathname) ? 1 / 2 : isProgress ? 1 / 4 : 0
  return { bucket: `requests ${key}`, reserve }
}
