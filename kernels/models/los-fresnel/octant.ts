/**
 * Octants of the surroundings: the paths that cross more rows than columns, or more columns than rows, into one
 * quarter. Each is seen as the same one: lines go outwards, and across them so do the posts.
 */

import { type Tensor, tensor } from '../../device/device.ts'
import type { RasterGrid } from '../../geodesy/raster-grid.ts'
import type { CellQuarter } from '../../profiles/cells.ts'
import { type Quarter, SIDES } from '../../profiles/tile.ts'
import type { PathCurve } from '../../terrain/ground.ts'
import type { PostWindow } from '../../terrain/window.ts'
import { FRESNEL_PATH } from './kernel.ts'

const LARGEST = SIDES[SIDES.length - 1]
const MARGIN = 4

/** Numbers that the kernel is given of a path. */
export const COLUMNS = Object.keys(FRESNEL_PATH).length

export interface OctantTile {
  /** Of the posts, a square. */
  side: number
  /** Row-major by lines, metres above the transmitting antenna. */
  values: Float32Array<ArrayBuffer>
  /** The same as the device takes it: [1][side][side]. */
  posts: Tensor
  /** The transmitter's position among them. */
  txLine: number
  txAcross: number
  /** First line of the walk: at least one from the transmitter. */
  firstLine: number
}

function postsAcross({ rows, cols, bendRows }: Quarter, isVertical: boolean): number {
  return Math.ceil(Math.abs(isVertical ? rows : cols)) + 2 + 2 * Math.ceil(bendRows) + 4 * MARGIN
}

/** Whether the tiles of both octants of a quarter hold all its posts. */
export function fitsTiles(quarter: Quarter): boolean {
  return postsAcross(quarter, true) <= LARGEST && postsAcross(quarter, false) <= LARGEST
}

export class FresnelOctant {
  readonly tile: OctantTile
  readonly quarter: CellQuarter
  readonly #isVertical: boolean
  readonly #down: number
  readonly #right: number
  readonly #latStepDeg: number
  readonly #lonStepDeg: number

  /** Lines are rows where it `isVertical`, else columns. */
  constructor(window: PostWindow, quarter: CellQuarter, isVertical: boolean) {
    this.quarter = quarter
    this.#isVertical = isVertical
    this.#latStepDeg = window.latStepDeg
    this.#lonStepDeg = window.lonStepDeg
    const { rows, cols } = quarter.posts
    this.#down = rows < 0 ? -1 : 1
    this.#right = cols < 0 ? -1 : 1
    this.tile = this.#cut(window)
  }

