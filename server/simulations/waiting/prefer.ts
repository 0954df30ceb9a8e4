export const maximumWaitS = 60
/** Nobody has so many preferences. */
const maximumLength = 1000

/**
 * The seconds of `wait` in a header `Prefer` (RFC 7240). A preference may be ignored: so is a wait that is no whole number from
 * 1 to 60, and all others are; so is a whole header that is too long. Of several the first counts.
 */
export function preferredWaitS(prefer: string | string[] | undefined): number | undefined {
  const text = [prefer ?? []].flat().join()
  if (text.length > maximumLength) return undefined
  // A quoted value may hold a comma.
  for (const preference of text.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const [, name = '', value = ''] = /^\s*([^\s=;]+)(?:\s*=\s*"?([^\s";]*)"?)?/.exec(preference) ?? []
    if (name.toLowerCase() !== 'wait') continue
    const seconds = /^\d+$/.test(value) ? Number(value) : 0
    return seconds >= 1 && seconds <= maximumWaitS ? seconds : undefined
  }
  return undefined
}
