/**
 * Arrays that nothing uses now, by size. Fresh ones would have the garbage collected again and again, and with each collection
 * V8 forgets what it has compiled.
 */

/** Bytes that are kept at most. */
const MAXIMUM_KEPT = 2 ** 24

const spare = new Map<number, ArrayBufferLike[]>()
let kept = 0

function bufferOf(bytes: number): ArrayBufferLike {
  const found = spare.get(bytes)?.pop()
  if (found) kept -= bytes
  return found ?? new ArrayBuffer(bytes)
}

/** An array of `length` numbers, all of them `value`. */
export function takeFloats(length: number, value: number): Float32Array {
  return new Float32Array(bufferOf(4 * length)).fill(value)
}

/** Arrays of the same numbers. */
export function copied(arrays: readonly Float32Array[]): Float32Array[] {
  return arrays.map((numbers) => {
    const copy = new Float32Array(bufferOf(numbers.byteLength))
    copy.set(numbers)
    return copy
  })
}

/** An array of `length` numbers, whichever. */
export function takeDoubles(length: number): Float64Array {
  return new Float64Array(bufferOf(8 * length))
}

/** For those to come: nothing may use the arrays any more. */
export function giveFloats(...arrays: (Float32Array | Float64Array)[]): void {
  for (const { buffer, byteLength } of arrays) {
    if (kept + byteLength > MAXIMUM_KEPT) return
    kept += byteLength
    const others = spare.get(byteLength)
    if (others) others.push(buffer)
    else spare.set(byteLength, [buffer])
  }
}
