/**
 * Height range between the lowest and highest tenth of a path's samples, relative to the line of best fit;
 * used to compute Δh. `../irregularity.ts` is the JavaScript version.
 */

import { gathers, heights, lower, samples, upper } from '../../../simd/assembly/memory'

/** Half width of the search band around a quantile of the previous path, as a fraction of the range. */
const BAND: f32 = 0.04
/** Number of samples per run; positions within a run are fixed-point steps from the run's first sample. */
const RUN: i32 = 32
const FRACTION_BITS: i32 = 20
const UNIT: f64 = 1048576

let guessHigh: f32 = 0
let guessLow: f32 = 0
let upperCount: i32 = 0
let lowerCount: i32 = 0
let above: i32 = 0
let below: i32 = 0

function place(base: usize, i: i32): usize {
  return base + ((<usize>i) << 2)
}

/** Sum of the four lanes, in float64. */
function added(lanes: v128): f64 {
  return (
    <f64>f32x4.extract_lane(lanes, 0) +
    <f64>f32x4.extract_lane(lanes, 1) +
    <f64>f32x4.extract_lane(lanes, 2) +
    <f64>f32x4.extract_lane(lanes, 3)
  )
}

/**
 * Height range in metres of `count` samples from step `from`, `stride` steps apart, between the upper and the
 * lower quantile of rank `tenth`.
 */
export function range(from: f64, stride: f64, count: i32, tenth: i32): f64 {
  const origin = load<f32>(place(heights, <i32>from))
  let sums = f32x4.splat(0)
  let levers = f32x4.splat(0)
  let numbers = f32x4(0, 1, 2, 3)
  const fraction = i32x4.splat((1 << FRACTION_BITS) - 1)
  const unit = f32x4.splat(<f32>(1.0 / UNIT))
  const four = i32x4.splat(<i32>nearest(4 * stride * UNIT))
  const whole = count & ~3
  for (let first = 0; first < whole; first += RUN) {
    const position = from + <f64>first * stride
    const step = floor(position)
    const base = place(heights, <i32>step)
    const offset = (position - step) * UNIT
    let at = i32x4(
      <i32>offset,
      <i32>(offset + stride * UNIT),
      <i32>(offset + 2 * stride * UNIT),
      <i32>(offset + 3 * stride * UNIT),
    )
    const end = min(first + RUN, whole)
    for (let k = first; k < end; k += 4) {
      const before = i32x4.shr_s(at, FRACTION_BITS)
      const pair01 = v128.load_lane<u64>(
        place(base, i32x4.extract_lane(before, 1)),
        v128.load_zero<u64>(place(base, i32x4.extract_lane(before, 0))),
        1,
      )
      const pair23 = v128.load_lane<u64>(
        place(base, i32x4.extract_lane(before, 3)),
        v128.load_zero<u64>(place(base, i32x4.extract_lane(before, 2))),
        1,
      )
      const low = v128.shuffle<f32>(pair01, pair23, 0, 2, 4, 6)
      const high = v128.shuffle<f32>(pair01, pair23, 1, 3, 5, 7)
      const weight = f32x4.mul(f32x4.convert_i32x4_s(v128.and(at, fraction)), unit)
      const sample = f32x4.sub(f32x4.add(low, f32x4.mul(f32x4.sub(high, low), weight)), f32x4.splat(origin))
      v128.store(place(samples, k), sample)
      sums = f32x4.add(sums, sample)
      levers = f32x4.add(levers, f32x4.mul(numbers, sample))
      numbers = f32x4.add(numbers, f32x4.splat(4))
      at = i32x4.add(at, four)
    }
  }
  let sum = added(sums)
  let lever = added(levers)
  for (let k = whole; k < count; k++) {
    const position = from + <f64>k * stride
    const before = <i32>position
    const low = <f64>load<f32>(place(heights, before))
    const high = <f64>load<f32>(place(heights, before + 1))
    const sample = low + (high - low) * (position - <f64>before) - <f64>origin
    store<f32>(place(samples, k), <f32>sample)
    sum += sample
    lever += <f64>k * sample
  }
  // Padding of NaN, which compares false with every number.
  for (let k = count; k < ((count + 3) & ~3); k++) store<f32>(place(samples, k), NaN)
  const intervals = <f64>(count - 1)
  const middle = 0.5 * intervals
  const firstM = <f64>load<f32>(samples)
  const lastM = <f64>load<f32>(place(samples, count - 1))
  const moment = lever - middle * sum - 0.5 * (lastM - firstM) * middle
  const slope = (moment * 12) / ((intervals * intervals + 2) * intervals)
  const start = (sum - 0.5 * (firstM + lastM)) / intervals - slope * middle
  let band: f32 = BAND * (guessHigh - guessLow)
  if (!split(count, tenth, <f32>start, <f32>slope, band)) {
    band *= 4
    if (!split(count, tenth, <f32>start, <f32>slope, band)) {
      split(count, tenth, <f32>start, <f32>slope, Infinity)
    }
  }
  guessHigh = selected(upper, upperCount, upperCount - (tenth - above))
  guessLow = selected(lower, lowerCount, tenth - below - 1)
  return <f64>guessHigh - <f64>guessLow
}

