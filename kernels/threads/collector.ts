import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Shared memory of ended jobs, in bytes, after which a thread collects garbage. V8 does not count shared
 * memory; each collection discards compiled code: with a collection after each job, line of sight over four
 * million cells takes 2.4 times the processor time that it takes without.
 */
export const COLLECTED_BYTES = 256 * 2 ** 20

let collector: (() => void) | undefined

/** Node exposes `gc` only with a process-wide flag; a new context has `gc` after the flag is set. */
export function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as () => void
  }
  collector()
}

/** All shared memory referenced by plain data. */
export function sharedIn(value: unknown, found: Set<unknown> = new Set()): SharedArrayBuffer[] {
  if (typeof value !== 'object' || value === null || found.has(value)) return []
  if (ArrayBuffer.isView(value)) return sharedIn(value.buffer, found)
  found.add(value)
  if (value instanceof SharedArrayBuffer) return [value]
  if (value instanceof ArrayBuffer) return []
  return Object.values(value).flatMap((one) => sharedIn(one, found))
}
