/**
 * Arrays that nothing uses now, by length. Fresh ones would have the garbage collected again and again, and with each collection
 * V8 forgets what it has compiled.
 */

/** Bytes that are kept at most. */
const MAXIMUM_KEPT = 2 ** 24

const spare = { floats: new Map<number, Float32Array[]>(), doubles: new Map<number, Float64Array[]>() }
let kept = 0

function taken<Numbers extends Float32Array | Float64Array>(
  arrays: Map<number, Numbers[]>,
  length: number,
): Numbers | undefined {
  const found = arrays.get(length)?.pop()
  if (found) kept -= found.byteLength
  return found
}

/** An array of `length` numbers, all of them `value`. */
export function takeFloats(length: number, value: number): Float32Array {
  return (taken(spare.floats, length) ?? new Float32Array(length)).fill(value)
}

/** An array of `length` numbers, whichever. */
export function takeDoubles(length: number): Float64Array {
  return taken(spare.doubles, length) ?? new Float64Array(length)
}

function keep<Numbers>(arrays: Map<number, Numbers[]>, length: number, array: Numbers): void {
  const others = arrays.get(length)
  if (others) others.push(array)
  else arrays.set(length, [array])
}

/** For those to come: nothing may use the arrays any more. */
export function giveFloats(...arrays: (Float32Array | Float64Array)[]): void {
  for (const array of arrays) {
    if (kept + array.byteLength > MAXIMUM_KEPT) return
    kept += array.byteLength
    if (array instanceof Float64Array) keep(spare.doubles, array.length, array)
    else keep(spare.floats, array.length, array)
  }
}
