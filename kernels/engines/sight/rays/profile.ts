/**
 * Ground profile of one path, relative to the direct ray between two antennas: points where the path crosses
 * rows and columns of posts, and between two crossings the point where the ground is closest to the ray, or
 * the midpoint. Ground between these points is never higher relative to the ray.
 */

import type { GeodesicPathInSegments } from '../../../geodesy/geodesic-segments.ts'
import { TOUCH_M } from '../../../terrain/classes.ts'
import type { PostGrid } from '../../../terrain/window.ts'
import { addLevels, blankMaxima, fillLowest } from './maxima.ts'
import { PathSearch, raySlope } from './search.ts'

/** Minimum distance in metres between points of a profile; closer points are merged. */
const CLOSE_M = 1e-6

/** End heights of the direct ray above the posts' datum. */
export interface DirectRay {
  txM: number
  rxM: number
  /** Drop of the effective earth per squared metre, 1/(2·k·R); 0 for a flat earth. */
  dropPerM2: number
}

/** Start of the path in degrees, and metres per degree of latitude at the start. */
export interface PathStart {
  latDeg: number
  lonDeg: number
  metresADegree: number
}

export class PathProfile {
  readonly distancesM: number[] = []
  readonly heightsM: number[] = []
  /** Distance at which ground first hides the receiver, found by per-cell rays; `undefined` if visible. */
  hiddenAtM: number | undefined
  readonly #path: GeodesicPathInSegments
  readonly #start: PathStart
  readonly #ray: DirectRay
  #endM = 0

  constructor(path: GeodesicPathInSegments, start: PathStart, ray: DirectRay) {
    this.#path = path
    this.#start = start
    this.#ray = ray
  }

  /**
   * Appends the path's ground up to `toM`, read from `parts`, finest first: a point belongs to the first part
   * that encloses it. Returns the distance of unknown ground; `undefined` if all ground is known.
   */
  add(parts: readonly PostGrid[], toM: number): number | undefined {
    const bounded = parts.map((grid) => {
      const maxima = blankMaxima(grid)
      fillLowest(grid, maxima, 0, maxima.rows[0])
      addLevels(maxima)
      return { grid, maxima }
    })
    const search = new PathSearch(bounded, this.#path, this.#start)
    const { txM, rxM, dropPerM2 } = this.#ray
    const { distanceM } = this.#path
    search.antennaM = txM
    search.dropPerM2 = dropPerM2
    const slope = raySlope(rxM - txM + TOUCH_M, distanceM, dropPerM2)
    if (this.hiddenAtM === undefined && search.hides(this.#endM, toM, slope)) this.hiddenAtM = search.foundAtM
    search.antennaM = 0
    search.onPatch = (h0, hMid, h1, fromM, endM) => this.#patch(h0, hMid, h1, fromM, endM)
    search.follow(this.#endM, toM)
    this.#endM = toM
    return search.meetsUnknown ? search.unknownAtM : undefined
  }

  #patch(h0: number, hMid: number, h1: number, fromM: number, toM: number): void {
    if (this.distancesM.length === 0) this.#point(fromM, h0)
    const { txM, rxM, dropPerM2 } = this.#ray
    const { distanceM } = this.#path
    // Height above the chord on a flat earth, where the curvature raises the ground by s·(D − s)/(2·k·R).
    const over = (sM: number, heightM: number) =>
      heightM + dropPerM2 * sM * (distanceM - sM) - txM - ((rxM - txM) * sM) / distanceM
    const [f0, fMid, f1] = [over(fromM, h0), over((fromM + toM) / 2, hMid), over(toM, h1)]
    const first = 4 * fMid - 3 * f0 - f1
    const second = 2 * (f0 + f1) - 4 * fMid
    const vertex = second < 0 ? -first / (2 * second) : -1
    // Vertex of the parabola, else the midpoint, so that a path in one patch has a point between its ends.
    const v = vertex > 0 && vertex < 1 ? vertex : 0.5
    const linear = 4 * hMid - 3 * h0 - h1
    const square = 2 * (h0 + h1) - 4 * hMid
    this.#point(fromM + v * (toM - fromM), h0 + v * (linear + v * square))
    this.#point(toM, h1)
  }

  /** Appends a point, or merges it with a last point closer than CLOSE_M, keeping the higher ground. */
  #point(sM: number, heightM: number): void {
    const last = this.distancesM.length - 1
    if (last >= 0 && sM - this.distancesM[last] < CLOSE_M) {
      this.heightsM[last] = Math.max(this.heightsM[last], heightM)
      // Merged points keep the greater distance, so the last point is at the receiver; the first stays at 0.
      if (last > 0) this.distancesM[last] = Math.max(this.distancesM[last], sM)
      return
    }
    this.distancesM.push(sM)
    this.heightsM.push(heightM)
  }
}
