/** Sets of lattice cells as bits within a window, and sums of cell weights without rounding. */

/** Lattice of cells, row 0 = north. In cell sets, each row starts a new 32-bit word. */
export interface Lattice {
  rows: number
  cols: number
}

/** Set of cells: bit b of word w of row r is the cell in row firstRow + r, column 32·(firstWord + w) + b. */
export interface CellSet {
  firstRow: number
  firstWord: number
  rows: number
  wordsARow: number
  words: Uint32Array
}

/** Cell weights: one weight per row, or one per cell in row-major order. */
export type Weights = { byRow: Float64Array } | { byCell: Float64Array }

const WORD = 32

export function wordsOf(cols: number): number {
  return Math.ceil(cols / WORD)
}

/** Set of the raster cells that have a given class, shifted to the raster's position on the lattice. */
export function cellSetOf(
  classes: Uint8Array,
  value: number,
  { rows, cols, firstRow, firstCol }: Lattice & { firstRow: number; firstCol: number },
): CellSet {
  const firstWord = Math.floor(firstCol / WORD)
  const shift = firstCol - WORD * firstWord
  const wordsARow = wordsOf(shift + cols)
  const words = new Uint32Array(rows * wordsARow)
  for (let row = 0, at = 0; row < rows; row++) {
    const first = WORD * row * wordsARow + shift
    for (let bit = first; bit < first + cols; bit++, at++) {
      if (classes[at] === value) words[bit >>> 5] |= 1 << (bit & 31)
    }
  }
  return { firstRow, firstWord, rows, wordsARow, words }
}

export function noCells({ rows, cols }: Lattice): CellSet {
  const wordsARow = wordsOf(cols)
  return { firstRow: 0, firstWord: 0, rows, wordsARow, words: new Uint32Array(rows * wordsARow) }
}

/**
 * Rounds weights to multiples of a power of two, so that sums are exact in any order: the total stays below
 * 2^53 multiples. Rounding changes each weight by at most 2^-52 of the total.
 */
export function exactWeights(weights: Weights, { rows, cols }: Lattice): Weights {
  const [values, times, count] =
    'byRow' in weights ? [weights.byRow, cols, rows] : [weights.byCell, 1, rows * cols]
  if (values.length !== count) throw new RangeError(`Expected ${count} weights, got ${values.length}`)
  let sum = 0
  for (const value of values) {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
      throw new RangeError(`Expected a weight, got ${value}`)
    sum += times * value
  }
  // Twice the quantum that the unrounded sum needs, because rounding may increase the sum.
  const quantum = sum === 0 ? 1 : 2 ** (Math.floor(Math.log2(sum)) + 2 - 53)
  const exact = values.map((value) => Math.round(value / quantum) * quantum)
  return 'byRow' in weights ? { byRow: exact } : { byCell: exact }
}

export class WeightSums {
  readonly #weights: Weights
  readonly #cols: number

  /** Weights must come from `exactWeights`. */
  constructor(weights: Weights, { cols }: Lattice) {
    this.#weights = weights
    this.#cols = cols
  }

  /** Total weight of the cells in `set` that are not covered yet. */
  beyond(set: CellSet, covered: CellSet): number {
    return 'byRow' in this.#weights
      ? this.#beyondByRow(set, covered, this.#weights.byRow)
      : this.#beyondByCell(set, covered, this.#weights.byCell)
  }

  #beyondByRow(set: CellSet, covered: CellSet, byRow: Float64Array): number {
    const { words, rows, wordsARow, firstRow } = set
    let sum = 0
    for (let row = 0, at = 0; row < rows; row++) {
      let over = placeOf(set, covered, row)
      let cells = 0
      for (const end = at + wordsARow; at < end; at++, over++)
        cells += bitsOf(words[at] & ~covered.words[over])
      sum += cells * byRow[firstRow + row]
    }
    return sum
  }

  #beyondByCell(set: CellSet, covered: CellSet, byCell: Float64Array): number {
    let sum = 0
    forEachWord(set, covered, this.#cols, (word, before, cell) => {
      for (let bits = word & ~before; bits !== 0; bits &= bits - 1) sum += byCell[cell + lowestOf(bits)]
    })
    return sum
  }

  /** Total weight per owner of the cells in both `set` and `owned`; `owners` maps each cell to an owner. */
  byOwner(set: CellSet, owned: CellSet, owners: Uint16Array, count: number): Float64Array {
    const sums = new Float64Array(count)
    const weights = this.#weights
    forEachWord(set, owned, this.#cols, (word, own, cell, row) => {
      for (let bits = word & own; bits !== 0; bits &= bits - 1) {
        const at = cell + lowestOf(bits)
        sums[owners[at]] += 'byRow' in weights ? weights.byRow[row] : weights.byCell[at]
      }
    })
    return sums
  }
}

/** `owned`: cells in exactly one set and not in `excluded`; `owners`: for each such cell, the set's index. */
export function ownersOf(
  sets: readonly CellSet[],
  excluded: CellSet,
  { rows, cols }: Lattice,
): { owned: CellSet; owners: Uint16Array } {
  const [once, twice] = [copyOf(excluded), copyOf(excluded)]
  const owners = new Uint16Array(rows * cols)
  for (const [owner, set] of sets.entries()) {
    forEachWord(set, once, cols, (word, before, cell, _row, at) => {
      twice.words[at] |= word & before
      once.words[at] |= word
      for (let bits = word & ~before; bits !== 0; bits &= bits - 1) owners[cell + lowestOf(bits)] = owner
    })
  }
  for (let at = 0; at < once.words.length; at++) once.words[at] &= ~twice.words[at]
  return { owned: once, owners }
}

/** Calls `take` for each non-zero word of `set`, with the corresponding word of `all`. */
function forEachWord(
  set: CellSet,
  all: CellSet,
  cols: number,
  take: (word: number, other: number, cell: number, row: number, at: number) => void,
): void {
  const { words, rows, wordsARow, firstRow, firstWord } = set
  for (let row = 0, at = 0; row < rows; row++) {
    let over = placeOf(set, all, row)
    let cell = (firstRow + row) * cols + WORD * firstWord
    for (const end = at + wordsARow; at < end; at++, over++, cell += WORD) {
      if (words[at] !== 0) take(words[at], all.words[over], cell, firstRow + row, over)
    }
  }
}

function lowestOf(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

/** Adds `set` to `covered`, which spans the whole lattice. */
export function cover(covered: CellSet, set: CellSet): void {
  const { words, rows, wordsARow } = set
  for (let row = 0, at = 0; row < rows; row++) {
    let over = placeOf(set, covered, row)
    for (const end = at + wordsARow; at < end; at++, over++) covered.words[over] |= words[at]
  }
}

export function copyOf(set: CellSet): CellSet {
  return { ...set, words: set.words.slice() }
}

function placeOf({ firstRow, firstWord }: CellSet, all: CellSet, row: number): number {
  return (firstRow + row - all.firstRow) * all.wordsARow + firstWord - all.firstWord
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
