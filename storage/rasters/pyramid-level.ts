import {
  type Cells,
  halveClasses,
  halveMeasures,
  type LevelSize,
  UNKNOWN,
  unknownCells,
} from './overviews.ts'
import type { BandKind } from './types.ts'

export interface TileSink {
  /** Returns a used tile for reuse, if available; the tile still contains old cells. */
  recycled(): Cells | undefined
  /** Takes ownership of a full tile; tiles arrive in row-major order. */
  add(cells: Cells): void
}

/**
 * One level of an overview pyramid. Rows arrive from the north and are cut into tiles; each pair of rows
 * becomes one row of the next, smaller level. Memory: one row of tiles.
 */
export class PyramidLevel {
  readonly #size: LevelSize
  readonly #kind: BandKind
  readonly #tileSide: number
  readonly #sink: TileSink
  readonly #next: PyramidLevel | undefined
  readonly #oddRow: Cells
  readonly #halved: Cells
  #tiles: Cells[] = []
  #rowsSeen = 0

  constructor(
    size: LevelSize,
    kind: BandKind,
    tileSide: number,
    sink: TileSink,
    next: PyramidLevel | undefined,
  ) {
    this.#size = size
    this.#kind = kind
    this.#tileSide = tileSide
    this.#sink = sink
    this.#next = next
    this.#oddRow = unknownCells(kind, next ? size.cols : 0)
    this.#halved = unknownCells(kind, next ? Math.ceil(size.cols / 2) : 0)
  }

  /** Appends the row that begins at `start` in `data`; the last row also completes the smaller levels. */
  appendRow(data: Cells, start: number): void {
    this.#cutIntoTiles(data, start)
    const isOdd = (this.#rowsSeen & 1) === 1
    this.#rowsSeen++
    const isLast = this.#rowsSeen === this.#size.rows
    if (this.#next) {
      if (isOdd) this.#feedNext(this.#oddRow, 0, data, start)
      else if (isLast) this.#feedNext(data, start, data, start)
      // The row is copied, as the caller may reuse `data` before the second row of the pair arrives.
      else this.#oddRow.set(data.subarray(start, start + this.#size.cols))
    }
    if (isLast || this.#rowsSeen % this.#tileSide === 0) this.#handOverTiles()
  }

  #cutIntoTiles(data: Cells, start: number): void {
    const { cols } = this.#size
    const side = this.#tileSide
    const rowInTile = this.#rowsSeen % side
    for (let tile = 0, col = 0; col < cols; tile++, col += side) {
      const end = Math.min(col + side, cols)
      if (rowInTile === 0) this.#tiles.push(this.#newTile(end - col))
      this.#tiles[tile].set(data.subarray(start + col, start + end), rowInTile * side)
    }
  }

  #newTile(width: number): Cells {
    const side = this.#tileSide
    const used = this.#sink.recycled()
    if (!used) return unknownCells(this.#kind, side * side)
    const isWhole = width === side && this.#rowsSeen + side <= this.#size.rows
    // Cells beyond the edge of the raster count as unknown.
    if (!isWhole) used.fill(this.#kind === 'visibility' ? UNKNOWN : Number.NaN)
    return used
  }

  #handOverTiles(): void {
    for (const tile of this.#tiles) this.#sink.add(tile)
    this.#tiles = []
  }

  #feedNext(north: Cells, northStart: number, south: Cells, southStart: number): void {
    const out = this.#halved
    const { cols } = this.#size
    if (out instanceof Uint8Array) {
      halveClasses(north as Uint8Array, northStart, south as Uint8Array, southStart, cols, out)
    } else {
      halveMeasures(north as Float32Array, northStart, south as Float32Array, southStart, cols, out)
    }
    this.#next?.appendRow(out, 0)
  }
}
