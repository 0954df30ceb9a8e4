import { setImmediate } from 'node:timers/promises'
import type { CellCentres, Lattice, PostRectangle, TerrainArea } from './types.ts'

/*
 * Terrain with fewer posts, for rasters whose cells are far coarser than the posts are. Each post that is left takes the
 * highest of the full posts around it, half-way to its neighbours, so that a ridge a single post wide still
 * blocks a ray; averages and picked posts (overviews of a file) let rays through. The four posts around the centre
 * of a raster cell take the full posts' ground at that centre instead: there antennas stand, and on raised ground they
 * would see too far, or be buried in it. Where one of the full posts is unknown, so is what stands for it.
 */

/** A raster cell keeps at least this many posts a side. */
const POSTS_A_CELL = 8
/** Full posts that are held at a time. */
const STRIP_POSTS = 1024 * 1024

/** By how many posts a side terrain may be generalised for cells of this size; 1 = not at all. */
export function generalisationFor(cellSizeM: number | undefined, postSpacingM: number): number {
  if (cellSizeM === undefined || !(cellSizeM > 0)) return 1
  return Math.max(1, Math.floor(cellSizeM / (POSTS_A_CELL * postSpacingM)))
}

/** An area seen through every `factor`-th of its rows and columns. */
export class GeneralisedArea implements TerrainArea {
  readonly lattice: Lattice
  readonly postSpacingM: number
  readonly generalisedBy: number
  readonly #full: TerrainArea
  readonly #cells: CellCentres | undefined

  constructor(full: TerrainArea, factor: number, cells?: CellCentres) {
    const { northDeg, westDeg, latStepDeg, lonStepDeg } = full.lattice
    this.lattice = { northDeg, westDeg, latStepDeg: latStepDeg * factor, lonStepDeg: lonStepDeg * factor }
    this.postSpacingM = full.postSpacingM
    this.generalisedBy = factor
    this.#full = full
    this.#cells = cells
  }

  async read(rectangle: PostRectangle, signal?: AbortSignal, into?: Float32Array): Promise<Float32Array> {
    const { firstRow, firstCol, rows, cols } = rectangle
    const factor = this.generalisedBy
    const reach = Math.floor(factor / 2)
    // The centre of a cell is nearer than a step, and lies between two full posts.
    const margin = factor + 1
    const heightsM = into ?? new Float32Array(rows * cols)
    const fullCols = (cols - 1) * factor + 2 * margin + 1
    const stripRows = Math.max(1, Math.floor((STRIP_POSTS / fullCols - 2 * margin) / factor))
    const colCentres = Float64Array.from({ length: cols }, (_, col) => this.#centreCol(firstCol + col))
    let full: Float32Array = new Float32Array(0)
    for (let strip = 0; strip < rows; strip += stripRows) {
      const count = Math.min(stripRows, rows - strip)
      const at = {
        firstRow: (firstRow + strip) * factor - margin,
        firstCol: firstCol * factor - margin,
        rows: (count - 1) * factor + 2 * margin + 1,
        cols: fullCols,
      }
      const posts = at.rows * at.cols
      // All strips but the last are of one size.
      // Posts that are cached are read without a yield to the event loop.
      await setImmediate()
      full = await this.#full.read(at, signal, full.length === posts ? full : undefined)
      for (let row = 0; row < count; row++) {
        const centreRow = this.#centreRow(firstRow + strip + row)
        for (let col = 0; col < cols; col++) {
          const to = (strip + row) * cols + col
          const centreCol = colCentres[col]
          if (Number.isNaN(centreRow + centreCol)) {
            const start = (row * factor + margin - reach) * fullCols + col * factor + margin - reach
            heightsM[to] = highest(full, fullCols, start, 2 * reach + 1)
          } else {
            heightsM[to] = bilinear(full, fullCols, centreRow - at.firstRow, centreCol - at.firstCol)
          }
        }
      }
    }
    return heightsM
  }

  used(): ReturnType<TerrainArea['used']> {
    return this.#full.used()
  }

  /** Fractional full row of the cell centre within a step of a row; NaN where there is none. */
  #centreRow(row: number): number {
    if (this.#cells === undefined) return Number.NaN
    const { latDeg, cellLatDeg } = this.#cells
    const { northDeg, latStepDeg } = this.lattice
    return centreNear(row, (northDeg - latDeg) / latStepDeg, cellLatDeg / latStepDeg) * this.generalisedBy
  }

  #centreCol(col: number): number {
    if (this.#cells === undefined) return Number.NaN
    const { lonDeg, cellLonDeg } = this.#cells
    const { westDeg, lonStepDeg } = this.lattice
    return centreNear(col, (lonDeg - westDeg) / lonStepDeg, cellLonDeg / lonStepDeg) * this.generalisedBy
  }
}

/** The value of `first` + n · `step` that is less than 1 from a position; NaN where there is none. */
function centreNear(position: number, first: number, step: number): number {
  const nearest = first + Math.round((position - first) / step) * step
  return Math.abs(nearest - position) < 1 ? nearest : Number.NaN
}

/** The highest of a square of posts; NaN where one of them is unknown. */
function highest(posts: Float32Array, cols: number, start: number, side: number): number {
  let maximum = Number.NEGATIVE_INFINITY
  for (let row = 0; row < side; row++) {
    for (let at = start + row * cols; at < start + row * cols + side; at++) {
      const height = posts[at]
      if (Number.isNaN(height)) return Number.NaN
      if (height > maximum) maximum = height
    }
  }
  return maximum
}

function bilinear(posts: Float32Array, cols: number, row: number, col: number): number {
  const top = Math.floor(row)
  const left = Math.floor(col)
  const down = row - top
  const across = col - left
  const at = top * cols + left
  const right = across === 0 ? 0 : 1
  const below = down === 0 ? 0 : cols
  const north = posts[at] + (posts[at + right] - posts[at]) * across
  const south = posts[at + below] + (posts[at + below + right] - posts[at + below]) * across
  return north + (south - north) * down
}
