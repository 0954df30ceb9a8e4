/**
 * Bounds of the true horizon of all paths between ray k and ray k + 1, as slopes, updated per group of lines:
 * lerp(horizon) − below ≤ true horizon ≤ lerp(horizon) + above. Proof: engines/sight/sweep/README.md.
 */

import {
  ABOVE,
  acrossAt,
  BELOW,
  BELOW_RIGHT,
  CLIFF_M,
  clamped,
  depthsAt,
  GROUP,
  HORIZONS,
  highestOf,
  itemNumber,
  LAST_QUADRUPLE,
  LAST_TRIPLE,
  LINE_REACHES,
  limitRow,
  NO_HORIZON,
  POSTS,
  quadratic,
  RAISED,
  REACHED,
  REACHED_NEXT,
  REACHES,
  ROW_BYTES,
  rayRow,
  SLOPE_BYTES,
  SLOPES,
  topmostRow,
} from './layout'

/** Absolute height differences of neighboring posts, one per lane; 0 if a post is unknown. */
function steps(place: usize): v128 {
  const step = f32x4.abs(f32x4.sub(v128.load(place, 4), v128.load(place)))
  return v128.and(step, f32x4.lt(step, f32x4.splat(CLIFF_M)))
}

/** Greatest height step between adjacent posts near paths between each of a quad's rays and the next ray. */
function roughness(quad: i32, group: i32): v128 {
  const place = (<usize>quad) << 4
  const u0 = v128.load(rayRow(0) + place)
  const u1 = v128.load(rayRow(1) + place)
  const u2 = v128.load(rayRow(2) + place)
  const one = f32x4.splat(1)
  let t = f32x4.splat(<f32>(group * GROUP))
  let row = POSTS + <usize>(group * GROUP) * ROW_BYTES - 4
  let rough0 = f32x4.splat(0)
  let rough1 = f32x4.splat(0)
  let rough2 = f32x4.splat(0)
  let rough3 = f32x4.splat(0)
  for (let n = 0; n <= GROUP; n++) {
    const columns = i32x4.trunc_sat_f32x4_s(clamped(f32x4.floor(quadratic(u0, u1, u2, t)), 1, LAST_QUADRUPLE))
    rough0 = f32x4.pmax(rough0, steps(row + ((<usize>i32x4.extract_lane(columns, 0)) << 2)))
    rough1 = f32x4.pmax(rough1, steps(row + ((<usize>i32x4.extract_lane(columns, 1)) << 2)))
    rough2 = f32x4.pmax(rough2, steps(row + ((<usize>i32x4.extract_lane(columns, 2)) << 2)))
    rough3 = f32x4.pmax(rough3, steps(row + ((<usize>i32x4.extract_lane(columns, 3)) << 2)))
    t = f32x4.add(t, one)
    row += ROW_BYTES
  }
  return f32x4(highestOf(rough0), highestOf(rough1), highestOf(rough2), highestOf(rough3))
}

/** Four posts of a line, one per lane, at the columns `column` counted from address `row`. */
function postsAt(row: usize, column: v128): v128 {
  let posts = v128.load_zero<u32>(row + ((<usize>i32x4.extract_lane(column, 0)) << 2))
  posts = v128.load_lane<u32>(row + ((<usize>i32x4.extract_lane(column, 1)) << 2), posts, 1)
  posts = v128.load_lane<u32>(row + ((<usize>i32x4.extract_lane(column, 2)) << 2), posts, 2)
  return v128.load_lane<u32>(row + ((<usize>i32x4.extract_lane(column, 3)) << 2), posts, 3)
}

/**
 * Lanes where paths shifted by `shift` touch an unknown post that their rays do not touch; `row` is the
 * address of the posts right of `left`.
 */
