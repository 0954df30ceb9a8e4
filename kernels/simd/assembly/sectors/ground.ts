/**
 * Ground between two lines along four paths at a time. A path leads from u on line a to uNext on line b, and
 * crosses at most the columns c − 1 and c if it goes right, or c if it goes left. aL, aC, aR and bL, bC, bR
 * are the posts at c − 1, c, c + 1.
 */

import { CLIFF_M } from './layout'

export function first(a0: v128, a1: v128, a2: v128, a3: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a0, a1, 0, 4, 1, 5),
    v128.shuffle<f32>(a2, a3, 0, 4, 1, 5),
    0,
    1,
    4,
    5,
  )
}

export function second(a0: v128, a1: v128, a2: v128, a3: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a0, a1, 0, 4, 1, 5),
    v128.shuffle<f32>(a2, a3, 0, 4, 1, 5),
    2,
    3,
    6,
    7,
  )
}

export function third(a0: v128, a1: v128, a2: v128, a3: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a0, a1, 2, 6, 3, 7),
    v128.shuffle<f32>(a2, a3, 2, 6, 3, 7),
    0,
    1,
    4,
    5,
  )
}

export function fourth(a0: v128, a1: v128, a2: v128, a3: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a0, a1, 2, 6, 3, 7),
    v128.shuffle<f32>(a2, a3, 2, 6, 3, 7),
    2,
    3,
    6,
    7,
  )
}

/** Height at `x` posts from the middle of three posts. */
export function heightBeside(x: v128, left: v128, middle: v128, right: v128): v128 {
  const isLeft = f32x4.lt(x, f32x4.splat(0))
  const slope = v128.bitselect(f32x4.sub(middle, left), f32x4.sub(right, middle), isLeft)
  return f32x4.add(middle, f32x4.mul(x, slope))
}

/** Fraction of a path at which it crosses column c; 0.5 for lanes outside the mask `crosses`. */
export function crossing(u: v128, du: v128, c: v128, crosses: v128): v128 {
  return v128.bitselect(f32x4.div(f32x4.sub(c, u), du), f32x4.splat(0.5), crosses)
}

export function heightAtCrossing(
  du: v128,
  tau: v128,
  aC: v128,
  bC: v128,
  heightA: v128,
  heightB: v128,
  twistRight: v128,
  crosses: v128,
): v128 {
  const across = f32x4.add(aC, f32x4.mul(tau, f32x4.sub(bC, aC)))
  const mean = f32x4.mul(f32x4.splat(0.5), f32x4.add(heightA, heightB))
  const halfway = f32x4.sub(mean, f32x4.mul(f32x4.mul(f32x4.splat(0.25), twistRight), du))
  return v128.bitselect(across, halfway, crosses)
}

/** Height in metres of the ground at a depth above a ray of slope `level`. */
export function above(height: v128, depth: v128, level: v128, drop: v128): v128 {
  return f32x4.sub(height, f32x4.mul(depth, f32x4.add(level, f32x4.mul(depth, drop))))
}

/** Maximum of a parabola from `from` to `to` with total rise `rise`; `to` if its vertex is not inside. */
function vertex(q: v128, rise: v128, from: v128, to: v128, has: v128): v128 {
  const sum = f32x4.add(rise, q)
  const at = f32x4.add(from, f32x4.div(f32x4.mul(sum, sum), f32x4.mul(f32x4.splat(4), q)))
  return v128.bitselect(at, to, has)
}

/**
 * Maximum height in metres of the ground above a ray inside the patches between two lines, ends excluded.
 * Before and after the column, ground minus ray is a parabola f(v) = f0 + v·(f1 − f0) + q·v·(1 − v), with
 * vertex f0 + (f1 − f0 + q)²/(4q). `twistFirst` is the twist of the patch before column c − 1, in which a
 * path that crosses both columns starts.
 */
export function excessInside(
  u: v128,
  uNext: v128,
  du: v128,
  c: v128,
  tau: v128,
  aL: v128,
  bL: v128,
  twistFirst: v128,
  twistLeft: v128,
  twistRight: v128,
  heightA: v128,
  heightC: v128,
  heightB: v128,
  depth: v128,
  dDepth: v128,
  level: v128,
  drop: v128,
): v128 {
  const zero = f32x4.splat(0)
  const over = f32x4.sub(f32x4.sub(c, u), f32x4.splat(1))
  const isOver = f32x4.gt(over, zero)
  const bulge = f32x4.mul(drop, f32x4.mul(dDepth, dDepth))
  const cliff = f32x4.splat(CLIFF_M)
  const fA = above(heightA, depth, level, drop)
  let start = zero
  let fS = fA
  let firstHigh = fA
  if (v128.any_true(isOver)) {
    // The second part of a path that crosses two columns starts at the first column.
    start = v128.and(f32x4.div(over, du), isOver)
    const heightS = f32x4.add(aL, f32x4.mul(start, f32x4.sub(bL, aL)))
    const depthS = f32x4.add(depth, f32x4.mul(start, dDepth))
    fS = v128.bitselect(above(heightS, depthS, level, drop), fA, isOver)
    const q = f32x4.mul(f32x4.mul(start, start), f32x4.sub(bulge, f32x4.mul(twistFirst, du)))
    const rise = f32x4.sub(fS, fA)
    const has = v128.and(f32x4.gt(q, f32x4.abs(rise)), f32x4.lt(q, cliff))
    firstHigh = f32x4.pmax(fS, vertex(q, rise, fA, fS, has))
  }
  const depthC = f32x4.add(depth, f32x4.mul(tau, dDepth))
  const fC = above(heightC, depthC, level, drop)
  const fB = above(heightB, f32x4.add(depth, dDepth), level, drop)
  const twistBefore = v128.bitselect(twistLeft, twistRight, f32x4.lt(u, c))
  const twistAfter = v128.bitselect(twistLeft, twistRight, f32x4.lt(uNext, c))
  const before = f32x4.sub(tau, start)
  const after = f32x4.sub(f32x4.splat(1), tau)
  const qBefore = f32x4.mul(f32x4.mul(before, before), f32x4.sub(bulge, f32x4.mul(twistBefore, du)))
  const qAfter = f32x4.mul(f32x4.mul(after, after), f32x4.sub(bulge, f32x4.mul(twistAfter, du)))
  const riseBefore = f32x4.sub(fC, fS)
  const riseAfter = f32x4.sub(fB, fC)
  const hasBefore = v128.and(f32x4.gt(qBefore, f32x4.abs(riseBefore)), f32x4.lt(qBefore, cliff))
  const hasAfter = v128.and(f32x4.gt(qAfter, f32x4.abs(riseAfter)), f32x4.lt(qAfter, cliff))
  let high = v128.bitselect(f32x4.pmax(fC, firstHigh), fC, isOver)
  if (v128.any_true(v128.or(hasBefore, hasAfter))) {
    high = f32x4.pmax(high, vertex(qBefore, riseBefore, fS, fC, hasBefore))
    high = f32x4.pmax(high, vertex(qAfter, riseAfter, fC, fC, hasAfter))
  }
  return high
}
