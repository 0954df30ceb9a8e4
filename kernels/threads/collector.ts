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

/** Node offers it only where it was started with a flag; a context of its own has it. */
function open(): () => void {
  setFlagsFromString('--expose-gc')
  const found = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return found
}

/** Bytes of shared memory that plain data holds. */
export function sharedBytes(value: unknown, counted: Set<unknown> = new Set()): number {
  if (typeof value !== 'object' || value === null || counted.has(value)) return 0
  if (ArrayBuffer.isView(value)) return sharedBytes(value.buffer, counted)
  counted.add(value)
  if (value instanceof SharedArrayBuffer) return value.byteLength
  if (value instanceof ArrayBuffer) return 0
  return Object.values(value).reduce((sum: number, one) => sum + sharedBytes(one, counted), 0)
}