function overUnknown(row: usize, u: v128, uNext: v128, left: v128, shift: f32): v128 {
  const column = i32x4.trunc_sat_f32x4_s(left)
  const unknown = f32x4.splat(-CLIFF_M)
  const x = f32x4.sub(uNext, left)
  const before = f32x4.lt(f32x4.sub(u, left), f32x4.splat(shift))
  const after = f32x4.gt(x, f32x4.splat(1 - shift))
  const beyond = f32x4.gt(x, f32x4.splat(2 - shift))
  return v128.or(
    v128.and(before, f32x4.lt(postsAt(row - 8, column), unknown)),
    v128.or(
      v128.and(after, f32x4.lt(postsAt(row + 4, column), unknown)),
      v128.and(beyond, f32x4.lt(postsAt(row + 8, column), unknown)),
    ),
  )
}

/** Fraction added to the slope of a post outside a sector, because its depth is extrapolated. */
const BESIDE_PART: f32 = 3e-5

/** Slope of a post `apart` posts from ray `u` of a quad, towards or away from the next ray; rounded up. */
function besideSlope(
  post: v128,
  apart: v128,
  u: v128,
  uNext: v128,
  depth: v128,
  depthNext: v128,
  drop: v128,
): v128 {
  const across = f32x4.div(apart, f32x4.sub(uNext, u))
  const depthHere = f32x4.add(depth, f32x4.mul(across, f32x4.sub(depthNext, depth)))
  const slope = f32x4.sub(f32x4.div(post, depthHere), f32x4.mul(depthHere, drop))
  return f32x4.add(slope, f32x4.mul(f32x4.splat(BESIDE_PART), f32x4.abs(slope)))
}

/**
 * Highest slope of known posts of a line that paths may cross although the rays do not: within `reach` posts to the
 * left of rays at u over unknown ground, and to the right of rays at uNext. `row` is the line's first post.
 */
function besideUnknown(
  row: usize,
  reach: v128,
  u: v128,
  uNext: v128,
  depth: v128,
  depthNext: v128,
  drop: v128,
): v128 {
  const unknown = f32x4.splat(-CLIFF_M)
  const none = f32x4.splat(NO_HORIZON)
  const left = clamped(f32x4.floor(u), 1, LAST_TRIPLE)
  const column = i32x4.trunc_sat_f32x4_s(left)
  const leftNext = clamped(f32x4.floor(uNext), 1, LAST_TRIPLE)
  const columnNext = i32x4.trunc_sat_f32x4_s(leftNext)
  const isOver = f32x4.lt(postsAt(row + 4, column), unknown)
  const isOverNext = f32x4.lt(postsAt(row, columnNext), unknown)
  let highest = none
  if (!v128.any_true(v128.or(isOver, isOverNext))) return highest
  for (let n = 0; n < 2; n++) {
    const before = f32x4.sub(f32x4.sub(left, f32x4.splat(<f32>n)), u)
    const after = f32x4.sub(f32x4.add(leftNext, f32x4.splat(<f32>(n + 1))), uNext)
    const postBefore = postsAt(row - ((<usize>n) << 2), column)
    const postAfter = postsAt(row + 4 + ((<usize>n) << 2), columnNext)
    const isBefore = v128.and(isOver, f32x4.lt(f32x4.neg(before), reach))
    const isAfter = v128.and(isOverNext, f32x4.lt(after, reach))
    const slopeBefore = besideSlope(postBefore, before, u, uNext, depth, depthNext, drop)
    const afterRay = f32x4.add(after, f32x4.sub(uNext, u))
    const slopeAfter = besideSlope(postAfter, afterRay, u, uNext, depth, depthNext, drop)
    highest = f32x4.pmax(highest, v128.bitselect(slopeBefore, none, isBefore))
    highest = f32x4.pmax(highest, v128.bitselect(slopeAfter, none, isAfter))
  }
  return highest
}

/** `limit` for a quad that culled the group: no line has a tighter bound than the whole group. */
export function limitWhole(quad: i32, group: i32): void {
  const place = (<usize>quad) << 4
  const topmost = v128.load(topmostRow(group) + place)
  for (let n = 0; n < GROUP; n++) v128.store(limitRow(n) + place, topmost)
}

