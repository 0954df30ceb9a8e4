/** The device's part of line of sight to cells. Units and arrays as in `ray-kernels.ts`. */

import type { KernelThread } from '../../../device/device.ts'
import { crossing, excessInside, heightAtCrossing, type Tensor3 } from './ray-kernels.ts'
import {
  BOUNDARIES,
  CELL_LINE,
  CELL_LINES,
  CELL_RAY_QUADS,
  CLIFF_M,
  CODES,
  DOUBTFUL,
  GROUP,
  ITEM,
  LAST_PAIR,
  LAST_RAY_PAIR,
  PACKED,
  QUAD,
  QUADS,
  RAY,
  ROUNDING,
} from './shapes.ts'

/** Product of a slope and a depth, whichever the slope's sign, as rounding grows with it. */
export function reachOf(slope: number, nextSlope: number, depth: number, drop: number): number {
  const steep = Math.max(Math.abs(slope), Math.abs(nextSlope))
  return depth * (steep + 2 * depth * drop)
}

/**
 * What is known of each cell: 1 it is visible, −1 it is blocked, DOUBTFUL neither. A cell below the lowest horizon
 * that the path may have before its group of lines is blocked; one above the highest is walked over its own last lines.
 *
 * A line of cells holds count, uStart, uStep, t, then polynomials in the cell's number b: ray0…ray3 (ray number within
 * the tile), depth0…depth2, slant0…slant2 (posts across per line along the cell's own path); linear in b: bend (change of the
 * slant per line, halved), stretch (depth per line) and stretchBend (its change per line, halved); raySlack (by how many
 * rays the first may be off), depthSlack (by which part of it the depth) and shift (by how many posts the path), and
 * edge: so near to a ray, in rays, a cell may lie in either sector, and its bounds decide nothing; the first is exact.
 * `receiverM` is above ground where `followGround` is 1, else relative to the transmitting antenna.
 * Cells between rays that
 * have nothing to see (`hidden`, see `quadHidden`) are blocked by fours. Output [ITEMS·CELL_LINES][CELL_QUADS][QUAD].
 */
