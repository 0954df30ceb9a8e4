import { AzimuthalFrame, inverse, PolarDiscError } from '../../../kernels/geodesy/azimuthal.ts'
import { AzimuthSector, type Azimuths } from '../../../kernels/geodesy/azimuths.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { firstThatFits } from '../../jobs/bisection.ts'
import type { Circle } from './circle.ts'

const FRAME_TOLERANCE_M = 0.01
/** Rounding tolerance in metres for the distance of cells just within range. */
const EDGE_M = 1e-5
const DEGREES = 180 / Math.PI

/** Offsets in metres to the east and north of the transmitter, with length and azimuth of the geodesic. */
interface Frame {
  setRow(dLatDeg: number): void
  xInRow(dLonDeg: number): number
  yInRow(dLonDeg: number): number
}

/** Computes each geodesic separately, for discs that the polynomials do not cover. */
function exactFrame(latDeg: number): Frame {
  let rowLatDeg = latDeg
  const to = (dLonDeg: number) => inverse(latDeg, 0, rowLatDeg, dLonDeg)
  return {
    setRow(dLatDeg) {
      rowLatDeg = Math.max(-90, Math.min(90, latDeg + dLatDeg))
    },
    xInRow(dLonDeg) {
      const { distanceM, azimuthDeg } = to(dLonDeg)
      return distanceM * Math.sin(azimuthDeg / DEGREES)
    },
    yInRow(dLonDeg) {
      const { distanceM, azimuthDeg } = to(dLonDeg)
      return distanceM * Math.cos(azimuthDeg / DEGREES)
    },
  }
}

export class Disc {
  readonly latDeg: number
  readonly lonDeg: number
  readonly rangeM: number
  readonly #frame: Frame
  /** Longitude difference from the transmitter to the farther edge of the raster, in degrees. */
  readonly #halfLonDeg: number
  #dLatDeg = Number.NaN

  readonly #sector: AzimuthSector | undefined

  constructor(geometry: RasterGeometry, { latDeg, lonDeg, rangeM }: Circle, azimuths?: Azimuths | undefined) {
    this.#sector = azimuths && new AzimuthSector(azimuths)
    const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
    const middleDeg = westDeg + (cols * cellLonDeg) / 2
    this.latDeg = latDeg
    this.lonDeg = lonDeg + 360 * Math.round((middleDeg - lonDeg) / 360)
    this.rangeM = rangeM
    const eastDeg = westDeg + cols * cellLonDeg
    const halfLonDeg = Math.max(Math.abs(westDeg - this.lonDeg), Math.abs(eastDeg - this.lonDeg))
    this.#halfLonDeg = halfLonDeg
    const halfLatDeg = Math.max(Math.abs(northDeg - latDeg), Math.abs(northDeg - rows * cellLatDeg - latDeg))
    this.#frame = frameOf(latDeg, halfLatDeg, halfLonDeg)
  }

  /** Sets the latitude for the following calls, which take only a longitude. */
  setLatitude(latDeg: number): void {
    const dLatDeg = latDeg - this.latDeg
    if (dLatDeg === this.#dLatDeg) return
    this.#dLatDeg = dLatDeg
    this.#frame.setRow(dLatDeg)
  }

  distanceM(lonDeg: number): number {
    const dLonDeg = lonDeg - this.lonDeg
    return Math.hypot(this.#frame.xInRow(dLonDeg), this.#frame.yInRow(dLonDeg))
  }

  azimuthDeg(lonDeg: number): number {
    const dLonDeg = lonDeg - this.lonDeg
    const angle = Math.atan2(this.#frame.xInRow(dLonDeg), this.#frame.yInRow(dLonDeg)) * DEGREES
    return angle < 0 ? angle + 360 : angle
  }

  /** Runs of adjacent columns with cell centers in range, within [first, end); each run excludes its end. */
  *columnsInRange(
    geometry: Pick<RasterGeometry, 'westDeg' | 'cellLonDeg'>,
    latDeg: number,
    first: number,
    end: number,
  ): Generator<[number, number]> {
    const [start, stop] = this.#columnsInCircle(geometry, latDeg, first, end)
    const sector = this.#sector
    if (sector === undefined) {
      if (start < stop) yield [start, stop]
      return
    }
    const isInAzimuths = (col: number) => {
      const dLonDeg = geometry.westDeg + (col + 0.5) * geometry.cellLonDeg - this.lonDeg
      return sector.holds(this.#frame.xInRow(dLonDeg), this.#frame.yInRow(dLonDeg))
    }
    let from = start
    for (let col = start; col < stop; col++) {
      if (isInAzimuths(col)) continue
      if (from < col) yield [from, col]
      from = col + 1
    }
    if (from < stop) yield [from, stop]
  }

  #columnsInCircle(
    { westDeg, cellLonDeg }: Pick<RasterGeometry, 'westDeg' | 'cellLonDeg'>,
    latDeg: number,
    first: number,
    end: number,
  ): [number, number] {
    this.setLatitude(latDeg)
    const isInRange = (col: number) => {
      const lonDeg = westDeg + (col + 0.5) * cellLonDeg
      // The polynomials of the frame are invalid outside of the raster.
      if (Math.abs(lonDeg - this.lonDeg) > this.#halfLonDeg) return false
      return this.distanceM(lonDeg) <= this.rangeM + EDGE_M
    }
    const nearest = Math.floor((this.lonDeg - westDeg) / cellLonDeg)
    const inside = Math.max(first, Math.min(end - 1, nearest))
    if (end <= first || !isInRange(inside)) return [0, 0]
    return [farthest(isInRange, inside, first), 1 + farthest(isInRange, inside, end - 1)]
  }
}

/** Last column in range on the way from column `from`, which is in range, to column `to`. */
function farthest(isInRange: (col: number) => boolean, from: number, to: number): number {
  if (isInRange(to)) return to
  const step = Math.sign(to - from)
  return from + step * (firstThatFits(0, Math.abs(to - from), (steps) => !isInRange(from + step * steps)) - 1)
}

function frameOf(latDeg: number, halfLatDeg: number, halfLonDeg: number): Frame {
  if (halfLatDeg > 10 || halfLonDeg > 90) return exactFrame(latDeg)
  try {
    return new AzimuthalFrame(latDeg, halfLatDeg, halfLonDeg, FRAME_TOLERANCE_M)
  } catch (error) {
    if (error instanceof PolarDiscError) return exactFrame(latDeg)
    throw error
  }
}
