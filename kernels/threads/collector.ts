import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * What jobs may have held in shared memory before a thread collects its garbage. V8 does not count shared memory, so it would not by
 * itself; but each collection makes it forget much of what it has compiled: line of sight over four million cells takes 2.4 times the
 * processor time if each job is followed by one.
 */
export const COLLECTED_BYTES = 256 * 2 ** 20

let collector: (() => void) | undefined

/** Collects the garbage of this thread. */
export function collectGarbage(): void {
  collector ??= open()
  collector()
}

/** Node offers it only where it was started with a flag, which all threads share and which stays; a context of its own has it. */
function open(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** The shared memory that plain data holds. */
export function sharedIn(value: unknown, found: Set<unknown> = new Set()): SharedArrayBuffer[] {
  if (typeof value !== 'object' || value === null || found.has(value)) return []
  if (ArrayBuffer.isView(value)) return sharedIn(value.buffer, found)
  found.add(value)
  if (value instanceof SharedArrayBuffer) return [value]
  if (value instanceof ArrayBuffer) return []
  return Object.values(value).flatMap((one) => sharedIn(one, found))
}
