/** What rays and cells need not look at, as in `models/los/device/culling-kernels.ts`. */

import {
  ACROSS,
  ACTIVE,
  BELOW,
  BELOW_RIGHT,
  CULL_PART,
  GROUP,
  HIDDEN,
  HORIZONS,
  highestOf,
  itemNumber,
  lowestOf,
  POSTS,
  QUADS,
  RAYS,
  ROW_BYTES,
  rayRow,
  TOPS,
  topmostRow,
} from './layout'

function at(row: i32, ray: i32, t: f32): f32 {
  const place = (<usize>ray) << 2
  const c0 = load<f32>(rayRow(row) + place)
  const c1 = load<f32>(rayRow(row + 1) + place)
  return c0 + t * (c1 + t * load<f32>(rayRow(row + 2) + place))
}

/** Depths begin in row 3; in row 6 is the drop. */
const ACROSS_ROW: i32 = 0
const DEPTH_ROW: i32 = 3
const DROP_ROW: i32 = 6

function firstColumn(ray: i32, t: f32, tEnd: f32): i32 {
  const low = <f64>min(at(ACROSS_ROW, ray, t), at(ACROSS_ROW, ray, tEnd))
  return <i32>min(max(floor(low) - 1, 0), <f64>(ACROSS - 2))
}

function lastColumn(ray: i32, t: f32, tEnd: f32): i32 {
  const high = <f64>max(at(ACROSS_ROW, ray, t), at(ACROSS_ROW, ray, tEnd))
  return <i32>min(max(floor(high) + 3, 0), <f64>(ACROSS - 1))
}

/** Highest post of each column that the item's rays come by over a group of lines. */
function columnTops(group: i32, t: f32, tEnd: f32): void {
  // A column more, as rays that are hardly apart may change places by rounding.
  const firstAt = max(firstColumn(0, t, tEnd) - 1, 0) & ~3
  const lastAt = min(lastColumn(RAYS - 1, t, tEnd) + 1, ACROSS - 1)
  const row = POSTS + <usize>(group * GROUP) * ROW_BYTES
  for (let column = firstAt; column <= lastAt; column += 4) {
    let place = row + ((<usize>column) << 2)
    let top = v128.load(place)
    for (let n = 0; n < GROUP; n++) {
      place += ROW_BYTES
      top = f32x4.pmax(top, v128.load(place))
    }
    v128.store(TOPS + ((<usize>column) << 2), top)
  }
}

/**
 * Notes which quads have to look at a group of lines, whose cells it hides, and what its ground can reach at most. A quad looks at the ray before it and the
 * two after it too; highest slopes of the ground are those of its highest post at the nearer or the farther end.
 */
export function passOver(group: i32, receiverM: f32, followGround: f32): void {
  const t = <f32>(group * GROUP)
  const tEnd = t + <f32>GROUP
  columnTops(group, t, tEnd)
  const bulgeM = itemNumber(3)
  const bulgeMPerSlope = itemNumber(4)
  for (let quad = 0; quad < QUADS; quad++) {
    const ray = max(4 * quad - 1, 0)
    const last = min(4 * quad + 5, RAYS - 1)
    const lastAt = lastColumn(last, t, tEnd)
    let tops = v128.load(TOPS + ((<usize>lastAt) << 2) - 12)
    for (let column = firstColumn(ray, t, tEnd); column <= lastAt - 4; column += 4) {
      tops = f32x4.pmax(tops, v128.load(TOPS + ((<usize>column) << 2)))
    }
    const top = highestOf(tops)
    const place = ((<usize>(4 * quad)) << 2) - 4
    const low = lowestOf(f32x4.pmin(v128.load(HORIZONS + place), v128.load(HORIZONS + place + 12)))
    const left = f32x4.pmax(v128.load(BELOW + place), v128.load(BELOW + place + 12))
    const right = f32x4.pmax(v128.load(BELOW_RIGHT + place), v128.load(BELOW_RIGHT + place + 12))
    const band = highestOf(f32x4.pmax(left, right))
    const near = min(at(DEPTH_ROW, ray, t), at(DEPTH_ROW, last, t))
    const far = max(at(DEPTH_ROW, ray, tEnd), at(DEPTH_ROW, last, tEnd))
    const drops = rayRow(DROP_ROW)
    const drop = min(load<f32>(drops + ((<usize>ray) << 2)), load<f32>(drops + ((<usize>last) << 2)))
    const perNear = <f32>1 / near
    const perFar = <f32>1 / far
    const both = abs(low) + <f32>2 * far * drop
    const size = abs(top) * perNear + both
    const steep = max(top * perNear, top * perFar) - near * drop
    const margin = (bulgeM + bulgeMPerSlope * size) * perNear + CULL_PART * size
    const topmost = steep + margin
    store<u8>(ACTIVE + <usize>quad, <u8>(topmost > low))
    v128.store(topmostRow(group) + ((<usize>quad) << 4), f32x4.splat(topmost))
    const antenna = followGround * top + receiverM
    const sizeThere = abs(antenna) * perNear + both
    const steepThere = max(antenna * perNear, antenna * perFar) - near * drop
    const marginThere = (bulgeM + bulgeMPerSlope * sizeThere) * perNear + CULL_PART * sizeThere
    store<u8>(HIDDEN + <usize>quad, <u8>(steepThere + marginThere < low - band))
  }
}
