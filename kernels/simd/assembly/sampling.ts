/** Ground heights at all steps of a path, interpolated between posts, and sums of heights. */

import {
  BLOCK,
  blockMoments,
  blockSums,
  cols,
  hasUnknown,
  heights,
  posts,
  rows,
  txCol,
  txRow,
} from './memory'

/** Threshold of unknown ground, which is at -1e6; known ground is less than 100 km below an antenna. */
const UNKNOWN: f32 = -5e5
/** Fractional bits of fixed-point positions, in posts from the first post of a block. */
const FRACTION_BITS: i32 = 24
const UNIT: f64 = 16777216
/** Maximum number of posts per block that a fixed-point position can represent. */
const MAXIMUM_REACH: f64 = 100

/** Maximum second difference, at which a block of n steps bends by half a post: n²/8 times the difference. */
const MAXIMUM_BEND: i32 = (1 << FRACTION_BITS) / (BLOCK * (BLOCK / 4))
/** Number of steps below which sums are recomputed from the heights. */
const SHORT: i32 = 128

/**
 * Number of steps of the path, and coefficients of its position in posts after i steps: txRow + i·(row1 +
 * i·(row2 + i·(row3 + i·row4))).
 */
export let steps: i32 = 0
let row1: f64 = 0
let row2: f64 = 0
let row3: f64 = 0
let row4: f64 = 0
let col1: f64 = 0
let col2: f64 = 0
let col3: f64 = 0
let col4: f64 = 0

/** Sum of a range of heights, and sum of the heights times their step numbers. */
let sum: f64 = 0
let moment: f64 = 0

function rowAt(i: f64): f64 {
  return txRow + i * (row1 + i * (row2 + i * (row3 + i * row4)))
}

function colAt(i: f64): f64 {
  return txCol + i * (col1 + i * (col2 + i * (col3 + i * col4)))
}

function lerp(from: v128, to: v128, weight: v128): v128 {
  return f32x4.add(from, f32x4.mul(weight, f32x4.sub(to, from)))
}

/** Second difference of a quartic between steps around i, in fixed-point units. */
function bendAt(i: f64, second: f64, third: f64, fourth: f64): i32 {
  return <i32>nearest(UNIT * (2 * second + 6 * third * i + 12 * fourth * i * i))
}

/** First increment (fixed point) that moves a block by `reach` posts, if it grows by `bend` per step. */
function stepOver(reach: f64, bend: i32): i32 {
  return <i32>nearest((UNIT * reach - <f64>bend * <f64>((BLOCK * (BLOCK - 1)) / 2)) / <f64>BLOCK)
}

/** Positions at the first four steps, one per lane. */
function firstFour(origin: i32, step: i32, bend: i32): v128 {
  const one = i32x4.splat(origin)
  const linear = i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3))
  return i32x4.add(i32x4.add(one, linear), i32x4.mul(i32x4.splat(bend), i32x4(0, 0, 1, 3)))
}

/** Increment of the lanes from four steps to the next four. */
function nextFour(step: i32, bend: i32): v128 {
  return i32x4.add(i32x4.splat(4 * step), i32x4.mul(i32x4.splat(bend), i32x4(6, 10, 14, 18)))
}

/** Height above the antenna at one step; NaN if a post is unknown or outside the window. */
export function heightAtStep(step: i32): f64 {
  const row = rowAt(<f64>step)
  const col = colAt(<f64>step)
  const top = floor(row)
  const left = floor(col)
  if (!(top >= 0 && left >= 0 && top < <f64>(rows - 1) && left < <f64>(cols - 1))) return NaN
  const at = posts + ((<usize>(<i32>top * cols + <i32>left)) << 2)
  const below = at + ((<usize>cols) << 2)
  const nw = load<f32>(at)
  const ne = load<f32>(at, 4)
  const sw = load<f32>(below)
  const se = load<f32>(below, 4)
  if (min(min(nw, ne), min(sw, se)) < UNKNOWN) return NaN
  const beside = col - left
  const north = <f64>nw + beside * (<f64>ne - <f64>nw)
  return north + (row - top) * (<f64>sw + beside * (<f64>se - <f64>sw) - north)
}

/** True if a parabola approximates a quartic to 0.00002 posts over a block. */
function isParabola(i: f64, third: f64, fourth: f64): bool {
  // Difference of a cubic from the parabola with equal ends and middle bend: f''' length³ / (72 √3).
  return abs(6 * third + 24 * fourth * i) * <f64>(BLOCK * BLOCK * BLOCK) < 2e-5 * 124
}

