/** Lines over a raster: crossed cells, and the positions of the crossings. */

import { inverse, metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import { type GeodesicPath, geodesicPath } from '../../../kernels/geodesy/geodesic-path.ts'
import { firstThatFits } from '../../jobs/bisection.ts'
import type { Position } from '../../requests/places.ts'
import { cellAt, type GridPosition, gridPosition, OUTSIDE } from './cells.ts'
import type { ResultSource } from './source.ts'

const STEP_CELLS = 0.5
/** Minimum step in cell heights, as cells are narrow near the poles. */
const SHORTEST_STEP_CELLS = 0.05

export interface Stretches {
  cells: number[]
  /** Start of each stretch in metres along the line. */
  fromM: number[]
  lengthM: number
}

export class TooLongError extends Error {}

export class LineReader {
  readonly #source: ResultSource
  #stepsLeft: number

  constructor(source: ResultSource, maximumSteps: number) {
    this.#source = source
    this.#stepsLeft = maximumSteps
  }

  /**
   * Divides a line of geodesics into stretches, each within a cell. Samples are half a cell apart and connected
   * linearly in rows and columns, so that crossings are exactly on cell edges.
   */
  read(line: readonly Position[]): Stretches {
    const stretches: Stretches = { cells: [], fromM: [], lengthM: 0 }
    for (let index = 1; index < line.length; index++) this.#addPart(stretches, line[index - 1], line[index])
    return stretches
  }

  #addPart(stretches: Stretches, [lon1, lat1]: Position, [lon2, lat2]: Position): void {
    const { geometry } = this.#source
    const startM = stretches.lengthM
    const path = geodesicPath(lat1, lon1, lat2, lon2)
    let place = { latDeg: lat1, lonDeg: lon1 }
    let before = gridPosition(geometry, lat1, lon1)
    begin(stretches, cellAt(geometry, before), startM)
    for (let fromM = 0; fromM < path.distanceM; ) {
      if (--this.#stepsLeft < 0) throw new TooLongError()
      const toM = Math.min(path.distanceM, fromM + this.#stepM(place, before))
      place = path.at(toM)
      const position = gridPosition(geometry, place.latDeg, place.lonDeg)
      for (const fraction of crossings(before, position)) {
        const middle = between(before, position, fraction)
        begin(stretches, cellAt(geometry, middle), startM + fromM + fraction * (toM - fromM))
      }
      before = position
      fromM = toM
    }
    stretches.lengthM += path.distanceM
  }

  /** Step in metres: half a cell; outside of the raster, the distance to the nearest point that can be in range. */
  #stepM({ latDeg, lonDeg }: { latDeg: number; lonDeg: number }, position: GridPosition): number {
    const { geometry, disc } = this.#source
    const perDegree = metresPerDegree(latDeg)
    const [heightM, widthM] = [geometry.cellLatDeg * perDegree.lat, geometry.cellLonDeg * perDegree.lon]
    const stepM = Math.max(STEP_CELLS * Math.min(heightM, widthM), SHORTEST_STEP_CELLS * heightM)
    if (cellAt(geometry, position) !== OUTSIDE) return stepM
    const { distanceM } = inverse(disc.latDeg, disc.lonDeg, latDeg, lonDeg)
    return Math.max(stepM, distanceM - disc.rangeM)
  }
}

export class LinePath {
  readonly #parts: { startM: number; path: GeodesicPath; turnDeg: number }[] = []

  constructor(line: readonly Position[]) {
    let startM = 0
    // Longitude along the line, continuous across ±180°.
    let lonDeg = line[0][0]
    for (let index = 1; index < line.length; index++) {
      const [[lon1, lat1], [lon2, lat2]] = [line[index - 1], line[index]]
      const path = geodesicPath(lat1, lon1, lat2, lon2)
      const turnDeg = 360 * Math.round((lonDeg - lon1) / 360)
      this.#parts.push({ startM, path, turnDeg })
      lonDeg = path.at(path.distanceM).lonDeg + turnDeg
      startM += path.distanceM
    }
  }

  /** Positions of a line between two distances, including corners. */
  between(fromM: number, toM: number): Position[] {
    const positions = [this.at(fromM)]
    for (let index = this.#partAt(fromM); index < this.#parts.length; index++) {
      const { startM, path } = this.#parts[index]
      if (startM > toM) break
      if (path.distanceM > 0) positions.push(this.#inPart(index, Math.min(path.distanceM, toM - startM)))
    }
    return positions
  }

  at(distanceM: number): Position {
    const index = this.#partAt(distanceM)
    return this.#inPart(index, distanceM - this.#parts[index].startM)
  }

  #inPart(index: number, distanceM: number): Position {
    const { path, turnDeg } = this.#parts[index]
    const { latDeg, lonDeg } = path.at(distanceM)
    return [lonDeg + turnDeg, latDeg]
  }

  /** Index of the line's last geodesic that starts at or before a distance. */
  #partAt(distanceM: number): number {
    return firstThatFits(0, this.#parts.length, (index) => this.#parts[index].startM > distanceM) - 1
  }
}

function begin({ cells, fromM }: Stretches, cell: number, atM: number): void {
  if (cells.at(-1) === cell) return
  cells.push(cell)
  fromM.push(atM)
}

/** Fractions of a step, ascending, where another row or column begins; outside of the raster the step's end. */
function crossings(from: GridPosition, to: GridPosition): number[] {
  const fractions = (['row', 'col'] as const).flatMap((axis) => {
    const [first, second] = [Math.floor(from[axis]), Math.floor(to[axis])]
    if (first === second) return []
    if (Math.abs(second - first) > 1) return [1]
    return [(Math.max(first, second) - from[axis]) / (to[axis] - from[axis])]
  })
  return fractions.sort((one, other) => one - other)
}

/** Position just after a fraction of a step. */
function between(from: GridPosition, to: GridPosition, fraction: number): GridPosition {
  const after = Math.min(1, fraction + 1e-9)
  return { row: from.row + after * (to.row - from.row), col: from.col + after * (to.col - from.col) }
}
