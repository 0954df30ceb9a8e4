/**
 * Pool of unused arrays by size. New arrays would cause frequent garbage collections, and each collection
 * makes V8 discard compiled code.
 */

/** Maximum size of the pool in bytes. */
const MAXIMUM_KEPT = 2 ** 24

const spare = new Map<number, ArrayBufferLike[]>()
let kept = 0

function bufferOf(bytes: number): ArrayBufferLike {
  const found = spare.get(bytes)?.pop()
  if (found) kept -= bytes
  return found ?? new ArrayBuffer(bytes)
}

/** Array of `length` float32 numbers, all equal to `value`. */
export function takeFloats(length: number, value: number): Float32Array {
  return new Float32Array(bufferOf(4 * length)).fill(value)
}

/** Copies of arrays, taken from the pool. */
export function copied(arrays: readonly Float32Array[]): Float32Array[] {
  return arrays.map((numbers) => {
    const copy = new Float32Array(bufferOf(numbers.byteLength))
    copy.set(numbers)
    return copy
  })
}

/** Array of `length` float64 numbers with undefined content. */
export function takeDoubles(length: number): Float64Array {
  return new Float64Array(bufferOf(8 * length))
}

/** Returns arrays to the pool; they must not be used afterwards. */
export function giveFloats(...arrays: (Float32Array | Float64Array)[]): void {
  for (const { buffer, byteLength } of arrays) {
    if (kept + byteLength > MAXIMUM_KEPT) return
    kept += byteLength
    const others = spare.get(byteLength)
    if (others) others.push(buffer)
    else spare.set(byteLength, [buffer])
  }
}
