import { createHash } from 'node:crypto'

/** Maximum nesting depth; no valid request needs as much. */
const maximumDepth = 64

/** Hash of a JSON value, independent of member order and spacing. */
export function jsonHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** Canonical JSON: sorted names, no spaces. Parts nested too deeply become text that is not JSON. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > maximumDepth) return 'too deep'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`)
  return `{${members.join()}}`
}
