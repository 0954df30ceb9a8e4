/** Longest accepted pause in milliseconds, unless the caller sets another bound. */
const LONGEST_MS = 3_600_000

/** The three formats of an HTTP date (RFC 9110, section 5.6.7). The third format has no time zone and means GMT. */
const DATE = /^(\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d) \d\d:\d\d:\d\d GMT$/
const ASCTIME_DATE = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/**
 * Pause in milliseconds from a `Retry-After` header, given as seconds or a date (RFC 9110, section 10.2.3), but
 * no longer than the maximum; `undefined` if the header is missing or malformed.
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
