import type { BandKind } from './types.ts'

export type Cells = Uint8Array | Float32Array

export interface LevelSize {
  rows: number
  cols: number
}

const VISIBLE = 1
/** Class value of an unknown cell. */
export const UNKNOWN = 255

/** Maximum side length, in cells, of rasters without overviews: readers load such rasters as a whole. */
const NO_OVERVIEWS_UP_TO = 512
/** Maximum side length of the smallest overview, in cells. */
const SMALLEST_OVERVIEW = 256

/** Sizes of the raster and of its overviews in decreasing order; each side is half the previous one (rounded up). */
export function levelSizes(rows: number, cols: number): LevelSize[] {
  const sizes = [{ rows, cols }]
  if (Math.max(rows, cols) <= NO_OVERVIEWS_UP_TO) return sizes
  let last = { rows, cols }
  while (Math.max(last.rows, last.cols) > SMALLEST_OVERVIEW) {
    last = { rows: Math.ceil(last.rows / 2), cols: Math.ceil(last.cols / 2) }
    sizes.push(last)
  }
  return sizes
}

export function unknownCells(kind: BandKind, count: number): Cells {
  return kind === 'visibility'
    ? new Uint8Array(count).fill(UNKNOWN)
    : new Float32Array(count).fill(Number.NaN)
}

/** Reusable memory for one window of cells: allocations of megabytes keep the garbage collector's threads busy. */
export class SpareCells {
  #kept: Cells = new Uint8Array(0)

  /** Like {@link unknownCells}, but overwrites the cells returned by the previous call. */
  unknown(kind: BandKind, count: number): Cells {
    const isFloat = this.#kept instanceof Float32Array
    if (isFloat !== (kind === 'float') || this.#kept.length < count) {
      this.#kept = unknownCells(kind, count)
      return this.#kept
    }
    const cells = this.#kept.subarray(0, count)
    return cells instanceof Float32Array ? cells.fill(Number.NaN) : cells.fill(UNKNOWN)
  }
}

/**
 * Halves two rows of classes to one row of an overview. Each block of 2 × 2 cells becomes unknown (255) if all
 * four are unknown, else visible (1) if any is visible, else blocked (0). Values above 1, such as site numbers:
 * most frequent value other than 0 and unknown. Cells beyond the edge are unknown. Pass a single last row
 * twice.
 */
export function halveClasses(
  north: Uint8Array,
  northStart: number,
  south: Uint8Array,
  southStart: number,
  cols: number,
  out: Uint8Array,
): void {
  const pairs = cols >> 1
  for (let i = 0, n = northStart, s = southStart; i < pairs; i++, n += 2, s += 2) {
    const a = north[n]
    const b = north[n + 1]
    const c = south[s]
    const d = south[s + 1]
    if (a === b && a === c && a === d) out[i] = a
    else if (isNumber(a) || isNumber(b) || isNumber(c) || isNumber(d)) out[i] = commonest(a, b, c, d)
    else out[i] = a === VISIBLE || b === VISIBLE || c === VISIBLE || d === VISIBLE ? VISIBLE : 0
  }
  if (cols & 1) {
    const a = north[northStart + cols - 1]
    const c = south[southStart + cols - 1]
    if (isNumber(a) || isNumber(c)) out[pairs] = commonest(a, c, UNKNOWN, UNKNOWN)
    else out[pairs] = a === VISIBLE || c === VISIBLE ? VISIBLE : a === UNKNOWN && c === UNKNOWN ? UNKNOWN : 0
  }
}

function isNumber(cell: number): boolean {
  return cell > VISIBLE && cell < UNKNOWN
}

/** Most frequent of four values except 0 and unknown, on a tie the first; at least one value must qualify. */
function commonest(...cells: [number, number, number, number]): number {
  let [found, largest] = [0, 0]
  for (const cell of cells) {
    if (cell === 0 || cell === UNKNOWN) continue
    const count = cells.filter((other) => other === cell).length
    if (count > largest) [found, largest] = [cell, count]
  }
  return found
}

/**
 * Halves two rows of measures into one row of an overview: mean of the known cells of each block of 2 × 2
 * cells, NaN if no cell is known. Cells beyond the edge are unknown. Pass a single last row twice.
 */
export function halveMeasures(
  north: Float32Array,
  northStart: number,
  south: Float32Array,
  southStart: number,
  cols: number,
  out: Float32Array,
): void {
  for (let i = 0, x = 0; x < cols; i++, x += 2) {
    let sum = 0
    let known = 0
    const width = x + 1 < cols ? 2 : 1
    for (let dx = 0; dx < width; dx++) {
      const a = north[northStart + x + dx]
      const b = south[southStart + x + dx]
      if (!Number.isNaN(a)) {
        sum += a
        known++
      }
      if (!Number.isNaN(b)) {
        sum += b
        known++
      }
    }
    out[i] = known > 0 ? sum / known : Number.NaN
  }
}
