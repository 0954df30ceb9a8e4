/**
 * Culling of ground below the horizons of nearer ground. A quad of four neighboring rays is culled as a
 * whole, together with the ray before and the two rays after the quad, so cells whose ray number is off by up
 * to 1 are within the bounds.
 */

import {
  ACROSS,
  ACTIVE,
  acrossAt,
  BELOW,
  BELOW_RIGHT,
  CULL_PART,
  depthsAt,
  GROUP,
  HIDDEN,
  HORIZONS,
  highestOf,
  itemNumber,
  lowestOf,
  POSTS,
  QUADS,
  quadratic,
  RAYS,
  ROW_BYTES,
  rayRow,
  TOPS,
  topmostRow,
} from './layout'

/** Stores the positions of all rays at the first line of a group. */
export function placeRays(group: i32): void {
  const t = f32x4.splat(<f32>(group * GROUP))
  for (let quad = 0; quad < QUADS; quad++) {
    const at = (<usize>quad) << 4
    const u0 = v128.load(rayRow(0) + at)
    const u1 = v128.load(rayRow(1) + at)
    const u2 = v128.load(rayRow(2) + at)
    v128.store(acrossAt(group) + at, quadratic(u0, u1, u2, t))
    const depth0 = v128.load(rayRow(3) + at)
    const depth1 = v128.load(rayRow(4) + at)
    const depth2 = v128.load(rayRow(5) + at)
    v128.store(depthsAt(group) + at, quadratic(depth0, depth1, depth2, t))
  }
}

function rayOf(places: usize, ray: i32): f32 {
  return load<f32>(places + ((<usize>ray) << 2))
}

function firstColumn(ray: i32, group: i32): i32 {
  const low = <f64>min(rayOf(acrossAt(group), ray), rayOf(acrossAt(group + 1), ray))
  return <i32>min(max(floor(low) - 1, 0), <f64>(ACROSS - 2))
}

function lastColumn(ray: i32, group: i32): i32 {
  const high = <f64>max(rayOf(acrossAt(group), ray), rayOf(acrossAt(group + 1), ray))
  return <i32>min(max(floor(high) + 3, 0), <f64>(ACROSS - 1))
}

/** Highest post of each column near the work item's rays, over a group of lines. */
function columnTops(group: i32): void {
  // Includes a further column on each side, as rounding may swap rays that nearly coincide.
  const firstAt = max(firstColumn(0, group) - 1, 0) & ~3
  const lastAt = min(lastColumn(RAYS - 1, group) + 1, ACROSS - 1)
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
 * Marks the quads that have to evaluate a group of lines, and quads whose cells the group hides, using the
 * highest slopes of the group's ground: its highest post at the nearer or the farther end. Slopes of a quad
 * include the ray before and the two rays after the quad.
 */
export function passOver(group: i32, receiverM: f32, followGround: f32): void {
  placeRays(group + 1)
  columnTops(group)
  const bulgeM = itemNumber(3)
  const bulgeMPerSlope = itemNumber(4)
  for (let quad = 0; quad < QUADS; quad++) {
    const ray = max(4 * quad - 1, 0)
    const last = min(4 * quad + 5, RAYS - 1)
    const lastAt = lastColumn(last, group)
    let tops = v128.load(TOPS + ((<usize>lastAt) << 2) - 12)
    for (let column = firstColumn(ray, group); column <= lastAt - 4; column += 4) {
      tops = f32x4.pmax(tops, v128.load(TOPS + ((<usize>column) << 2)))
    }
    const top = highestOf(tops)
    const before = ((<usize>(4 * quad)) << 2) - 4
    const low = lowestOf(f32x4.pmin(v128.load(HORIZONS + before), v128.load(HORIZONS + before + 12)))
    const left = f32x4.pmax(v128.load(BELOW + before), v128.load(BELOW + before + 12))
    const right = f32x4.pmax(v128.load(BELOW_RIGHT + before), v128.load(BELOW_RIGHT + before + 12))
    const band = highestOf(f32x4.pmax(left, right))
    const near = min(rayOf(depthsAt(group), ray), rayOf(depthsAt(group), last))
    const far = max(rayOf(depthsAt(group + 1), ray), rayOf(depthsAt(group + 1), last))
    const drops = rayRow(6)
    const drop = min(rayOf(drops, ray), rayOf(drops, last))
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
