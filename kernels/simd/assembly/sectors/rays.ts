/**
 * Upper bounds of the ground's slopes on four rays over a group of lines: at each line and column crossed,
 * and between crossings at the parabola's vertex with the depth of the line before, so that bounds are never
 * too low.
 */

import {
  crossing,
  excessInside,
  first,
  fourth,
  heightAtCrossing,
  heightBeside,
  second,
  third,
} from './ground'
import {
  clamped,
  GROUP,
  HORIZONS,
  LAST_PAIR,
  LINE_REACHES,
  NO_HORIZON,
  POSTS,
  quadratic,
  RAISED,
  REACHES,
  ROW_BYTES,
  rayRow,
  SLOPE_BYTES,
  SLOPES,
} from './layout'

/** Raises the horizons of a quad of rays by a group of lines, and stores the slopes at each line. */
export function raise(quad: i32, group: i32): void {
  const place = (<usize>quad) << 4
  const u0 = v128.load(rayRow(0) + place)
  const u1 = v128.load(rayRow(1) + place)
  const u2 = v128.load(rayRow(2) + place)
  const depth0 = v128.load(rayRow(3) + place)
  const depth1 = v128.load(rayRow(4) + place)
  const depth2 = v128.load(rayRow(5) + place)
  const drop = v128.load(rayRow(6) + place)
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  let t = f32x4.splat(<f32>(group * GROUP))
  let row = POSTS + <usize>(group * GROUP) * ROW_BYTES
  let u = quadratic(u0, u1, u2, t)
  let depth = quadratic(depth0, depth1, depth2, t)
  let inverse = f32x4.div(one, depth)
  // Rounding may move a ray slightly below column 2, where a stationary path would cross another column.
  let left = clamped(f32x4.floor(u), 1, LAST_PAIR)
  const columns = i32x4.trunc_sat_f32x4_s(left)
  const at0 = row + ((<usize>i32x4.extract_lane(columns, 0)) << 2)
  const at1 = row + ((<usize>i32x4.extract_lane(columns, 1)) << 2)
  const at2 = row + ((<usize>i32x4.extract_lane(columns, 2)) << 2)
  const at3 = row + ((<usize>i32x4.extract_lane(columns, 3)) << 2)
  const pair01 = v128.load_lane<u64>(at1, v128.load_zero<u64>(at0), 1)
  const pair23 = v128.load_lane<u64>(at3, v128.load_zero<u64>(at2), 1)
  const h0 = v128.shuffle<f32>(pair01, pair23, 0, 2, 4, 6)
  const h1 = v128.shuffle<f32>(pair01, pair23, 1, 3, 5, 7)
  let heightA = f32x4.add(h0, f32x4.mul(f32x4.sub(u, left), f32x4.sub(h1, h0)))
  let slopeA = f32x4.sub(f32x4.mul(heightA, inverse), f32x4.mul(depth, drop))
  let best = f32x4.splat(NO_HORIZON)
  let slopes = SLOPES + place
  let reaches = LINE_REACHES + place
  for (let n = 0; n < GROUP; n++) {
    t = f32x4.add(t, one)
    const uNext = quadratic(u0, u1, u2, t)
    const depthNext = quadratic(depth0, depth1, depth2, t)
    const inverseNext = f32x4.div(one, depthNext)
    const leftNext = clamped(f32x4.floor(uNext), 1, LAST_PAIR)
    const c = f32x4.pmax(left, leftNext)
    const column = i32x4.trunc_sat_f32x4_s(c)
    const c0 = row - 8 + ((<usize>i32x4.extract_lane(column, 0)) << 2)
    const c1 = row - 8 + ((<usize>i32x4.extract_lane(column, 1)) << 2)
    const c2 = row - 8 + ((<usize>i32x4.extract_lane(column, 2)) << 2)
    const c3 = row - 8 + ((<usize>i32x4.extract_lane(column, 3)) << 2)
    const a0 = v128.load(c0)
    const a1 = v128.load(c1)
    const a2 = v128.load(c2)
    const a3 = v128.load(c3)
    const b0 = v128.load(c0 + ROW_BYTES)
    const b1 = v128.load(c1 + ROW_BYTES)
    const b2 = v128.load(c2 + ROW_BYTES)
    const b3 = v128.load(c3 + ROW_BYTES)
    const aF = first(a0, a1, a2, a3)
    const aL = second(a0, a1, a2, a3)
    const aC = third(a0, a1, a2, a3)
    const aR = fourth(a0, a1, a2, a3)
    const bF = first(b0, b1, b2, b3)
    const bL = second(b0, b1, b2, b3)
    const bC = third(b0, b1, b2, b3)
    const bR = fourth(b0, b1, b2, b3)
    const heightB = heightBeside(f32x4.sub(uNext, c), bL, bC, bR)
    const slopeB = f32x4.sub(f32x4.mul(heightB, inverseNext), f32x4.mul(depthNext, drop))
    v128.store(slopes, slopeB)
    slopes += SLOPE_BYTES
    const twistFirst = f32x4.add(f32x4.sub(f32x4.sub(aF, aL), bF), bL)
    const twistLeft = f32x4.add(f32x4.sub(f32x4.sub(aL, aC), bL), bC)
    const twistRight = f32x4.add(f32x4.sub(f32x4.sub(aC, aR), bC), bR)
    const du = f32x4.sub(uNext, u)
    const crosses = v128.or(f32x4.lt(u, c), f32x4.lt(uNext, c))
    const tau = crossing(u, du, c, crosses)
    const heightC = heightAtCrossing(du, tau, aC, bC, heightA, heightB, twistRight, crosses)
    const dDepth = f32x4.sub(depthNext, depth)
    const depthC = f32x4.add(depth, f32x4.mul(tau, dDepth))
    const slopeC = f32x4.sub(f32x4.div(heightC, depthC), f32x4.mul(depthC, drop))
    const level = f32x4.pmax(f32x4.pmax(slopeA, slopeB), slopeC)
    const excess = excessInside(
      u,
      uNext,
      du,
      c,
      tau,
      aL,
      bL,
      twistFirst,
      twistLeft,
      twistRight,
      heightA,
      heightC,
      heightB,
      depth,
      dDepth,
      level,
      drop,
    )
    const reach = f32x4.add(level, f32x4.mul(f32x4.pmax(zero, excess), inverse))
    v128.store(reaches, reach)
    reaches += SLOPE_BYTES
    best = f32x4.pmax(best, reach)
    u = uNext
    depth = depthNext
    inverse = inverseNext
    left = leftNext
    heightA = heightB
    slopeA = slopeB
    row += ROW_BYTES
  }
  v128.store(RAISED + place, f32x4.pmax(v128.load(HORIZONS + place), best))
  v128.store(REACHES + place, best)
}
