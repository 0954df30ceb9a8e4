/**
 * Paths from a transmitter to the points around it: geodesics, as polynomials of the fraction t of the path. The
 * path to (X east, Y north) of the azimuthal frame is t·(X, Y) there, so that the coefficients of t² and t³ depend on the
 * azimuth alone, times distance² and distance³; a table carries them. The term of t takes up the rest, so that the
 * path ends where it should. Farthest off on the path there: 2 mm at 35 km from latitude 45, 0.8 m at 300 km from 60.
 */

import { geodesicFrom } from '../geodesy/azimuthal.ts'

const AZIMUTHS = 512

/** Bends of one path, in degrees at its end. */
export interface Bends {
  lat2: number
  lat3: number
  lon2: number
  lon3: number
}

export class GeodesicBends {
  /** [AZIMUTHS + 1][4], for 1 m; from north over east. */
  readonly #table = new Float64Array(4 * (AZIMUTHS + 1))

  constructor(txLatDeg: number, rangeM: number) {
    for (let at = 0; at <= AZIMUTHS / 2; at++) {
      const position = geodesicFrom(txLatDeg, (360 * at) / AZIMUTHS)
      const points = [1, 2, 3].map((third) => position((third * rangeM) / 3))
      const [lat2, lat3] = bendsOf(points.map(({ dLatDeg }) => dLatDeg))
      const [lon2, lon3] = bendsOf(points.map(({ dLonDeg }) => dLonDeg))
      const row = [lat2 / rangeM ** 2, lat3 / rangeM ** 3, lon2 / rangeM ** 2, lon3 / rangeM ** 3]
      this.#table.set(row, 4 * at)
      // West mirrors east.
      this.#table.set([row[0], row[1], -row[2], -row[3]], 4 * (AZIMUTHS - at))
    }
  }

  /** Writes the bends of the path to a point of the azimuthal frame, in metres, that is `distanceM` away. */
  bends(eastM: number, northM: number, distanceM: number, into: Bends): void {
    const turn = Math.atan2(eastM, northM) * (AZIMUTHS / (2 * Math.PI))
    const sector = turn < 0 ? turn + AZIMUTHS : turn
    const first = Math.min(Math.floor(sector), AZIMUTHS - 1)
    const fraction = sector - first
    const at = 4 * first
    const square = distanceM * distanceM
    const cube = square * distanceM
    into.lat2 = square * this.#between(at, fraction)
    into.lat3 = cube * this.#between(at + 1, fraction)
    into.lon2 = square * this.#between(at + 2, fraction)
    into.lon3 = cube * this.#between(at + 3, fraction)
  }

  #between(at: number, fraction: number): number {
    const table = this.#table
    return table[at] + fraction * (table[at + 4] - table[at])
  }
}

/** Coefficients of t² and t³ of the cubic through 0 and the values at t = 1/3, 2/3 and 1. */
function bendsOf([first, second, third]: number[]): [number, number] {
  const [a, b, c] = [3 * first, 1.5 * second, third]
  const cubic = 4.5 * (c - 2 * b + a)
  return [1.5 * (c - a) - (4 / 3) * cubic, cubic]
}
