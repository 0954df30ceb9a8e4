export const maximumWaitS = 60
/** Maximum length of a header; longer headers are ignored. */
const maximumLength = 1000

/**
 * Seconds of `wait` in a `Prefer` header (RFC 7240). Ignored are waits other than whole numbers from 1 to 60,
 * other preferences, and too long headers. The first of several waits counts.
 */
export function preferredWaitS(prefer: string | string[] | undefined): number | undefined {
  const text = [prefer ?? []].flat().join()
  if (text.length > maximumLength) return undefined
  // A comma may be part of a quoted value.
  for (const preference of text.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const [, name = '', value = ''] = /^\s*([^\s=;]+)(?:\s*=\s*"?([^\s";]*)"?)?/.exec(preference) ?? []
    if (name.toLowerCase() !== 'wait') continue
    const seconds = /^\d+$/.test(value) ? Number(value) : 0
    return seconds >= 1 && seconds <= maximumWaitS ? seconds : undefined
  }
  return undefined
}
