/**
 * Obstacles for diffraction models along a sampled path: ground heights above the direct ray from the
 * transmitting antenna, at height 0, to the receiving antenna. Slopes in metres per step. ITU-R P.1812-6
 * §4.3.1 and Attachment 1 §5.3 to 5.6; `kernels/engines/loss/plain-walk.ts` is the JavaScript version.
 */

import { found, heights, inverses } from './memory'
import { steps } from './sampling'

/** Placeholder below any height. */
const NOTHING: f32 = -1e9

/** Step numbers of the four steps being processed. */
let places: v128 = f32x4.splat(0)
/**
 * Values at the current steps: height above the direct ray, steps left to the end, and reciprocals of the
 * steps from the start and of the steps left.
 */
let above: v128 = f32x4.splat(0)
let left: v128 = f32x4.splat(0)
let inversesMade: v128 = f32x4.splat(0)
let inversesLeft: v128 = f32x4.splat(0)

/** Loads four steps, starting at step i. */
function look(i: i32, slopes: v128, lengths: v128): void {
  above = f32x4.sub(v128.load(heights + ((<usize>i) << 2)), f32x4.mul(slopes, places))
  left = f32x4.sub(lengths, places)
  inversesMade = v128.load(inverses + ((<usize>i) << 2))
  const lanes = v128.load(inverses + ((<usize>(steps - i - 3)) << 2))
  inversesLeft = v128.shuffle<f32>(lanes, lanes, 3, 2, 1, 0)
}

/** Replaces heights beyond the path's end with NOTHING. */
function cut(): void {
  above = v128.bitselect(above, f32x4.splat(NOTHING), f32x4.gt(left, f32x4.splat(0)))
}

/** Maximum lane, in all lanes. */
function highestOf(lanes: v128): v128 {
  const halves = f32x4.pmax(lanes, v128.shuffle<f32>(lanes, lanes, 2, 3, 0, 1))
  return f32x4.pmax(halves, v128.shuffle<f32>(halves, halves, 1, 0, 3, 2))
}

function note(slot: usize, lanes: v128): void {
  store<f64>(found + (slot << 3), <f64>f32x4.extract_lane(highestOf(lanes), 0))
}

/**
 * Obstacles on the path to a receiving antenna at `rx`. Over a flat earth: maximum height above the direct
 * ray, and greatest slopes to such heights from both ends. Over an earth whose bulge is `bend` times the
 * product of both distances, with `cover` metres on the ground: greatest slopes from both ends, and the
 * greatest signed square of the diffraction parameter.
 */
export function walk(rx: f64, bend: f64, cover: f64): void {
  const slopes = f32x4.splat(<f32>(rx / <f64>steps))
  const lengths = f32x4.splat(<f32>steps)
  const bends = f32x4.splat(<f32>bend)
  const covers = f32x4.splat(<f32>cover)
  const four = f32x4.splat(4)
  let highest = f32x4.splat(NOTHING)
  let txFlat = highest
  let rxFlat = highest
  let txSlope = highest
  let rxSlope = highest
  let edge = highest
  places = f32x4(1, 2, 3, 4)
  for (let i = 1; i < steps; i += 4) {
    look(i, slopes, lengths)
    if (i + 4 > steps) cut()
    highest = f32x4.pmax(highest, above)
    txFlat = f32x4.pmax(txFlat, f32x4.mul(above, inversesMade))
    rxFlat = f32x4.pmax(rxFlat, f32x4.mul(above, inversesLeft))
    const curved = f32x4.add(f32x4.add(above, f32x4.mul(bends, f32x4.mul(places, left))), covers)
    const fromTx = f32x4.mul(curved, inversesMade)
    txSlope = f32x4.pmax(txSlope, fromTx)
    rxSlope = f32x4.pmax(rxSlope, f32x4.mul(curved, inversesLeft))
    edge = f32x4.pmax(edge, f32x4.mul(f32x4.mul(fromTx, inversesLeft), f32x4.abs(curved)))
    places = f32x4.add(places, four)
  }
  note(0, highest)
  note(1, txFlat)
  note(2, rxFlat)
  note(3, txSlope)
  note(4, rxSlope)
  note(5, edge)
}

/**
 * Results of `walk`, then its last three results over a second earth, then over bare ground on the first
 * earth with steps: of equal maxima, the first step for the transmitter's slope, else the last.
 */