  #cut(window: PostWindow): OctantTile {
    const bend = Math.ceil(this.quarter.posts.bendRows)
    const used = postsAcross(this.quarter.posts, this.#isVertical)
    const side = SIDES.find((posts) => posts >= used)
    if (side === undefined) throw new RangeError(`Expected at most ${LARGEST} posts across, got ${used}`)
    const rowBase = this.#down > 0 ? Math.floor(window.txRow) : Math.ceil(window.txRow)
    const colBase = this.#right > 0 ? Math.floor(window.txCol) : Math.ceil(window.txCol)
    // Paths due east or west bend to the other side of the transmitter's row.
    const origin = MARGIN + bend
    const rowAt = (index: number) => clamped(rowBase + this.#down * (index - origin), window.rows)
    const colAt = (index: number) => clamped(colBase + this.#right * (index - origin), window.cols)
    // What lies beyond the window is read by no path that counts.
    const offsets = Int32Array.from({ length: used }, (_, index) =>
      this.#isVertical ? colAt(index) : rowAt(index) * window.cols,
    )
    const values = new Float32Array(side * side)
    for (let line = 0; line < used; line++) {
      const from = this.#isVertical ? rowAt(line) * window.cols : colAt(line)
      for (let at = 0; at < used; at++) values[line * side + at] = window.heightsM[from + offsets[at]]
    }
    const row = origin + this.#down * (window.txRow - rowBase)
    const col = origin + this.#right * (window.txCol - colBase)
    const txLine = this.#isVertical ? row : col
    return {
      side,
      values,
      posts: tensor(values, [side, side, 1]),
      txLine,
      txAcross: this.#isVertical ? col : row,
      firstLine: Math.ceil(txLine + 1),
    }
  }

  /** Cells of a row of the raster that belong to the octant: first column and one after the last. */
  colsOfRow(row: number, { txRow, txCol, cellLatDeg, cellLonDeg }: RasterGrid): [number, number] {
    const { firstCol, endCol } = this.quarter
    const postsAway = (Math.abs(row - txRow) * cellLatDeg) / this.#latStepDeg
    // As far to the side as away, in posts.
    const widest = Math.floor((postsAway * this.#lonStepDeg) / cellLonDeg)
    if (this.#isVertical) {
      return [Math.max(firstCol, txCol - widest), Math.min(endCol, txCol + widest + 1)]
    }
    return this.#right < 0
      ? [firstCol, Math.min(endCol, txCol - widest)]
      : [Math.max(firstCol, txCol + widest + 1), endCol]
  }

  /** Writes what the kernel is given of a path to `into[column · pitch + at]`; returns how many lines it crosses. */
  describe(
    curve: PathCurve,
    distanceM: number,
    into: Float32Array | Float64Array,
    pitch: number,
    at: number,
  ): number {
    const { steps: n, row1, row2, row3, row4, col1, col2, col3, col4 } = curve
    const down = this.#down
    const right = this.#right
    const isVertical = this.#isVertical
    const a1 = n * (isVertical ? down * row1 : right * col1)
    const a2 = n * n * (isVertical ? down * row2 : right * col2)
    const a3 = n ** 3 * (isVertical ? down * row3 : right * col3)
    const a4 = n ** 4 * (isVertical ? down * row4 : right * col4)
    const b1 = n * (isVertical ? right * col1 : down * row1)
    const b2 = n * n * (isVertical ? right * col2 : down * row2)
    const b3 = n ** 3 * (isVertical ? right * col3 : down * row3)
    const b4 = n ** 4 * (isVertical ? right * col4 : down * row4)
    const span = a1 + a2 + a3 + a4
    const { txLine } = this.tile
    // From quartics over t to cubics over the lines, through thirds of them.
    const t1 = partAt(1 / 3, a1 / span, a2 / span, a3 / span, a4 / span)
    const t2 = partAt(2 / 3, a1 / span, a2 / span, a3 / span, a4 / span)
    into[FRESNEL_PATH.span * pitch + at] = span
    into[FRESNEL_PATH.distanceM * pitch + at] = distanceM
    into[FRESNEL_PATH.lastLine * pitch + at] = Math.floor(txLine + span - 1)
    const u1 = t1 * (b1 + t1 * (b2 + t1 * (b3 + t1 * b4)))
    const u2 = t2 * (b1 + t2 * (b2 + t2 * (b3 + t2 * b4)))
    writeCubic(u1, u2, b1 + b2 + b3 + b4, span, into, FRESNEL_PATH.x1 * pitch + at, pitch)
    writeCubic(t1, t2, 1, span, into, FRESNEL_PATH.t1 * pitch + at, pitch)
    return Math.ceil(span)
  }
}

/** Where a1·t + a2·t² + a3·t³ + a4·t⁴, nearly t, is `fraction`. */
function partAt(fraction: number, a1: number, a2: number, a3: number, a4: number): number {
  let t = fraction
  for (let step = 0; step < 3; step++) {
    const value = t * (a1 + t * (a2 + t * (a3 + t * a4)))
    t -= (value - fraction) / (a1 + t * (2 * a2 + t * (3 * a3 + 4 * t * a4)))
  }
  return t
}

/** Coefficients of the cubic over 0…span through 0 and the values at its thirds. */
function writeCubic(
  first: number,
  second: number,
  third: number,
  span: number,
  into: Float32Array | Float64Array,
  at: number,
  pitch: number,
): void {
  const [a, b] = [3 * first, 1.5 * second]
  const cubic = 4.5 * (third - 2 * b + a)
  const square = 1.5 * (third - a) - (4 / 3) * cubic
  into[at] = (third - square - cubic) / span
  into[at + pitch] = square / (span * span)
  into[at + 2 * pitch] = cubic / (span * span * span)
}

function clamped(post: number, posts: number): number {
  return post < 0 ? 0 : post < posts ? post : posts - 1
}
