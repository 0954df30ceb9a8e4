/**
 * Horizons of both antennas over a sampled path: the other antenna, or the highest ground above the line to
 * that antenna. TN 101 (6.15). Candidate points are found in float32 and compared in float64.
 */

import { CHUNK, found, heights, inverses, rxSlopes, txSlopes } from '../../../simd/assembly/memory'
import { heightAtStep, steps } from '../../../simd/assembly/sampling'

/** Greatest slope and its step, as set by `decide`. */
let slope: f64 = 0
let at: i32 = 0

/** Upper bound of the error of a float32 height, in metres. */
const NEAR_M: f64 = 0.02

/** Maximum lane of `one` and maximum lane of `other`, each in two lanes. */
function highestOf(one: v128, other: v128): v128 {
  const halves = f32x4.pmax(
    v128.shuffle<f32>(one, other, 0, 1, 4, 5),
    v128.shuffle<f32>(one, other, 2, 3, 6, 7),
  )
  return f32x4.pmax(halves, v128.shuffle<f32>(halves, halves, 1, 0, 3, 2))
}

/** Four steps in reverse order, for distances from the receiver. */
function reversed(lanes: v128): v128 {
  return v128.shuffle<f32>(lanes, lanes, 3, 2, 1, 0)
}

function heightAt(i: i32): f64 {
  return <f64>load<f32>(heights + ((<usize>i) << 2))
}

/**
 * Finds both horizons for antennas at `tx` and `rx`, in the datum of the heights; `fall` is the decrease of a
 * slope per step due to the earth's bulge.
 */
export function findHorizons(tx: f64, rx: f64, fall: f64): void {
  const n = steps
  const direct = (rx - tx) / <f64>n - <f64>n * fall
  const back = (tx - rx) / <f64>n - <f64>n * fall
  const txM = f32x4.splat(<f32>tx)
  const rxM = f32x4.splat(<f32>rx)
  const falls = f32x4.splat(<f32>fall)
  const chunks = (n - 1) / CHUNK
  let txBest = f32x4.splat(<f32>direct)
  let rxBest = f32x4.splat(<f32>back)
  for (let chunk = 0; chunk < chunks; chunk++) {
    const first = 1 + chunk * CHUNK
    let txSlopesHere = f32x4.splat(-Infinity)
    let rxSlopesHere = f32x4.splat(-Infinity)
    for (let i = first; i < first + CHUNK; i += 4) {
      const height = v128.load(heights + ((<usize>i) << 2))
      const place = f32x4.add(f32x4.splat(<f32>i), f32x4(0, 1, 2, 3))
      const rest = f32x4.sub(f32x4.splat(<f32>n), place)
      const txInverse = v128.load(inverses + ((<usize>i) << 2))
      const rxInverse = reversed(v128.load(inverses + ((<usize>(n - i - 3)) << 2)))
      const bySlope = f32x4.sub(f32x4.mul(f32x4.sub(height, txM), txInverse), f32x4.mul(place, falls))
      const backSlope = f32x4.sub(f32x4.mul(f32x4.sub(height, rxM), rxInverse), f32x4.mul(rest, falls))
      txSlopesHere = f32x4.pmax(txSlopesHere, bySlope)
      rxSlopesHere = f32x4.pmax(rxSlopesHere, backSlope)
    }
    const here = highestOf(txSlopesHere, rxSlopesHere)
    v128.store_lane<f32>(txSlopes + ((<usize>chunk) << 2), here, 0)
    v128.store_lane<f32>(rxSlopes + ((<usize>chunk) << 2), here, 2)
    txBest = f32x4.pmax(txBest, txSlopesHere)
    rxBest = f32x4.pmax(rxBest, rxSlopesHere)
  }
  const best = highestOf(txBest, rxBest)
  let txHighest = <f64>f32x4.extract_lane(best, 0)
  let rxHighest = <f64>f32x4.extract_lane(best, 2)
  for (let i = 1 + chunks * CHUNK; i < n; i++) {
    const height = heightAt(i)
    const rest = n - i
    const fromTx = (height - tx) * inverseOf(i) - <f64>i * fall
    const fromRx = (height - rx) * inverseOf(rest) - <f64>rest * fall
    txHighest = fromTx > txHighest ? fromTx : txHighest
    rxHighest = fromRx > rxHighest ? fromRx : rxHighest
  }
  decide(txSlopes, true, chunks, direct, txHighest, tx, fall)
  store<f64>(found, slope)
  store<f64>(found, <f64>at, 16)
  decide(rxSlopes, false, chunks, back, rxHighest, rx, fall)
  store<f64>(found, slope, 8)
  store<f64>(found, <f64>at, 24)
}

function inverseOf(i: i32): f64 {
  return <f64>load<f32>(inverses + ((<usize>i) << 2))
}

/** Number of steps from one end to step i. */
function restOf(i: i32, fromTx: bool): i32 {
  return fromTx ? i : steps - i
}

function slopeAt(i: i32, fromTx: bool, antenna: f64, fall: f64): f64 {
  const rest = restOf(i, fromTx)
  return (heightAtStep(i) - antenna) / <f64>rest - <f64>rest * fall
}

/** Float64 slope of the step with the greatest float32 slope: a lower bound of the maximum. */
function leader(slopes: usize, fromTx: bool, chunks: i32, highest: f64, antenna: f64, fall: f64): f64 {
  let chunk = 0
  while (chunk < chunks && <f64>load<f32>(slopes + ((<usize>chunk) << 2)) < highest) chunk++
  const first = 1 + chunk * CHUNK
  const end = min(first + CHUNK, steps)
  let best = -Infinity
  let bestAt = 0
  for (let i = first; i < end; i++) {
    const rest = restOf(i, fromTx)
    const near = (heightAt(i) - antenna) * inverseOf(rest) - <f64>rest * fall
    if (near > best) {
      best = near
      bestAt = i
    }
  }
  return bestAt === 0 ? best : slopeAt(bestAt, fromTx, antenna, fall)
}

/**
 * Sets `slope` and `at` to the greatest slope seen from one end and its first step, or to the slope `direct`
 * to the other antenna.
 */
function decide(
  slopes: usize,
  fromTx: bool,
  chunks: i32,
  direct: f64,
  highest: f64,
  antenna: f64,
  fall: f64,
): void {
  const known = max(direct, leader(slopes, fromTx, chunks, highest, antenna, fall))
  // Greatest known slope minus the float32 rounding error of a slope's terms.
  const nearly = known - 1e-6 * (<f64>steps * fall + abs(known))
  slope = direct
  at = fromTx ? steps : 0
  for (let chunk = 0; chunk <= chunks; chunk++) {
    const first = 1 + chunk * CHUNK
    const end = min(first + CHUNK, steps)
    const nearest = fromTx ? first : steps - end + 1
    if (
      chunk < chunks &&
      <f64>load<f32>(slopes + ((<usize>chunk) << 2)) + NEAR_M * inverseOf(nearest) < nearly
    )
      continue
    for (let i = first; i < end; i++) {
      const rest = restOf(i, fromTx)
      if ((heightAt(i) - antenna + NEAR_M) * inverseOf(rest) - <f64>rest * fall < nearly) continue
      const here = slopeAt(i, fromTx, antenna, fall)
      if (here > slope) {
        slope = here
        at = i
      }
    }
  }
}
