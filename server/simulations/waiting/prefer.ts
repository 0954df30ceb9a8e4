export const maximumWaitS = 60
/** Longer headers are ignored. */
const maximumLength = 1000

/**
 * Seconds of `wait` in a header `Prefer` (RFC 7240). Ignored: waits that are not whole numbers from 1 to 60, other
 * preferences, and headers that are too long. The first of several counts.
 */
export function preferredWaitS(prefer: string | string[] | undefined): number | undefined {
  const text = [prefer ?? []].flat().join()
  if (text.length > maximumLength) return undefined
  // A quoted value may contain a comma.
  for (const preference of text.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const [, name = '', value = ''] = /^\s*([^\s=;]+)(?:\s*=\s*"?([^\s";]*)"?)?/.exec(preference) ?? []
    if (name.toLowerCase() !== 'wait') continue
    const seconds = /^\d+$/.test(value) ? Number(value) : 0
    return seconds >= 1 && seconds <= maximumWaitS ? seconds : undefined
  }
  return undefined
}
