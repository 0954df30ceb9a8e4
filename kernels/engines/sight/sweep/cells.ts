/**
 * Assignment of raster cells to octants and rays: integers computed once in float64, so that every cell is
 * computed exactly once for any split.
 *
 * Cells are numbered from the transmitter outwards: `line` along an octant's axis, `cross` across it, towards
 * its diagonal.
 */

import type { AzimuthalFrame } from '../../../geodesy/azimuthal.ts'
import { type CellAxis, cellAxis, type Direction, type RasterGrid } from '../../../geodesy/raster-grid.ts'
import type { Octant } from './octant.ts'

type Corner = `${'north' | 'south'} ${'east' | 'west'}`

/** Geometry of one line of an octant's cells; `setLine` selects the line. */
export class Cells {
  readonly grid: RasterGrid
  readonly #frame: AzimuthalFrame
  readonly #diagonal: number
  readonly #rangeM: number
  /** Numbering of the cells in each direction. */
  readonly axes: Record<Direction, CellAxis>
  /** For each row, number of the last column that belongs to the north or south octant; −1: none. */
  readonly #limits: Record<Corner, Int32Array>
  #vertical = true
  #sign = 1
  #line = 0
  #crossShift = 0

  /** @param diagonal tangent of the angle between north and the diagonals */
  constructor(grid: RasterGrid, frame: AzimuthalFrame, diagonal: number, rangeM: number) {
    this.grid = grid
    this.#frame = frame
    this.#diagonal = diagonal
    this.#rangeM = rangeM
    this.axes = {
      north: cellAxis(grid, 'north'),
      south: cellAxis(grid, 'south'),
      east: cellAxis(grid, 'east'),
      west: cellAxis(grid, 'west'),
    }
    this.#limits = {
      'north east': this.#diagonalLimits('north', 'east'),
      'north west': this.#diagonalLimits('north', 'west'),
      'south east': this.#diagonalLimits('south', 'east'),
      'south west': this.#diagonalLimits('south', 'west'),
    }
  }

  /** Maximum position error of cells in metres. */
  get errorM(): number {
    return this.#frame.errorM
  }

  /** Selects the line of cells to which the methods below refer. */
  setLine(octant: Octant, line: number): void {
    this.#vertical = octant.vertical
    this.#line = line
    this.#crossShift = this.axes[octant.cross].shift
    const cellsAway = line + this.axes[octant.axis].shift
    if (octant.vertical) {
      this.#sign = octant.axis === 'north' ? 1 : -1
      this.#frame.setRow(this.#sign * cellsAway * this.grid.cellLatDeg)
    } else {
      this.#sign = octant.cross === 'north' ? 1 : -1
      this.#frame.setColumn(cellsAway * this.grid.cellLonDeg)
    }
  }

  /** Distance of a cell from the transmitter across the octant's axis, in cells. */
  cellsAcross(cross: number): number {
    return cross + this.#crossShift
  }

  /** Distance in metres of a cell from the transmitter along the octant's axis. */
  depthM(cross: number): number {
    return this.#vertical
      ? this.#sign * this.#frame.yInRow(this.cellsAcross(cross) * this.grid.cellLonDeg)
      : this.#frame.xInColumn(this.#sign * this.cellsAcross(cross) * this.grid.cellLatDeg)
  }

  /** Distance in metres of a cell from the octant's axis, towards the diagonal. */
  acrossM(cross: number): number {
    return this.#vertical
      ? this.#frame.xInRow(this.cellsAcross(cross) * this.grid.cellLonDeg)
      : this.#sign * this.#frame.yInColumn(this.#sign * this.cellsAcross(cross) * this.grid.cellLatDeg)
  }

  distance2(cross: number): number {
    return this.depthM(cross) ** 2 + this.acrossM(cross) ** 2
  }

  /** Position of a cell between the axis (0) and the diagonal (1), on a scale of equally spaced rays. */
  fraction(cross: number): number {
    const tangent = this.acrossM(cross) / this.depthM(cross)
    return this.#vertical ? tangent / this.#diagonal : tangent * this.#diagonal
  }

  /** First and last `cross` of the octant's cells within range on the line; first > last: none. */
  range(octant: Octant): [number, number] {
    const limits = this.#limits[cornerOf(octant)]
    if (octant.vertical) {
      const { first, shift } = this.axes[octant.cross]
      // Cells on the axis belong to the eastern octant.
      const isOnAxis = shift === 0 && octant.cross === 'east'
      return this.#withinRange(isOnAxis ? 0 : first, limits[this.#line])
    }
    // The axis is the geodesic due east, not the row; cells on the axis belong to the northern octant.
    const north = octant.cross === 'north'
    const guess = Math.round(-this.acrossM(0) / (this.acrossM(1) - this.acrossM(0)))
    let first = guess
    while (north ? this.acrossM(first - 1) >= 0 : this.acrossM(first - 1) > 0) first--
    while (north ? this.acrossM(first) < 0 : this.acrossM(first) <= 0) first++
    return this.#withinRange(first, firstReaching(limits, this.#line) - 1)
  }

  /** Smallest cell number ≥ `first` whose ray fraction is at least `fraction`; last + 1 if none. */
  firstAtFraction(fraction: number, first: number, last: number): number {
    if (first > last) return first
    const low = this.fraction(first)
    if (low >= fraction) return first
    const high = this.fraction(last)
    if (high < fraction) return last + 1
    let at = Math.round(first + ((last - first) * (fraction - low)) / (high - low))
    at = Math.min(last, Math.max(first + 1, at))
    while (this.fraction(at - 1) >= fraction) at--
    while (this.fraction(at) < fraction) at++
    return at
  }

  #inRange(cross: number): boolean {
    return this.distance2(cross) <= this.#rangeM * this.#rangeM
  }

  /** Subrange of first…last within range; distances on a line of cells have a single minimum. */
  #withinRange(first: number, last: number): [number, number] {
    if (first > last) return [first, first - 1]
    if (this.#inRange(first) && this.#inRange(last)) return [first, last]
    // Vertex of the parabola through three cells: approximately the nearest cell of the line.
    const middle = Math.floor((first + last) / 2)
    let nearest = first
    if (last > first + 1) {
      const [d0, d1, d2] = [this.distance2(first), this.distance2(middle), this.distance2(last)]
      const [h1, h2] = [middle - first, last - first]
      const curve = ((d2 - d0) / h2 - (d1 - d0) / h1) / (h2 - h1)
      const slope = (d1 - d0) / h1 - curve * h1
      nearest = Math.min(last, Math.max(first, Math.round(first - slope / (2 * curve))))
    }
    while (nearest < last && this.distance2(nearest + 1) < this.distance2(nearest)) nearest++
    while (nearest > first && this.distance2(nearest - 1) < this.distance2(nearest)) nearest--
    if (!this.#inRange(nearest)) return [first, first - 1]
    return [this.#edge(nearest, first), this.#edge(nearest, last)]
  }

  /** Farthest cell within range between a cell within range and `end`. */
  #edge(inside: number, end: number): number {
    if (this.#inRange(end)) return end
    let low = inside
    let high = end
    while (Math.abs(high - low) > 1) {
      const middle = Math.trunc((low + high) / 2)
      if (this.#inRange(middle)) low = middle
      else high = middle
    }
    return low
  }

  #diagonalLimits(vertical: 'north' | 'south', horizontal: 'east' | 'west'): Int32Array {
    const { cellLatDeg, cellLonDeg } = this.grid
    const [rows, cols] = [this.axes[vertical], this.axes[horizontal]]
    const sign = vertical === 'north' ? 1 : -1
    const limits = new Int32Array(rows.last + 1).fill(-1)
    for (let n = rows.first; n <= rows.last; n++) {
      this.#frame.setRow(sign * (n + rows.shift) * cellLatDeg)
      const belongs = (m: number) => {
        const dLonDeg = (m + cols.shift) * cellLonDeg
        return this.#frame.xInRow(dLonDeg) <= this.#diagonal * sign * this.#frame.yInRow(dLonDeg)
      }
      const before = limits[n - 1] ?? -1
      const step = Math.max(1, before - (limits[n - 2] ?? before))
      let limit = Math.min(cols.last, before + step)
      while (limit >= 0 && !belongs(limit)) limit--
      while (limit < cols.last && belongs(limit + 1)) limit++
      limits[n] = Math.max(limit, before)
    }
    return limits
  }
}

function cornerOf({ vertical, axis, cross }: Octant): Corner {
  return (vertical ? `${axis} ${cross}` : `${cross} ${axis}`) as Corner
}

/** Index of the first of the ascending limits that is at least `value`; the count of limits if none. */
function firstReaching(limits: Int32Array, value: number): number {
  let low = 0
  let high = limits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (limits[middle] >= value) high = middle
    else low = middle + 1
  }
  return low
}