/** Slopes of posts between a quad's rays and the next rays on a group's first line; NO_HORIZON if none. */
function betweenAtStart(quad: i32, group: i32): v128 {
  const place = (<usize>quad) << 4
  const next = place + 4
  const none = f32x4.splat(NO_HORIZON)
  const u = v128.load(acrossAt(group) + place)
  const uNext = v128.load(acrossAt(group) + next)
  const left = clamped(f32x4.floor(u), 1, LAST_TRIPLE)
  const right = f32x4.add(left, f32x4.splat(1))
  const isBetween = f32x4.lt(right, uNext)
  if (!v128.any_true(isBetween)) return none
  const depth = v128.load(depthsAt(group) + place)
  const depthNext = v128.load(depthsAt(group) + next)
  const across = f32x4.div(f32x4.sub(right, u), f32x4.sub(uNext, u))
  const depthHere = f32x4.add(depth, f32x4.mul(across, f32x4.sub(depthNext, depth)))
  const drop = v128.load(rayRow(6) + place)
  const dropHere = f32x4.add(drop, f32x4.mul(across, f32x4.sub(v128.load(rayRow(6) + next), drop)))
  const row = POSTS + <usize>(group * GROUP) * ROW_BYTES + 4
  const post = postsAt(row, i32x4.trunc_sat_f32x4_s(left))
  const slope = f32x4.sub(f32x4.div(post, depthHere), f32x4.mul(depthHere, dropHere))
  return v128.bitselect(slope, none, isBetween)
}

