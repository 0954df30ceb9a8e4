/**
 * Classifies a run of adjacent cells, four at a time. A cell below the lower bound of the horizon before the
 * cell's group of lines is blocked; a cell above the upper bound is tested over the last lines before the
 * cell; all others are undecided.
 */

import {
  above,
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
  ABOVE,
  CELLS_ACROSS,
  CLASSES,
  CLIFF_M,
  cellRow,
  clamped,
  GROUP,
  HIDDEN,
  HORIZONS,
  itemNumber,
  LAST_PAIR,
  limitRow,
  POSTS,
  QUADS,
  quadratic,
  ROUNDING,
  ROW_BYTES,
  rayRow,
  SEEN_BELOW,
  SEEN_BELOW_RIGHT,
} from './layout'

/** Classes, equal to those of `terrain/classes.ts`. */
const VISIBLE: i32 = 1
const UNDECIDED: i32 = 254
/** Maximum number of ray quads spanned by four cells that may be culled together. */
const CELL_RAY_QUADS: i32 = 4
const LAST_RAY_PAIR: f32 = 274

function number(row: i32, run: i32): v128 {
  return v128.load_splat<u32>(cellRow(row, run))
}

/** Two neighboring values from each of two addresses. */
function pairOf(at0: usize, at1: usize): v128 {
  return v128.load_lane<u64>(at1, v128.load_zero<u64>(at0), 1)
}

function gathered(at0: usize, at1: usize, at2: usize, at3: usize): v128 {
  let lanes = v128.load_zero<u32>(at0)
  lanes = v128.load_lane<u32>(at1, lanes, 1)
  lanes = v128.load_lane<u32>(at2, lanes, 2)
  return v128.load_lane<u32>(at3, lanes, 3)
}

/** Quad of four rays that contains a ray, or the nearest quad. */
function quadOf(ray: f32): i32 {
  return max(0, min(QUADS - 1, <i32>floor(0.25 * ray)))
}

/** Maximum of `rough` and the height difference of two posts, ignoring unknown ground. */
function steeper(rough: v128, from: v128, to: v128): v128 {
  const step = f32x4.abs(f32x4.sub(to, from))
  return f32x4.pmax(rough, v128.and(step, f32x4.lt(step, f32x4.splat(CLIFF_M))))
}

/** Maximum of `rough` and the three height differences of four neighboring posts. */
function rougher(rough: v128, first: v128, left: v128, middle: v128, right: v128): v128 {
  return steeper(steeper(steeper(rough, first, left), left, middle), middle, right)
}