/** Stores the lanes selected by a mask consecutively. */
function gather(lanes: v128, mask: i32, into: usize): void {
  v128.store(into, v128.swizzle(lanes, v128.load(gathers + ((<usize>mask) << 4))))
}

/** Gathers samples near the previous quantiles; false if the quantiles are not among these samples. */
function split(count: i32, tenth: i32, start: f32, slope: f32, band: f32): bool {
  const upperFrom = f32x4.splat(guessHigh - band)
  const upperTo = f32x4.splat(guessHigh + band)
  const lowerFrom = f32x4.splat(guessLow - band)
  const lowerTo = f32x4.splat(guessLow + band)
  let inUpper = 0
  let inLower = 0
  let higher = 0
  let deeper = 0
  let trend = f32x4.add(f32x4.splat(start), f32x4.mul(f32x4.splat(slope), f32x4(0, 1, 2, 3)))
  const rise = f32x4.splat(4 * slope)
  for (let k = 0; k < count; k += 4) {
    const height = f32x4.sub(v128.load(place(samples, k)), trend)
    trend = f32x4.add(trend, rise)
    const isHigh = f32x4.ge(height, upperFrom)
    const isLow = f32x4.le(height, lowerTo)
    if (!v128.any_true(v128.or(isHigh, isLow))) continue
    const beyondUpper = f32x4.gt(height, upperTo)
    const beyondLower = f32x4.lt(height, lowerFrom)
    const upperMask = i32x4.bitmask(v128.andnot(isHigh, beyondUpper))
    const lowerMask = i32x4.bitmask(v128.andnot(isLow, beyondLower))
    gather(height, upperMask, place(upper, inUpper))
    gather(height, lowerMask, place(lower, inLower))
    inUpper += popcnt(upperMask)
    inLower += popcnt(lowerMask)
    higher += popcnt(i32x4.bitmask(beyondUpper))
    deeper += popcnt(i32x4.bitmask(beyondLower))
  }
  upperCount = inUpper
  lowerCount = inLower
  above = higher
  below = deeper
  return higher < tenth && higher + inUpper >= tenth && deeper < tenth && deeper + inLower >= tenth
}

/** Value of rank `rank` (0 = smallest) of the first `count` values; sorts partly. Hoare's selection. */
function selected(values: usize, count: i32, rank: i32): f32 {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = load<f32>(place(values, (low + high) >> 1))
    let i = low
    let j = high
    while (i <= j) {
      while (load<f32>(place(values, i)) < pivot) i++
      while (load<f32>(place(values, j)) > pivot) j--
      if (i > j) break
      const swapped = load<f32>(place(values, i))
      store<f32>(place(values, i), load<f32>(place(values, j)))
      store<f32>(place(values, j), swapped)
      i++
      j--
    }
    if (rank <= j) high = j
    else if (rank >= i) low = i
    else break
  }
  return load<f32>(place(values, rank))
}
