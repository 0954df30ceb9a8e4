/**
 * Arrays that nothing uses now, by length. Fresh ones would have the garbage collected again and again, and with each collection
 * V8 forgets what it has compiled.
 */

/** Numbers that are kept at most. */
const MAXIMUM_KEPT = 2 ** 22

const spare = new Map<number, Float32Array[]>()
let kept = 0

/** An array of `length` numbers, all of them `value`. */
export function takeFloats(length: number, value: number): Float32Array {
  const found = spare.get(length)?.pop()
  if (found) kept -= length
  return (found ?? new Float32Array(length)).fill(value)
}

/** For those to come: nothing may use the array any more. */
export function giveFloats(array: Float32Array): void {
  if (kept + array.length > MAXIMUM_KEPT) return
  kept += array.length
  const others = spare.get(array.length)
  if (others) others.push(array)
  else spare.set(array.length, [array])
}