/** True if two positions are inside the window, and close enough for one block. */
function fits(from: f64, to: f64, count: i32): bool {
  return min(from, to) >= 1 && max(from, to) < <f64>(count - 2) && abs(to - from) < MAXIMUM_REACH
}

/** Samples and sums all steps of a path; false at unknown ground or window edges, which JavaScript reads. */
export function sample(
  count: i32,
  r1: f64,
  r2: f64,
  r3: f64,
  r4: f64,
  c1: f64,
  c2: f64,
  c3: f64,
  c4: f64,
): bool {
  steps = count
  row1 = r1
  row2 = r2
  row3 = r3
  row4 = r4
  col1 = c1
  col2 = c2
  col3 = c3
  col4 = c4
  const rowBytes = (<usize>cols) << 2
  const fraction = i32x4.splat((1 << FRACTION_BITS) - 1)
  const unit = f32x4.splat(<f32>(1.0 / UNIT))
  const rowSizes = i32x4.splat(cols << 2)
  const four = f32x4.splat(4)
  let lowest = f32x4.splat(0)
  let before: f64 = 0
  let momentBefore: f64 = 0
  let row = rowAt(0)
  let col = colAt(0)
  for (let first = 0; first <= count; first += BLOCK) {
    const end = <f64>(first + BLOCK)
    const nextRow = rowAt(end)
    const nextCol = colAt(end)
    const last = min(end, <f64>count)
    if (!fits(row, rowAt(last), rows) || !fits(col, colAt(last), cols)) return false
    const reachRow = nextRow - row
    const reachCol = nextCol - col
    if (max(abs(reachRow), abs(reachCol)) > MAXIMUM_REACH) return false
    const middle = <f64>(first + BLOCK / 2)
    if (!isParabola(middle, row3, row4) || !isParabola(middle, col3, col4)) return false
    const rowBend = bendAt(middle, row2, row3, row4)
    const colBend = bendAt(middle, col2, col3, col4)
    // Limits how far a curved block of steps may leave the window between its two ends.
    if (max(abs(rowBend), abs(colBend)) > MAXIMUM_BEND) return false
    const rowStep = stepOver(reachRow, rowBend)
    const colStep = stepOver(reachCol, colBend)
    const top = floor(row)
    const left = floor(col)
    const corners = i32x4.splat(<i32>posts + ((<i32>top * cols + <i32>left) << 2))
    let rowAts = firstFour(<i32>((row - top) * UNIT), rowStep, rowBend)
    let colAts = firstFour(<i32>((col - left) * UNIT), colStep, colBend)
    let rowNext = nextFour(rowStep, rowBend)
    let colNext = nextFour(colStep, colBend)
    const rowMore = i32x4.splat(16 * rowBend)
    const colMore = i32x4.splat(16 * colBend)
    let sums = f32x4.splat(0)
    let moments = f32x4.splat(0)
    let places = f32x4(0, 1, 2, 3)
    const whole = min(BLOCK, (count + 1 - first) & ~3)
    let into = heights + ((<usize>first) << 2)
    for (let k = 0; k < whole; k += 4) {
      const at = i32x4.add(
        i32x4.add(i32x4.mul(i32x4.shr_s(rowAts, FRACTION_BITS), rowSizes), corners),
        i32x4.shl(i32x4.shr_s(colAts, FRACTION_BITS), 2),
      )
      const ats01 = i64x2.extract_lane(at, 0)
      const ats23 = i64x2.extract_lane(at, 1)
      const at0 = <usize>ats01
      const at1 = <usize>(ats01 >> 32)
      const at2 = <usize>ats23
      const at3 = <usize>(ats23 >> 32)
      // Reads two neighboring posts of a row at a time.
      const north01 = v128.load_lane<u64>(at1, v128.load_zero<u64>(at0), 1)
      const north23 = v128.load_lane<u64>(at3, v128.load_zero<u64>(at2), 1)
      const south01 = v128.load_lane<u64>(at1 + rowBytes, v128.load_zero<u64>(at0 + rowBytes), 1)
      const south23 = v128.load_lane<u64>(at3 + rowBytes, v128.load_zero<u64>(at2 + rowBytes), 1)
      if (hasUnknown)
        lowest = f32x4.pmin(lowest, f32x4.pmin(f32x4.pmin(north01, north23), f32x4.pmin(south01, south23)))
      const nw = v128.shuffle<f32>(north01, north23, 0, 2, 4, 6)
      const ne = v128.shuffle<f32>(north01, north23, 1, 3, 5, 7)
      const sw = v128.shuffle<f32>(south01, south23, 0, 2, 4, 6)
      const se = v128.shuffle<f32>(south01, south23, 1, 3, 5, 7)
      const beside = f32x4.mul(f32x4.convert_i32x4_s(v128.and(colAts, fraction)), unit)
      const down = f32x4.mul(f32x4.convert_i32x4_s(v128.and(rowAts, fraction)), unit)
      const height = lerp(lerp(nw, ne, beside), lerp(sw, se, beside), down)
      v128.store(into, height)
      into += 16
      sums = f32x4.add(sums, height)
      moments = f32x4.add(moments, f32x4.mul(places, height))
      places = f32x4.add(places, four)
      rowAts = i32x4.add(rowAts, rowNext)
      colAts = i32x4.add(colAts, colNext)
      rowNext = i32x4.add(rowNext, rowMore)
      colNext = i32x4.add(colNext, colMore)
    }
    let blockSum = added(sums)
    let blockMoment = added(moments)
    for (let i = first + whole; i <= min(count, first + BLOCK - 1); i++) {
      const height = heightAtStep(i)
      if (!(height > <f64>UNKNOWN)) return false
      const stored = <f32>height
      store<f32>(heights + ((<usize>i) << 2), stored)
      blockSum += <f64>stored
      blockMoment += <f64>(i - first) * <f64>stored
    }
    const block = (<usize>(first / BLOCK)) << 3
    store<f64>(blockSums + block, before)
    store<f64>(blockMoments + block, momentBefore)
    before += blockSum
    momentBefore += blockMoment + <f64>first * blockSum
    row = nextRow
    col = nextCol
  }
  return (
    min(
      min(f32x4.extract_lane(lowest, 0), f32x4.extract_lane(lowest, 1)),
      min(f32x4.extract_lane(lowest, 2), f32x4.extract_lane(lowest, 3)),
    ) >= UNKNOWN
  )
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

/** Sets `sum` and `moment` for a range of steps, in float64. */
function sumOver(first: i32, last: i32): void {
  let sums = f64x2.splat(0)
  let moments = f64x2.splat(0)
  let places = f64x2.add(f64x2.splat(<f64>first), f64x2(0, 1))
  const two = f64x2.splat(2)
  const end = first + ((last + 1 - first) & ~1)
  for (let i = first; i < end; i += 2) {
    const height = f64x2.promote_low_f32x4(v128.load_zero<u64>(heights + ((<usize>i) << 2)))
    sums = f64x2.add(sums, height)
    moments = f64x2.add(moments, f64x2.mul(places, height))
    places = f64x2.add(places, two)
  }
  sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
  moment = f64x2.extract_lane(moments, 0) + f64x2.extract_lane(moments, 1)
  if (end > last) return
  const height = <f64>load<f32>(heights + ((<usize>last) << 2))
  sum += height
  moment += <f64>last * height
}

/** Sets `sum` and `moment` for steps 0 to `last`. */
function sumTo(last: i32): void {
  const first = last & ~(BLOCK - 1)
  const block = (<usize>(first / BLOCK)) << 3
  sumOver(first, last)
  sum += load<f64>(blockSums + block)
  moment += load<f64>(blockMoments + block)
}

/** Sum of the heights of steps 0 to `last`. */
export function sumOf(last: i32): f64 {
  sumTo(last)
  return sum
}

/** Sum of step number times height, for steps 0 to `last`. */
export function momentOf(last: i32): f64 {
  sumTo(last)
  return moment
}

/**
 * Height at step `at` of the line of best fit to the ground between two steps, with half weight for both
 * ends. Hufford 1982, page 25; `PathGround.fittedM` is the JavaScript version.
 */
export function fitted(first: i32, last: i32, at: i32): f64 {
  const firstM = <f64>load<f32>(heights + ((<usize>first) << 2))
  const lastM = <f64>load<f32>(heights + ((<usize>last) << 2))
  if (last - first < SHORT) {
    // Differences of float32 block sums are too coarse for the slope of a short range.
    sumOver(first + 1, last)
  } else {
    sumTo(first)
    const sumBefore = sum
    const momentBefore = moment
    sumTo(last)
    sum -= sumBefore
    moment -= momentBefore
  }
  const middle = 0.5 * <f64>(first + last)
  const total = sum + 0.5 * (firstM - lastM)
  const lever = moment + 0.5 * (<f64>first * firstM - <f64>last * lastM)
  const length = <f64>(last - first)
  const slope = ((lever - middle * total) * 12) / ((length * length + 2) * length)
  return total / length + slope * (<f64>at - middle)
}