/** Classifies a run of cells by bounds before their group of lines; returns the number of undecided cells. */
export function decide(run: i32, group: i32, receiverM: f32, followGround: f32): i32 {
  const count = <i32>load<f32>(cellRow(0, run))
  const t = load<f32>(cellRow(3, run))
  const row = <i32>ceil(t) - 1
  const along = f32x4.splat(t - <f32>row)
  const line0 = POSTS + <usize>row * ROW_BYTES
  const classes = CLASSES + <usize>(run * CELLS_ACROSS)
  const uStart = number(1, run)
  const uStep = number(2, run)
  const ray0 = number(4, run)
  const ray1 = number(5, run)
  const ray2 = number(6, run)
  const ray3 = number(22, run)
  const depth0 = number(7, run)
  const depth1 = number(8, run)
  const depth2 = number(9, run)
  const raySlack = number(19, run)
  const part = f32x4.add(f32x4.splat(ROUNDING), number(20, run))
  const shift = number(21, run)
  const edge = number(23, run)
  const edgeRays = load<f32>(cellRow(23, run))
  const hasUnknown = itemNumber(5) > 0
  const bulgeM = f32x4.splat(itemNumber(3))
  const bulgeMPerSlope = f32x4.splat(itemNumber(4))
  const receiver = f32x4.splat(receiverM)
  const follow = f32x4.splat(followGround)
  const cliff = f32x4.splat(CLIFF_M)
  const zero = f32x4.splat(0)
  const half = f32x4.splat(0.5)
  let undecided = 0
  memory.fill(classes, 0, <usize>count)
  for (let cell = 0; cell < count; cell += 4) {
    const b = f32x4.add(f32x4.splat(<f32>cell), f32x4(0, 1, 2, 3))
    const ray = quadratic(ray0, ray1, f32x4.add(ray2, f32x4.mul(b, ray3)), b)
    const rayA = f32x4.extract_lane(ray, 0)
    const rayB = f32x4.extract_lane(ray, 3)
    const lowQuad = quadOf(min(rayA, rayB) - edgeRays)
    const highQuad = quadOf(max(rayA, rayB) + edgeRays)
    let isHidden = highQuad - lowQuad < CELL_RAY_QUADS
    for (let quad = lowQuad; quad <= highQuad && isHidden; quad++) {
      isHidden = load<u8>(HIDDEN + <usize>quad) !== 0
    }
    if (isHidden) continue
    const depth = quadratic(depth0, depth1, depth2, b)
    const u = f32x4.add(uStart, f32x4.mul(b, uStep))
    const corner = clamped(f32x4.floor(u), 0, LAST_PAIR)
    const columns = i32x4.trunc_sat_f32x4_s(corner)
    const at0 = line0 + ((<usize>i32x4.extract_lane(columns, 0)) << 2)
    const at1 = line0 + ((<usize>i32x4.extract_lane(columns, 1)) << 2)
    const at2 = line0 + ((<usize>i32x4.extract_lane(columns, 2)) << 2)
    const at3 = line0 + ((<usize>i32x4.extract_lane(columns, 3)) << 2)
    const near01 = pairOf(at0, at1)
    const near23 = pairOf(at2, at3)
    const far01 = pairOf(at0 + ROW_BYTES, at1 + ROW_BYTES)
    const far23 = pairOf(at2 + ROW_BYTES, at3 + ROW_BYTES)
    const g00 = v128.shuffle<f32>(near01, near23, 0, 2, 4, 6)
    const g01 = v128.shuffle<f32>(near01, near23, 1, 3, 5, 7)
    const g10 = v128.shuffle<f32>(far01, far23, 0, 2, 4, 6)
    const g11 = v128.shuffle<f32>(far01, far23, 1, 3, 5, 7)
    const x = f32x4.sub(u, corner)
    const ground0 = f32x4.add(g00, f32x4.mul(x, f32x4.sub(g01, g00)))
    const ground1 = f32x4.add(g10, f32x4.mul(x, f32x4.sub(g11, g10)))
    const ground = f32x4.add(ground0, f32x4.mul(along, f32x4.sub(ground1, ground0)))
    const antenna = f32x4.add(f32x4.mul(follow, ground), receiver)
    const k = clamped(f32x4.floor(ray), 0, LAST_RAY_PAIR)
    const rays = i32x4.trunc_sat_f32x4_s(k)
    const k0 = (<usize>i32x4.extract_lane(rays, 0)) << 2
    const k1 = (<usize>i32x4.extract_lane(rays, 1)) << 2
    const k2 = (<usize>i32x4.extract_lane(rays, 2)) << 2
    const k3 = (<usize>i32x4.extract_lane(rays, 3)) << 2
    const horizons01 = pairOf(HORIZONS + k0, HORIZONS + k1)
    const horizons23 = pairOf(HORIZONS + k2, HORIZONS + k3)
    const drops = rayRow(6)
    const drops01 = pairOf(drops + k0, drops + k1)
    const drops23 = pairOf(drops + k2, drops + k3)
    const h0 = v128.shuffle<f32>(horizons01, horizons23, 0, 2, 4, 6)
    const h1 = v128.shuffle<f32>(horizons01, horizons23, 1, 3, 5, 7)
    const d0 = v128.shuffle<f32>(drops01, drops23, 0, 2, 4, 6)
    const d1 = v128.shuffle<f32>(drops01, drops23, 1, 3, 5, 7)
    const between = f32x4.sub(ray, k)
    const drop = f32x4.add(d0, f32x4.mul(between, f32x4.sub(d1, d0)))
    const horizon = f32x4.add(h0, f32x4.mul(between, f32x4.sub(h1, h0)))
    const slope = f32x4.sub(f32x4.div(antenna, depth), f32x4.mul(depth, drop))
    const slack = f32x4.mul(f32x4.mul(raySlack, f32x4.abs(f32x4.sub(h1, h0))), depth)
    const steep = f32x4.pmax(f32x4.abs(h0), f32x4.abs(h1))
    const fall = f32x4.mul(f32x4.mul(f32x4.splat(2), depth), drop)
    const reach = f32x4.mul(depth, f32x4.add(steep, fall))
    const ownRoughness = f32x4.pmax(f32x4.abs(f32x4.sub(g01, g00)), f32x4.abs(f32x4.sub(g11, g10)))
    const ownRough = v128.and(ownRoughness, f32x4.lt(ownRoughness, cliff))
    const sized = f32x4.mul(part, f32x4.add(reach, f32x4.abs(antenna)))
    const marginM = f32x4.add(f32x4.add(f32x4.add(slack, bulgeM), f32x4.mul(shift, ownRough)), sized)
    const clearance = f32x4.mul(f32x4.sub(slope, horizon), depth)
    const left = gathered(SEEN_BELOW + k0, SEEN_BELOW + k1, SEEN_BELOW + k2, SEEN_BELOW + k3)
    const right = gathered(
      SEEN_BELOW_RIGHT + k0,
      SEEN_BELOW_RIGHT + k1,
      SEEN_BELOW_RIGHT + k2,
      SEEN_BELOW_RIGHT + k3,
    )
    // Paths that are closer to the sector's middle than their error belong to both halves.
    const isLeft = f32x4.lt(f32x4.add(between, raySlack), half)
    const isRight = f32x4.gt(f32x4.sub(between, raySlack), half)
    const ofHalf = v128.bitselect(right, f32x4.pmax(left, right), isRight)
    const below = v128.bitselect(left, ofHalf, isLeft)
    const highest = f32x4.add(f32x4.add(clearance, f32x4.mul(below, depth)), marginM)
    // Cells within their error of a ray may be in either sector; the first cell of a run is exact.
    const fromEdge = f32x4.pmin(between, f32x4.sub(f32x4.splat(1), between))
    const isAtEdge = v128.and(f32x4.lt(fromEdge, edge), f32x4.gt(b, zero))
    const isOpen = v128.or(f32x4.ge(highest, zero), isAtEdge)
    if (!v128.any_true(isOpen)) continue
    const slant = quadratic(number(10, run), number(11, run), number(12, run), b)
    const bend = f32x4.add(number(13, run), f32x4.mul(b, number(14, run)))
    const stretch = f32x4.add(number(15, run), f32x4.mul(b, number(16, run)))
    const stretchBend = f32x4.add(number(17, run), f32x4.mul(b, number(18, run)))
    let high = f32x4.splat(-1e6)
    let lowestPost = f32x4.pmin(g00, g01)
    let rough = ownRough
    const reachThere = f32x4.add(f32x4.add(reach, f32x4.mul(depth, f32x4.abs(slope))), f32x4.abs(antenna))
    const sizedThere = f32x4.mul(part, reachThere)
    const bulgeThere = f32x4.add(bulgeM, f32x4.mul(bulgeMPerSlope, f32x4.abs(slope)))
    // Skips lines with ground below the cells' slopes, unless a path may be in the next sector.
    const ownM = f32x4.add(f32x4.add(f32x4.mul(shift, ownRough), bulgeThere), sizedThere)
    const limit = f32x4.sub(slope, f32x4.div(ownM, depth))
    let from = group * GROUP
    if (!hasUnknown && !v128.any_true(v128.and(isOpen, isAtEdge))) {
      while (from <= row) {
        const limits = limitRow(from - group * GROUP)
        const reachable = gathered(limits + k0, limits + k1, limits + k2, limits + k3)
        if (v128.any_true(v128.and(isOpen, f32x4.ge(reachable, limit)))) break
        from++
      }
    }
    for (let line = from; line <= row; line++) {
      const back1 = <f32>line - t
      const portion1 = min(<f32>1, t - <f32>line)
      const back = f32x4.splat(back1)
      const backNext = f32x4.splat(back1 + portion1)
      const portion = f32x4.splat(portion1)
      const uHere = f32x4.add(u, f32x4.mul(back, f32x4.add(slant, f32x4.mul(back, bend))))
      const uNext = f32x4.add(u, f32x4.mul(backNext, f32x4.add(slant, f32x4.mul(backNext, bend))))
      const depthHere = f32x4.add(depth, f32x4.mul(back, f32x4.add(stretch, f32x4.mul(back, stretchBend))))
      const depthNext = f32x4.add(
        depth,
        f32x4.mul(backNext, f32x4.add(stretch, f32x4.mul(backNext, stretchBend))),
      )
      const dDepth = f32x4.sub(depthNext, depthHere)
      const c = clamped(f32x4.floor(f32x4.pmax(uHere, uNext)), 1, LAST_PAIR)
      const column = i32x4.trunc_sat_f32x4_s(c)
      const from = POSTS + <usize>line * ROW_BYTES - 8
      const c0 = from + ((<usize>i32x4.extract_lane(column, 0)) << 2)
      const c1 = from + ((<usize>i32x4.extract_lane(column, 1)) << 2)
      const c2 = from + ((<usize>i32x4.extract_lane(column, 2)) << 2)
      const c3 = from + ((<usize>i32x4.extract_lane(column, 3)) << 2)
      const a0 = v128.load(c0)
      const a1 = v128.load(c1)
      const a2 = v128.load(c2)
      const a3 = v128.load(c3)
      const n0 = v128.load(c0 + ROW_BYTES)
      const n1 = v128.load(c1 + ROW_BYTES)
      const n2 = v128.load(c2 + ROW_BYTES)
      const n3 = v128.load(c3 + ROW_BYTES)
      const aL = second(a0, a1, a2, a3)
      const aC = third(a0, a1, a2, a3)
      const aR = fourth(a0, a1, a2, a3)
      const nL = second(n0, n1, n2, n3)
      const nC = third(n0, n1, n2, n3)
      const nR = fourth(n0, n1, n2, n3)
      // A path that crosses two columns starts before the first column.
      const isOver = f32x4.lt(uHere, f32x4.sub(c, f32x4.splat(1)))
      const besideA = first(a0, a1, a2, a3)
      const besideN = first(n0, n1, n2, n3)
      const aF = v128.bitselect(besideA, aL, isOver)
      const nF = v128.bitselect(besideN, nL, isOver)
      const bF = f32x4.add(aF, f32x4.mul(portion, f32x4.sub(nF, aF)))
      const bL = f32x4.add(aL, f32x4.mul(portion, f32x4.sub(nL, aL)))
      const bC = f32x4.add(aC, f32x4.mul(portion, f32x4.sub(nC, aC)))
      const bR = f32x4.add(aR, f32x4.mul(portion, f32x4.sub(nR, aR)))
      lowestPost = f32x4.pmin(lowestPost, f32x4.pmin(f32x4.pmin(aF, aL), f32x4.pmin(aC, aR)))
      lowestPost = f32x4.pmin(lowestPost, f32x4.pmin(f32x4.pmin(nF, nL), f32x4.pmin(nC, nR)))
      if (hasUnknown) {
        // A path shifted by its position error may touch unknown ground.
        const next = ROW_BYTES + 16
        const beyondA = gathered(c0 + 16, c1 + 16, c2 + 16, c3 + 16)
        const beyondN = gathered(c0 + next, c1 + next, c2 + next, c3 + next)
        const beside = f32x4.pmin(f32x4.pmin(besideA, besideN), f32x4.pmin(beyondA, beyondN))
        lowestPost = f32x4.pmin(lowestPost, beside)
      }
      const xHere = f32x4.sub(uHere, c)
      const beforeBoth = f32x4.mul(f32x4.add(xHere, f32x4.splat(1)), f32x4.sub(aL, aF))
      const heightA = v128.bitselect(f32x4.add(aL, beforeBoth), heightBeside(xHere, aL, aC, aR), isOver)
      const heightB = heightBeside(f32x4.sub(uNext, c), bL, bC, bR)
      const twistFirst = f32x4.add(f32x4.sub(f32x4.sub(aF, aL), bF), bL)
      const twistLeft = f32x4.add(f32x4.sub(f32x4.sub(aL, aC), bL), bC)
      const twistRight = f32x4.add(f32x4.sub(f32x4.sub(aC, aR), bC), bR)
      const du = f32x4.sub(uNext, uHere)
      const crosses = v128.or(f32x4.lt(uHere, c), f32x4.lt(uNext, c))
      const tau = crossing(uHere, du, c, crosses)
      const heightC = heightAtCrossing(du, tau, aC, bC, heightA, heightB, twistRight, crosses)
      const inside = excessInside(
        uHere,
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
        depthHere,
        dDepth,
        slope,
        drop,
      )
      const atLine = above(heightA, depthHere, slope, drop)
      high = f32x4.pmax(high, f32x4.pmax(inside, atLine))
      rough = rougher(rough, aF, aL, aC, aR)
      rough = rougher(rough, nF, nL, nC, nR)
    }
    const lastM = f32x4.add(f32x4.add(f32x4.mul(shift, rough), bulgeThere), sizedThere)
    if (!(followGround > 0)) high = f32x4.pmax(high, f32x4.sub(ground, antenna))
    // Float32 sums with the placeholder height of unknown ground are too coarse to be compared.
    const isKnown = f32x4.gt(lowestPost, f32x4.splat(-CLIFF_M))
    const meetsUnknown = f32x4.lt(lowestPost, f32x4.splat(-CLIFF_M))
    const mayShow = v128.and(isOpen, v128.or(f32x4.le(high, lastM), meetsUnknown))
    if (!v128.any_true(mayShow)) continue
    const upper = gathered(ABOVE + k0, ABOVE + k1, ABOVE + k2, ABOVE + k3)
    const lowest = f32x4.sub(f32x4.sub(clearance, f32x4.mul(upper, depth)), marginM)
    const isClear = v128.and(
      v128.and(f32x4.lt(high, f32x4.neg(lastM)), f32x4.ge(lowest, zero)),
      v128.andnot(v128.and(isKnown, mayShow), isAtEdge),
    )
    const isDoubtful = v128.andnot(mayShow, isClear)
    const found = v128.or(
      v128.and(isClear, i32x4.splat(VISIBLE)),
      v128.and(isDoubtful, i32x4.splat(UNDECIDED)),
    )
    v128.store_lane<u32>(
      classes + <usize>cell,
      v128.shuffle<u8>(found, found, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12),
      0,
    )
    const valid = (1 << min(4, count - cell)) - 1
    undecided += popcnt(i32x4.bitmask(isDoubtful) & valid)
  }
  return undecided
}