export function walkAll(rx: f64, bend: f64, rareBend: f64, cover: f64): void {
  const slopes = f32x4.splat(<f32>(rx / <f64>steps))
  const lengths = f32x4.splat(<f32>steps)
  const bends = f32x4.splat(<f32>bend)
  const rareBends = f32x4.splat(<f32>rareBend)
  const covers = f32x4.splat(<f32>cover)
  const four = f32x4.splat(4)
  let highest = f32x4.splat(NOTHING)
  let txFlat = highest
  let rxFlat = highest
  let txSlope = highest
  let rxSlope = highest
  let edge = highest
  let rareTx = highest
  let rareRx = highest
  let rareEdge = highest
  let bareTx = highest
  let bareRx = highest
  let bareEdge = highest
  let txAt = f32x4.splat(0)
  let rxAt = txAt
  let edgeAt = txAt
  places = f32x4(1, 2, 3, 4)
  for (let i = 1; i < steps; i += 4) {
    look(i, slopes, lengths)
    if (i + 4 > steps) cut()
    highest = f32x4.pmax(highest, above)
    txFlat = f32x4.pmax(txFlat, f32x4.mul(above, inversesMade))
    rxFlat = f32x4.pmax(rxFlat, f32x4.mul(above, inversesLeft))
    const product = f32x4.mul(places, left)
    const bare = f32x4.add(above, f32x4.mul(bends, product))
    const bareFromTx = f32x4.mul(bare, inversesMade)
    const bareFromRx = f32x4.mul(bare, inversesLeft)
    const bareSquare = f32x4.mul(f32x4.mul(bareFromTx, inversesLeft), f32x4.abs(bare))
    txAt = v128.bitselect(places, txAt, f32x4.gt(bareFromTx, bareTx))
    rxAt = v128.bitselect(places, rxAt, f32x4.ge(bareFromRx, bareRx))
    edgeAt = v128.bitselect(places, edgeAt, f32x4.ge(bareSquare, bareEdge))
    bareTx = f32x4.pmax(bareTx, bareFromTx)
    bareRx = f32x4.pmax(bareRx, bareFromRx)
    bareEdge = f32x4.pmax(bareEdge, bareSquare)
    const curved = f32x4.add(bare, covers)
    const fromTx = f32x4.mul(curved, inversesMade)
    txSlope = f32x4.pmax(txSlope, fromTx)
    rxSlope = f32x4.pmax(rxSlope, f32x4.mul(curved, inversesLeft))
    edge = f32x4.pmax(edge, f32x4.mul(f32x4.mul(fromTx, inversesLeft), f32x4.abs(curved)))
    const rare = f32x4.add(f32x4.add(above, f32x4.mul(rareBends, product)), covers)
    const rareFromTx = f32x4.mul(rare, inversesMade)
    rareTx = f32x4.pmax(rareTx, rareFromTx)
    rareRx = f32x4.pmax(rareRx, f32x4.mul(rare, inversesLeft))
    rareEdge = f32x4.pmax(rareEdge, f32x4.mul(f32x4.mul(rareFromTx, inversesLeft), f32x4.abs(rare)))
    places = f32x4.add(places, four)
  }
  note(0, highest)
  note(1, txFlat)
  note(2, rxFlat)
  note(3, txSlope)
  note(4, rxSlope)
  note(5, edge)
  note(6, rareTx)
  note(7, rareRx)
  note(8, rareEdge)
  note(9, bareTx)
  note(10, bareRx)
  noteFirst(11, bareTx, txAt)
  noteLast(12, bareRx, rxAt)
  noteLast(13, bareEdge, edgeAt)
}

/** Stores the first of the steps whose lanes have the maximum. */
function noteFirst(slot: usize, values: v128, at: v128): void {
  const isGreatest = f32x4.eq(values, highestOf(values))
  note(slot, f32x4.neg(v128.bitselect(at, f32x4.splat(1e9), isGreatest)))
  store<f64>(found + (slot << 3), -load<f64>(found + (slot << 3)))
}

/** Stores the last of the steps whose lanes have the maximum. */
function noteLast(slot: usize, values: v128, at: v128): void {
  const isGreatest = f32x4.eq(values, highestOf(values))
  note(slot, v128.bitselect(at, f32x4.splat(-1e9), isGreatest))
}

/** Maximum height from step `from` to `to` above a line of `slope` through the transmitting antenna. */
export function roughness(from: i32, to: i32, slope: f64): f64 {
  const slopes = f32x4.splat(<f32>slope)
  const ends = f32x4.splat(<f32>to)
  let rough = f32x4.splat(NOTHING)
  for (let i = from; i <= to; i += 4) {
    const at = f32x4.add(f32x4.splat(<f32>i), f32x4(0, 1, 2, 3))
    const over = f32x4.sub(v128.load(heights + ((<usize>i) << 2)), f32x4.mul(slopes, at))
    rough = f32x4.pmax(rough, v128.bitselect(over, f32x4.splat(NOTHING), f32x4.le(at, ends)))
  }
  return <f64>f32x4.extract_lane(highestOf(rough), 0)
}
