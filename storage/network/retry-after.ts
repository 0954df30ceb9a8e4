/** Longest pause accepted from a response, unless the caller sets another bound. */
const LONGEST_MS = 3_600_000

/** The three forms of an HTTP date: RFC 9110, section 5.6.7. The last one has no time zone; it is GMT. */
const DATE = /^(\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d) \d\d:\d\d:\d\d GMT$/
const ASCTIME_DATE = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/**
 * Pause in milliseconds requested by `Retry-After`, as seconds or as a date (RFC 9110, section 10.2.3), within the
 * bound; `undefined` if missing or malformed.
 */
export function retryAfterMs(
  text: string | null | undefined,
  { nowMs = Date.now(), longestMs = LONGEST_MS } = {},
): number | undefined {
  if (text == null) return undefined
  const ms = /^\d+$/.test(text) ? 1000 * Number(text) : dateMs(text) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestMs)
}

function dateMs(text: string): number {
  if (DATE.test(text)) return Date.parse(text)
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