/** Updates a quad's sector bounds by a group of lines. `nextLooks`: the next quad did not cull the group. */
export function bound(quad: i32, group: i32, nextLooks: bool): void {
  const place = (<usize>quad) << 4
  const next = place + 4
  const u0 = v128.load(rayRow(0) + place)
  const u1 = v128.load(rayRow(1) + place)
  const u2 = v128.load(rayRow(2) + place)
  const v0 = v128.load(rayRow(0) + next)
  const v1 = v128.load(rayRow(1) + next)
  const v2 = v128.load(rayRow(2) + next)
  const depth0 = v128.load(rayRow(3) + place)
  const depth1 = v128.load(rayRow(4) + place)
  const depth2 = v128.load(rayRow(5) + place)
  const next0 = v128.load(rayRow(3) + next)
  const next1 = v128.load(rayRow(4) + next)
  const next2 = v128.load(rayRow(5) + next)
  const drop = v128.load(rayRow(6) + place)
  const dropStep = f32x4.sub(v128.load(rayRow(6) + next), drop)
  const horizon = v128.load(RAISED + place)
  const horizonNext = v128.load(RAISED + next)
  const horizonStep = f32x4.sub(horizonNext, horizon)
  const one = f32x4.splat(1)
  const none = f32x4.splat(NO_HORIZON)

  const shift = itemNumber(1) + <f32>(group * GROUP + GROUP) * itemNumber(2)
  const steep = f32x4.pmax(f32x4.abs(horizon), f32x4.abs(horizonNext))
  const start = f32x4.splat(<f32>(group * GROUP))
  const bulgeMPerSlope = f32x4.splat(itemNumber(4))
  const bulge = f32x4.add(f32x4.splat(itemNumber(3)), f32x4.mul(bulgeMPerSlope, steep))
  const rough = f32x4.mul(f32x4.splat(shift), roughness(quad, group))
  const bent = f32x4.add(rough, bulge)
  const startDepth = v128.load(depthsAt(group) + place)
  const margin = f32x4.div(bent, startDepth)

  // If the next quad culled the group, the whole group is below that quad's horizons.
  let onNext = f32x4.sub(v128.load(REACHES + next), horizonNext)
  if (!nextLooks) onNext = f32x4.replace_lane(onNext, 3, 0)
  let excess = f32x4.pmax(f32x4.sub(v128.load(REACHES + place), horizon), onNext)
  // Maximum slope in the group: on its rays, and at posts between these rays, including the line before.
  let topmost = betweenAtStart(quad, group)
  if (!nextLooks) {
    const onLast = load<f32>(topmostRow(group) + place + 16)
    topmost = f32x4.replace_lane(topmost, 3, max(onLast, f32x4.extract_lane(topmost, 3)))
  }
  // Ground minus interpolated horizon on the best line so far, in each half of the sector.
  let gapLeft = none
  let gapRight = none
  const half = f32x4.splat(0.5)
  const hasUnknown = itemNumber(5) > 0
  let t = start
  let row = POSTS + <usize>(group * GROUP + 1) * ROW_BYTES + 4
  let slopes = SLOPES + place
  let reaches = LINE_REACHES + place
  for (let n = 0; n < GROUP; n++) {
    t = f32x4.add(t, one)
    const u = quadratic(u0, u1, u2, t)
    const uNext = quadratic(v0, v1, v2, t)
    const left = clamped(f32x4.floor(u), 1, LAST_TRIPLE)
    const right = f32x4.add(left, one)
    // Lanes with a post between the sector's two rays.
    const isBetween = f32x4.lt(right, uNext)
    const overRay = f32x4.sub(v128.load(slopes), horizon)
    let overNext = f32x4.sub(v128.load(slopes, 4), horizonNext)
    if (!nextLooks) overNext = f32x4.replace_lane(overNext, 3, NO_HORIZON)
    let overMiddle = f32x4.mul(half, f32x4.add(overRay, overNext))
    let lowLeft = f32x4.pmin(overRay, overMiddle)
    let lowRight = f32x4.pmin(overNext, overMiddle)
    if (v128.any_true(isBetween)) {
      const post = postsAt(row, i32x4.trunc_sat_f32x4_s(left))
      const depth = quadratic(depth0, depth1, depth2, t)
      const depthNext = quadratic(next0, next1, next2, t)
      const across = f32x4.div(f32x4.sub(right, u), f32x4.sub(uNext, u))
      const depthHere = f32x4.add(depth, f32x4.mul(across, f32x4.sub(depthNext, depth)))
      const dropHere = f32x4.add(drop, f32x4.mul(across, dropStep))
      const level = f32x4.add(horizon, f32x4.mul(across, horizonStep))
      const slope = f32x4.sub(f32x4.div(post, depthHere), f32x4.mul(depthHere, dropHere))
      const over = f32x4.sub(slope, level)
      excess = f32x4.pmax(excess, v128.bitselect(over, none, isBetween))
      topmost = f32x4.pmax(topmost, v128.bitselect(slope, none, isBetween))
      // The middle path crosses the chord from the post to the ray on the far side.
      const isLeft = f32x4.lt(across, half)
      const end = v128.bitselect(overNext, overRay, isLeft)
      const reach = v128.bitselect(f32x4.sub(one, across), across, isLeft)
      const onChord = f32x4.add(end, f32x4.mul(f32x4.div(half, reach), f32x4.sub(over, end)))
      overMiddle = v128.bitselect(onChord, overMiddle, isBetween)
      lowLeft = f32x4.pmin(overRay, overMiddle)
      lowRight = f32x4.pmin(overNext, overMiddle)
      lowLeft = v128.bitselect(f32x4.pmin(lowLeft, over), lowLeft, v128.and(isBetween, isLeft))
      lowRight = v128.bitselect(f32x4.pmin(lowRight, over), lowRight, v128.andnot(isBetween, isLeft))
    }
    topmost = f32x4.pmax(topmost, v128.load(reaches))
    let onNextLine = v128.load(reaches, 4)
    if (!nextLooks) onNextLine = f32x4.replace_lane(onNextLine, 3, NO_HORIZON)
    topmost = f32x4.pmax(topmost, onNextLine)
    if (hasUnknown) {
      // A path shifted by `shift` may leave known ground only beyond the next line.
      const slant = f32x4.abs(f32x4.add(u1, f32x4.mul(f32x4.add(t, t), u2)))
      const reach = f32x4.add(f32x4.splat(shift), f32x4.add(slant, f32x4.abs(u2)))
      const depth = quadratic(depth0, depth1, depth2, t)
      const depthNext = quadratic(next0, next1, next2, t)
      const beside = besideUnknown(row - 4, reach, u, uNext, depth, depthNext, drop)
      excess = f32x4.pmax(excess, f32x4.sub(beside, f32x4.pmin(horizon, horizonNext)))
      topmost = f32x4.pmax(topmost, beside)
    }
    v128.store(limitRow(n) + place, topmost)
    reaches += SLOPE_BYTES
    if (hasUnknown) {
      const isUnknown = overUnknown(row, u, uNext, left, shift)
      lowLeft = v128.bitselect(none, lowLeft, isUnknown)
      lowRight = v128.bitselect(none, lowRight, isUnknown)
    }
    gapLeft = f32x4.pmax(gapLeft, lowLeft)
    gapRight = f32x4.pmax(gapRight, lowRight)
    row += ROW_BYTES
    slopes += SLOPE_BYTES
  }
  for (let n = 0; n < GROUP; n++) {
    const limit = limitRow(n) + place
    const raised = v128.load(limit)
    const steepThere = f32x4.pmax(steep, f32x4.abs(raised))
    const bulgeThere = f32x4.add(f32x4.splat(itemNumber(3)), f32x4.mul(bulgeMPerSlope, steepThere))
    v128.store(limit, f32x4.add(raised, f32x4.div(f32x4.add(rough, bulgeThere), startDepth)))
  }
  v128.store(topmostRow(group) + place, v128.load(limitRow(GROUP - 1) + place))
  excess = f32x4.add(excess, margin)
  v128.store(REACHED + place, f32x4.pmax(v128.load(REACHED + place), f32x4.add(excess, horizon)))
  v128.store(
    REACHED_NEXT + place,
    f32x4.pmax(v128.load(REACHED_NEXT + place), f32x4.add(excess, horizonNext)),
  )
  v128.store(BELOW + place, f32x4.pmin(v128.load(BELOW + place), f32x4.sub(margin, gapLeft)))
  const before = v128.load(BELOW_RIGHT + place)
  v128.store(BELOW_RIGHT + place, f32x4.pmin(before, f32x4.sub(margin, gapRight)))
}

