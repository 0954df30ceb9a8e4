/**
 * Line of sight between shared rays, an item of an octant at a time: what `models/los/device/` has for a GPU, in
 * WebAssembly. Rays and cells go by fours, groups of lines one after the other outwards, so that what is known before a
 * group is a number a ray. `models/los/sectors.ts` has the other end.
 */

import { bound, boundAbove, rise } from './bands'
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
  LINES,
  QUADS,
  RAISED,
  RAYS,
  REACHED,
  REACHED_NEXT,
  STATE,
} from './layout'
import { passOver } from './passing'
import { raise } from './rays'

export { AFTER, CELL_ROWS, CLASSES, END, POSTS, RAY_ROWS, STATE, TOPMOST } from './layout'

const GROUPS: i32 = LINES / GROUP
const BYTES: usize = (<usize>RAYS) << 2

/** Beyond the first and last ray, for vectors that look there. */
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

/** Which group of lines a run of cells lies in. */
function groupOf(run: i32): i32 {
  return (<i32>ceil(load<f32>(cellRow(3, run))) - 1) / GROUP
}

function advance(group: i32): void {
  let some = false
  for (let quad = 0; quad < QUADS; quad++) {
    if (load<u8>(ACTIVE + <usize>quad) !== 0) {
      raise(quad, group)
      some = true
    } else {
      v128.store(RAISED + ((<usize>quad) << 4), v128.load(HORIZONS + ((<usize>quad) << 4)))
    }
  }
  if (!some) return
  pad(RAISED)
  for (let quad = 0; quad < QUADS; quad++) {
    rise(quad)
    if (load<u8>(ACTIVE + <usize>quad) !== 0) {
      bound(quad, group, quad + 1 === QUADS || load<u8>(ACTIVE + <usize>(quad + 1)) !== 0)
    }
  }
  memory.copy(HORIZONS, RAISED, BYTES)
  pad(HORIZONS)
  // The last ray has none to its right.
  store<f32>(BELOW + BYTES - 4, load<f32>(BELOW + BYTES - 8))
  store<f32>(BELOW_RIGHT + BYTES - 4, load<f32>(BELOW_RIGHT + BYTES - 8))
  pad(BELOW)
  pad(BELOW_RIGHT)
}

/**
 * Sweeps an item outwards, and decides its runs of cells. Returns how many cells are left in doubt.
 * `receiverM` is above ground where `followGround` is 1, else relative to the transmitting antenna.
 */
export function sweep(runs: i32, receiverM: f32, followGround: f32): i32 {
  const groups = <i32>itemNumber(0)
  let run = 0
  let undecided = 0
  start()
  for (let group = 0; group < groups; group++) {
    passOver(group, receiverM, followGround)
    if (run < runs && groupOf(run) === group) {
      for (let quad = 0; quad < QUADS; quad++) boundAbove(quad)
      for (; run < runs && groupOf(run) === group; run++) {
        undecided += decide(run, group, receiverM, followGround)
      }
    }
    advance(group)
  }
  for (let quad = 0; quad < QUADS; quad++) boundAbove(quad)
  store<f32>(ABOVE + BYTES - 4, load<f32>(ABOVE + BYTES - 8))
  if (groups < GROUPS) memory.fill(HIDDEN, 0, <usize>QUADS)
  for (; run < runs; run++) undecided += decide(run, groupOf(run), receiverM, followGround)
  memory.copy(AFTER, HORIZONS, BYTES)
  memory.copy(AFTER + BYTES, ABOVE, BYTES)
  memory.copy(AFTER + 2 * BYTES, BELOW, BYTES)
  memory.copy(AFTER + 3 * BYTES, BELOW_RIGHT, BYTES)
  return undecided
}
