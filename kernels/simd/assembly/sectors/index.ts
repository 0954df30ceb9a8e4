/**
 * Line-of-sight ray sweep, one work item at a time: a tile of posts of one octant, with its rays and cells.
 * Rays and cells are processed in fours, groups of lines outwards, so that little state is kept per ray.
 * The JavaScript side is `engines/sight/sweep/sweep.ts`; its README.md describes the geometry.
 *
 * Units: posts for positions across (u) and along (line numbers t), metres for depths and heights (relative
 * to the transmitting antenna). The depth of a point is its distance times the cosine of its angle to the
 * octant's axis; slopes are per metre of depth: height/depth − depth·drop, where drop is 1/(2·k·R) over the
 * squared cosine.
 */

import { bound, boundAbove, limitWhole, rise } from './bands'
import { decide } from './cells'
import {
  ABOVE,
  ACTIVE,
  AFTER,
  BELOW,
  BELOW_RIGHT,
  cellRow,
  GROUP,
  HIDDEN,
  HORIZONS,
  itemNumber,
  limitRow,
  QUADS,
  RAISED,
  RAY_BYTES,
  RAYS,
  REACHED,
  REACHED_NEXT,
  SEEN_BELOW,
  SEEN_BELOW_RIGHT,
  STATE,
} from './layout'
import { passOver, placeRays } from './passing'
import { raise } from './rays'

export { AFTER, CELL_ROWS, CLASSES, open, POSTS, RAY_ROWS, STATE, TOPMOST } from './layout'
export { copyPosts, face } from './posts'

const BYTES: usize = (<usize>RAYS) << 2

/** Extends an array at both ends with its end values, for vector reads. */
function pad(values: usize): void {
  store<f32>(values - 4, load<f32>(values))
  const last = load<f32>(values + BYTES - 4)
  for (let n = 0; n < 4; n++) store<f32>(values + BYTES + ((<usize>n) << 2), last)
}

function start(): void {
  memory.copy(HORIZONS, STATE, BYTES)
  memory.copy(BELOW, STATE + 2 * BYTES, BYTES)
  memory.copy(BELOW_RIGHT, STATE + 3 * BYTES, BYTES)
  pad(HORIZONS)
  pad(BELOW)
  pad(BELOW_RIGHT)
  for (let ray = 0; ray < RAYS; ray++) {
    const place = (<usize>ray) << 2
    const above = load<f32>(STATE + BYTES + place)
    store<f32>(REACHED + place, above + load<f32>(HORIZONS + place))
    store<f32>(REACHED_NEXT + place, above + load<f32>(HORIZONS + place + 4))
  }
}

/** Group of lines that contains a run of cells. */
function groupOf(run: i32): i32 {
  return (<i32>ceil(load<f32>(cellRow(3, run))) - 1) / GROUP
}

/** Evaluates a group of lines: raises horizons, updates bounds. True if any quad of rays was not culled. */
function look(group: i32): bool {
  let some = false
  for (let quad = 0; quad < QUADS; quad++) {
    if (load<u8>(ACTIVE + <usize>quad) !== 0) {
      raise(quad, group)
      some = true
    } else {
      v128.store(RAISED + ((<usize>quad) << 4), v128.load(HORIZONS + ((<usize>quad) << 4)))
    }
  }
  if (!some) return false
  pad(RAISED)
  for (let quad = 0; quad < QUADS; quad++) {
    rise(quad)
    if (load<u8>(ACTIVE + <usize>quad) !== 0) {
      bound(quad, group, quad + 1 === QUADS || load<u8>(ACTIVE + <usize>(quad + 1)) !== 0)
    }
  }
  return true
}

function advance(): void {
  memory.copy(HORIZONS, RAISED, BYTES)
  pad(HORIZONS)
  // The last ray has no sector on its right.
  store<f32>(BELOW + BYTES - 4, load<f32>(BELOW + BYTES - 8))
  store<f32>(BELOW_RIGHT + BYTES - 4, load<f32>(BELOW_RIGHT + BYTES - 8))
  pad(BELOW)
  pad(BELOW_RIGHT)
}

/** Saves the bounds before each group of lines, for comparison with cells. */
function keep(): void {
  for (let quad = 0; quad < QUADS; quad++) boundAbove(quad)
  memory.copy(SEEN_BELOW, BELOW, RAY_BYTES - 32)
  memory.copy(SEEN_BELOW_RIGHT, BELOW_RIGHT, RAY_BYTES - 32)
}

/**
 * Sweeps a work item outwards and classifies its runs of cells; returns the number of undecided cells.
 * `receiverM` is above ground if `followGround` is 1, else relative to the transmitting antenna.
 */
export function sweep(runs: i32, receiverM: f32, followGround: f32): i32 {
  const groups = <i32>itemNumber(0)
  let run = 0
  let undecided = 0
  start()
  placeRays(0)
  for (let group = 0; group < groups; group++) {
    passOver(group, receiverM, followGround)
    const hasRuns = run < runs && groupOf(run) === group
    if (hasRuns) keep()
    const hasRisen = look(group)
    if (hasRuns) {
      for (let quad = 0; quad < QUADS; quad++) {
        if (load<u8>(ACTIVE + <usize>quad) === 0) limitWhole(quad, group)
      }
      for (; run < runs && groupOf(run) === group; run++) {
        undecided += decide(run, group, receiverM, followGround)
      }
    }
    if (hasRisen) advance()
  }
  keep()
  store<f32>(ABOVE + BYTES - 4, load<f32>(ABOVE + BYTES - 8))
  if (run < runs) {
    // For the lines beyond the last group, no cell is hidden and no line is skipped.
    memory.fill(HIDDEN, 0, <usize>QUADS)
    for (let n = 0; n < GROUP; n++) {
      for (let quad = 0; quad < QUADS; quad++) {
        v128.store(limitRow(n) + ((<usize>quad) << 4), f32x4.splat(f32.MAX_VALUE))
      }
    }
  }
  for (; run < runs; run++) undecided += decide(run, groupOf(run), receiverM, followGround)
  memory.copy(AFTER, HORIZONS, BYTES)
  memory.copy(AFTER + BYTES, ABOVE, BYTES)
  memory.copy(AFTER + 2 * BYTES, BELOW, BYTES)
  memory.copy(AFTER + 3 * BYTES, BELOW_RIGHT, BYTES)
  return undecided
}
