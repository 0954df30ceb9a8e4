/**
 * The horizons of both antennas over a sampled path: the other antenna, or the ground that rises highest above the line
 * to it. TN 101 (6.15). Looked for in float32, decided in float64 among all that come near: as `PathGround` decides.
 */

import { CHUNK, found, heights, inverses, rxSlopes, txSlopes } from './memory'
import { heightAtStep, steps } from './sampling'

let txSlope: f64 = 0
let rxSlope: f64 = 0
let txAt: i32 = 0
let rxAt: i32 = 0

/** Above the error of a height in float32, in metres. */
const NEAR_M: f64 = 0.02

/** The greatest of the first operand's lanes, then of the second's, each twice. */
function highestOf(one: v128, other: v128): v128 {
  const halves = f32x4.pmax(
    v128.shuffle<f32>(one, other, 0, 1, 4, 5),
    v128.shuffle<f32>(one, other, 2, 3, 6, 7),
  )
  return f32x4.pmax(halves, v128.shuffle<f32>(halves, halves, 1, 0, 3, 2))
}

/** Steps from the receiver, of four steps of the path. */
function reversed(lanes: v128): v128 {
  return v128.shuffle<f32>(lanes, lanes, 3, 2, 1, 0)
}

function heightAt(i: i32): f64 {
  return <f64>load<f32>(heights + ((<usize>i) << 2))
}

/**
 * Finds both horizons of antennas at `tx` and `rx`, in the datum of the heights; `fall` is how much of a slope the earth's
 * bulge takes from step to step.
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
    const slope = (height - tx) * inverseOf(i) - <f64>i * fall
    const backSlope = (height - rx) * inverseOf(rest) - <f64>rest * fall
    txHighest = slope > txHighest ? slope : txHighest
    rxHighest = backSlope > rxHighest ? backSlope : rxHighest
  }
  // Of the parts of a slope in float32.
  const bend = 1e-6 * <f64>n * fall
  decideTx(chunks, direct, txHighest - bend - 1e-6 * abs(txHighest), tx, fall)
  decideRx(chunks, back, rxHighest - bend - 1e-6 * abs(rxHighest), rx, fall)
  store<f64>(found, txSlope)
  store<f64>(found, rxSlope, 8)
  store<f64>(found, <f64>txAt, 16)
  store<f64>(found, <f64>rxAt, 24)
}

function inverseOf(i: i32): f64 {
  return <f64>load<f32>(inverses + ((<usize>i) << 2))
}

/** The step from 1 to n - 1 of the greatest slope, of those that may reach `nearly`; the first of them. */
function decideTx(chunks: i32, direct: f64, nearly: f64, tx: f64, fall: f64): void {
  txSlope = direct
  txAt = steps
  for (let chunk = 0; chunk <= chunks; chunk++) {
    const first = 1 + chunk * CHUNK
    if (
      chunk < chunks &&
      <f64>load<f32>(txSlopes + ((<usize>chunk) << 2)) + NEAR_M * inverseOf(first) < nearly
    )
      continue
    const end = min(first + CHUNK, steps)
    for (let i = first; i < end; i++) {
      const down = <f64>i * fall
      if ((heightAt(i) - tx + NEAR_M) * inverseOf(i) - down < nearly) continue
      const slope = (heightAtStep(i) - tx) / <f64>i - down
      if (slope > txSlope) {
        txSlope = slope
        txAt = i
      }
    }
  }
}

/** The same of the receiver. */
function decideRx(chunks: i32, back: f64, nearly: f64, rx: f64, fall: f64): void {
  rxSlope = back
  rxAt = 0
  for (let chunk = 0; chunk <= chunks; chunk++) {
    const first = 1 + chunk * CHUNK
    const end = min(first + CHUNK, steps)
    if (
      chunk < chunks &&
      <f64>load<f32>(rxSlopes + ((<usize>chunk) << 2)) + NEAR_M * inverseOf(steps - end + 1) < nearly
    )
      continue
    for (let i = first; i < end; i++) {
      const rest = steps - i
      const down = <f64>rest * fall
      if ((heightAt(i) - rx + NEAR_M) * inverseOf(rest) - down < nearly) continue
      const slope = (heightAtStep(i) - rx) / <f64>rest - down
      if (slope > rxSlope) {
        rxSlope = slope
        rxAt = i
      }
    }
  }
}