export function cellDecision(
  this: KernelThread,
  posts: Tensor3,
  rays: Tensor3,
  horizons: Tensor3,
  above: Tensor3,
  below: Tensor3,
  lines: Tensor3,
  hidden: Tensor3,
  receiverM: number,
  followGround: number,
): number {
  let decision = 0 - 1
  const item = Math.floor(this.thread.z / CELL_LINES)
  const run = this.thread.z - item * CELL_LINES
  const firstCell = this.thread.y * QUAD
  let open = 0
  if (firstCell < lines[item | 0][CELL_LINE.count][run | 0]) {
    const lastCell = firstCell + (QUAD - 1)
    const rayAt0 = lines[item | 0][CELL_LINE.ray0][run | 0]
    const rayAt1 = lines[item | 0][CELL_LINE.ray1][run | 0]
    const rayAt2 = lines[item | 0][CELL_LINE.ray2][run | 0]
    const rayAt3 = lines[item | 0][CELL_LINE.ray3][run | 0]
    const atEdge = lines[item | 0][CELL_LINE.edge][run | 0]
    const rayFirst = rayAt0 + firstCell * (rayAt1 + firstCell * (rayAt2 + firstCell * rayAt3))
    const rayLast = rayAt0 + lastCell * (rayAt1 + lastCell * (rayAt2 + lastCell * rayAt3))
    const lowRay = Math.min(rayFirst, rayLast) - atEdge
    const highRay = Math.max(rayFirst, rayLast) + atEdge
    const lowQuad = Math.min(Math.max(Math.floor(lowRay / QUAD), 0), QUADS - 1)
    const highQuad = Math.min(Math.max(Math.floor(highRay / QUAD), 0), QUADS - 1)
    const groupOfRun = Math.floor((Math.ceil(lines[item | 0][CELL_LINE.t][run | 0]) - 1) / GROUP)
    open = highQuad - lowQuad < CELL_RAY_QUADS ? 0 : 1
    for (let m = 0; m < CELL_RAY_QUADS; m++) {
      const between = Math.min(lowQuad + m, highQuad)
      open = hidden[item | 0][groupOfRun | 0][between | 0] > 0 ? open : 1
    }
  }
  if (open > 0) {
    const b = firstCell + this.thread.x
    const t = lines[item | 0][CELL_LINE.t][run | 0]
    const ray =
      lines[item | 0][CELL_LINE.ray0][run | 0] +
      b *
        (lines[item | 0][CELL_LINE.ray1][run | 0] +
          b * (lines[item | 0][CELL_LINE.ray2][run | 0] + b * lines[item | 0][CELL_LINE.ray3][run | 0]))
    const depth =
      lines[item | 0][CELL_LINE.depth0][run | 0] +
      b * (lines[item | 0][CELL_LINE.depth1][run | 0] + b * lines[item | 0][CELL_LINE.depth2][run | 0])
    const u = lines[item | 0][CELL_LINE.uStart][run | 0] + b * lines[item | 0][CELL_LINE.uStep][run | 0]
    const row = Math.ceil(t) - 1
    const along = t - row
    const column = Math.min(Math.max(Math.floor(u), 0), LAST_PAIR)
    const x = u - column
    const g00 = posts[item | 0][row | 0][column | 0]
    const g01 = posts[item | 0][row | 0][(column + 1) | 0]
    const g10 = posts[item | 0][(row + 1) | 0][column | 0]
    const g11 = posts[item | 0][(row + 1) | 0][(column + 1) | 0]
    const ground0 = g00 + x * (g01 - g00)
    const ground1 = g10 + x * (g11 - g10)
    const ground = ground0 + along * (ground1 - ground0)
    const antenna = followGround * ground + receiverM
    const group = Math.floor(row / GROUP)
    const k = Math.min(Math.max(Math.floor(ray), 0), LAST_RAY_PAIR)
    const boundary = (item * BOUNDARIES + group) | 0
    const quad = Math.floor(k / QUAD) | 0
    const lane = (k - quad * QUAD) | 0
    const quadNext = Math.floor((k + 1) / QUAD) | 0
    const laneNext = (k + 1 - quadNext * QUAD) | 0
    const h0 = horizons[boundary][quad][lane]
    const h1 = horizons[boundary][quadNext][laneNext]
    const d0 = rays[item | 0][RAY.drop][k | 0]
    const d1 = rays[item | 0][RAY.drop][(k + 1) | 0]
    const drop = d0 + (ray - k) * (d1 - d0)
    const horizon = h0 + (ray - k) * (h1 - h0)
    const slope = antenna / depth - depth * drop
    const slack = lines[item | 0][CELL_LINE.raySlack][run | 0] * Math.abs(h1 - h0) * depth
    const bulgeM = rays[item | 0][RAY.item][ITEM.bulgeM]
    const reach = reachOf(h0, h1, depth, drop)
    const shift = lines[item | 0][CELL_LINE.shift][run | 0]
    const ownRoughness = Math.max(Math.abs(g01 - g00), Math.abs(g11 - g10))
    const ownShift = shift * (ownRoughness < CLIFF_M ? ownRoughness : 0)
    const part = ROUNDING + lines[item | 0][CELL_LINE.depthSlack][run | 0]
    const marginM = slack + bulgeM + ownShift + part * (reach + Math.abs(antenna))
    const clearance = (slope - horizon) * depth
    const edge = b > 0 ? lines[item | 0][CELL_LINE.edge][run | 0] : 0
    const withinEdge = edge - Math.min(ray - k, k + 1 - ray)
    const lowest = clearance - above[boundary][quad][lane] * depth - marginM
    const highest = clearance + below[boundary][quad][lane] * depth + marginM
    if (highest >= 0 || withinEdge > 0) {
      const slant =
        lines[item | 0][CELL_LINE.slant0][run | 0] +
        b * (lines[item | 0][CELL_LINE.slant1][run | 0] + b * lines[item | 0][CELL_LINE.slant2][run | 0])
      const bend = lines[item | 0][CELL_LINE.bend0][run | 0] + b * lines[item | 0][CELL_LINE.bend1][run | 0]
      const stretch =
        lines[item | 0][CELL_LINE.stretch0][run | 0] + b * lines[item | 0][CELL_LINE.stretch1][run | 0]
      const stretchBend =
        lines[item | 0][CELL_LINE.stretchBend0][run | 0] +
        b * lines[item | 0][CELL_LINE.stretchBend1][run | 0]
      let high = 0 - 1e6
      let lowestPost = g00 < g01 ? g00 : g01
      let rough = ownRoughness < CLIFF_M ? ownRoughness : 0
      for (let n = 0; n < GROUP; n++) {
        const line = group * GROUP + n
        if (line <= row) {
          const back = line - t
          const portion = Math.min(1, t - line)
          const backNext = back + portion
          const uHere = u + back * (slant + back * bend)
          const uNext = u + backNext * (slant + backNext * bend)
          const depthHere = depth + back * (stretch + back * stretchBend)
          const dDepth = depth + backNext * (stretch + backNext * stretchBend) - depthHere
          const c = Math.min(Math.max(Math.floor(Math.max(uHere, uNext)), 1), LAST_PAIR)
          // A path that crosses two columns begins before the first of them.
          const isOver = uHere < c - 1
          const aL = posts[item | 0][line | 0][(c - 1) | 0]
          const aF = isOver ? posts[item | 0][line | 0][(c - 2) | 0] : aL
          const aC = posts[item | 0][line | 0][c | 0]
          const aR = posts[item | 0][line | 0][(c + 1) | 0]
          const nL = posts[item | 0][(line + 1) | 0][(c - 1) | 0]
          const nF = isOver ? posts[item | 0][(line + 1) | 0][(c - 2) | 0] : nL
          const nC = posts[item | 0][(line + 1) | 0][c | 0]
          const nR = posts[item | 0][(line + 1) | 0][(c + 1) | 0]
          const bF = aF + portion * (nF - aF)
          const bL = aL + portion * (nL - aL)
          const bC = aC + portion * (nC - aC)
          const bR = aR + portion * (nR - aR)
          const lowA = Math.min(aF, Math.min(aL, Math.min(aC, aR)))
          const lowB = Math.min(nF, Math.min(nL, Math.min(nC, nR)))
          lowestPost = Math.min(lowestPost, Math.min(lowA, lowB))
          if (rays[item | 0][RAY.item][ITEM.hasUnknown] > 0) {
            // The path may be elsewhere, and there over unknown ground.
            const left = Math.max(c - 2, 0) | 0
            const right = Math.min(c + 2, LAST_PAIR + 1) | 0
            const beside = Math.min(posts[item | 0][line | 0][left], posts[item | 0][line | 0][right])
            const next = Math.min(
              posts[item | 0][(line + 1) | 0][left],
              posts[item | 0][(line + 1) | 0][right],
            )
            lowestPost = Math.min(lowestPost, Math.min(beside, next))
          }
          const xHere = uHere - c
          const xNext = uNext - c
          const beside = aC + xHere * (xHere < 0 ? aC - aL : aR - aC)
          const heightA = isOver ? aL + (xHere + 1) * (aL - aF) : beside
          const heightB = bC + xNext * (xNext < 0 ? bC - bL : bR - bC)
          const twistFirst = aF - aL - bF + bL
          const twistLeft = aL - aC - bL + bC
          const twistRight = aC - aR - bC + bR
          const tau = crossing(uHere, uNext, c)
          const heightC = heightAtCrossing(uHere, uNext, c, tau, aC, bC, heightA, heightB, twistRight)
          const inside = excessInside(
            uHere,
            uNext,
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
          const atLine = heightA - depthHere * (slope + depthHere * drop)
          const higher = inside > atLine ? inside : atLine
          high = high > higher ? high : higher
          const onFirst = Math.max(Math.abs(aL - aF), Math.abs(nL - nF))
          rough = onFirst < CLIFF_M && onFirst > rough ? onFirst : rough
          const onLeft = Math.abs(aC - aL)
          const onRight = Math.abs(aR - aC)
          rough = onLeft < CLIFF_M && onLeft > rough ? onLeft : rough
          rough = onRight < CLIFF_M && onRight > rough ? onRight : rough
          const nextLeft = Math.abs(nC - nL)
          const nextRight = Math.abs(nR - nC)
          rough = nextLeft < CLIFF_M && nextLeft > rough ? nextLeft : rough
          rough = nextRight < CLIFF_M && nextRight > rough ? nextRight : rough
        }
      }
      const bulgeMPerSlope = rays[item | 0][RAY.item][ITEM.bulgeMPerSlope]
      const lastM =
        shift * rough +
        bulgeM +
        bulgeMPerSlope * Math.abs(slope) +
        part * (reach + depth * Math.abs(slope) + Math.abs(antenna))
      const buried = followGround > 0 ? 0 - CLIFF_M : ground - antenna
      high = high > buried ? high : buried
      // Sums with the height that stands for unknown ground are too coarse.
      const meetsUnknown = lowestPost < 0 - CLIFF_M
      if (high <= lastM || meetsUnknown) {
        decision = DOUBTFUL
        if (withinEdge <= 0 && high < 0 - lastM && lowest >= 0 && lowestPost > 0 - CLIFF_M) decision = 1
      }
    }
  }
  return decision
}

/** PACKED decisions of a line of cells a number, the last one first. Output [ITEMS][CELL_LINES][PACKED_ACROSS]. */
export function packedDecisions(this: KernelThread, decisions: Tensor3): number {
  const line = this.thread.z * CELL_LINES + this.thread.y
  const quad = this.thread.x * (PACKED / QUAD)
  let packed = 0
  for (let n = 0; n < PACKED; n++) {
    const back = PACKED - 1 - n
    const quadBack = Math.floor(back / QUAD)
    const decision = decisions[line | 0][(quad + quadBack) | 0][(back - quadBack * QUAD) | 0]
    packed = packed * CODES + (decision + 1)
  }
  return packed
}