/** Sum rounded up, because rounding to nearest would lose many small rises. */
function roundedUp(sum: v128): v128 {
  return f32x4.add(sum, f32x4.mul(f32x4.abs(sum), f32x4.splat(2.4e-7)))
}

/** Adds the rises of a quad's rays to the lower bounds of its sectors. */
export function rise(quad: i32): void {
  const place = (<usize>quad) << 4
  const next = place + 4
  const onRay = f32x4.sub(v128.load(RAISED + place), v128.load(HORIZONS + place))
  const onNext = f32x4.sub(v128.load(RAISED + next), v128.load(HORIZONS + next))
  const inMiddle = f32x4.mul(f32x4.splat(0.5), f32x4.add(onRay, onNext))
  v128.store(BELOW + place, roundedUp(f32x4.add(v128.load(BELOW + place), f32x4.pmax(onRay, inMiddle))))
  v128.store(
    BELOW_RIGHT + place,
    roundedUp(f32x4.add(v128.load(BELOW_RIGHT + place), f32x4.pmax(onNext, inMiddle))),
  )
}

/** Computes the upper bounds of all sectors of a quad. */
export function boundAbove(quad: i32): void {
  const place = (<usize>quad) << 4
  const onRay = f32x4.sub(v128.load(REACHED + place), v128.load(HORIZONS + place))
  const onNext = f32x4.sub(v128.load(REACHED_NEXT + place), v128.load(HORIZONS + place + 4))
  v128.store(ABOVE + place, f32x4.pmax(onRay, onNext))
}
