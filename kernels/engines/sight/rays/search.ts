/**
 * Line of sight along one path over all its posts. The path is bisected recursively; a stretch is culled if
 * the ray, curvature included, clears the stretch's highest post, and all other posts are examined.
 */

import type { GeodesicPathInSegments } from '../../../geodesy/geodesic-segments.ts'
import { heightAt } from '../../../terrain/ground.ts'
import { type PostGrid, placeOf } from '../../../terrain/window.ts'
import { type Maxima, maximumM, mayBeUnknown, SQUARE_POSTS } from './maxima.ts'
import { type SlopeSearch, type Stretch, walk } from './walk.ts'
import { widestM } from './zone.ts'

/** Tolerance in metres at the boundary of two parts, where a path may belong to either part. */
const JOINT_M = 1e-4

/** Slope of the direct ray to a receiver `receiverM` metres above the transmitting antenna. */
export function raySlope(receiverM: number, distanceM: number, dropPerM2: number): number {
  return receiverM / distanceM - distanceM * dropPerM2
}

/**
 * Length in posts of path stretches that are searched post by post where the ground has no maxima. Over this
 * length the path deviates from a parabola by much less than one post spacing.
 */
const UNBOUNDED_POSTS = 4 * SQUARE_POSTS

/** Slope below the slope of any ground. */
const FAR_BELOW = -1e9

/** Ground on one lattice. A point belongs to the first part whose outermost posts enclose it. */
export interface GroundPart {
  grid: PostGrid
  maxima: Maxima
}

/** Part of the ground; without maxima, all posts on the path are examined. */
type SearchedPart = Pick<GroundPart, 'grid'> & { maxima?: Maxima }

/** Part of the ground in path coordinates: degrees from the transmitter. */
interface SeenPart {
  grid: PostGrid
  maxima: Maxima | undefined
  txRow: number
  txCol: number
  rowsADegree: number
  colsADegree: number
  lastRow: number
  lastCol: number
  /** Maximum length in metres of a path stretch that is examined post by post. */
  walkM: number
}

export class PathSearch implements SlopeSearch {
  antennaM = 0
  dropPerM2 = 0
  zonePerRootM = 0
  pathM = 0
  slope = 0
  stopsAtFirst = true
  found = false
  foundAtM = 0
  meetsUnknown = false
  unknownAtM = 0
  onPatch: SlopeSearch['onPatch']
  readonly #parts: SeenPart[]
  readonly #path: GeodesicPathInSegments
  readonly #stretch: Stretch = {
    row0: 0,
    col0: 0,
    rowMid: 0,
    colMid: 0,
    row1: 0,
    col1: 0,
    fromM: 0,
    toM: 0,
  }
  /** True while searching for unknown ground instead of obstacles. */
  #looksForUnknown = false
  #segment = 0
  #bendLat = 0
  #bendLon = 0

  /** `parts` are ordered finest first, the last enclosing all others; `metresADegree` is for latitude. */
  constructor(
    parts: SearchedPart[],
    path: GeodesicPathInSegments,
    { latDeg, lonDeg, metresADegree }: { latDeg: number; lonDeg: number; metresADegree: number },
  ) {
    this.#path = path
    this.#parts = parts.map(({ grid, maxima }) => ({
      grid,
      maxima,
      txRow: placeOf(grid, latDeg, lonDeg).row,
      txCol: placeOf(grid, latDeg, lonDeg).col,
      rowsADegree: -1 / grid.latStepDeg,
      colsADegree: 1 / grid.lonStepDeg,
      lastRow: grid.rows - 1,
      lastCol: grid.cols - 1,
      walkM: (maxima ? SQUARE_POSTS : UNBOUNDED_POSTS) * grid.latStepDeg * metresADegree,
    }))
  }

  /** Bilinear ground height at a position in degrees from the transmitter; NaN where unknown. */
  groundM(dLatDeg: number, dLonDeg: number): number {
    const lastPart = this.#parts.length - 1
    for (let i = 0; i < lastPart; i++) {
      const { grid, txRow, txCol, rowsADegree, colsADegree, lastRow, lastCol } = this.#parts[i]
      const row = txRow + dLatDeg * rowsADegree
      const col = txCol + dLonDeg * colsADegree
      if (row >= 0 && row <= lastRow && col >= 0 && col <= lastCol) return heightAt(grid, row, col)
    }
    const { grid, txRow, txCol, rowsADegree, colsADegree } = this.#parts[lastPart]
    return heightAt(grid, txRow + dLatDeg * rowsADegree, txCol + dLonDeg * colsADegree)
  }

  /** Searches around the distance at which a neighboring path was blocked. */
  near(slope: number, stopsAtFirst: boolean, atM: number, marginM: number): void {
    this.#start(slope, stopsAtFirst)
    const { distanceM, segmentM, segments } = this.#path
    const fromM = Math.max(0, atM - marginM)
    const toM = Math.min(distanceM, atM + marginM)
    if (!(toM > fromM)) return
    const segment = Math.min(segments - 1, Math.floor((fromM + toM) / 2 / segmentM))
    this.#inSegment(segment, Math.max(fromM, segment * segmentM), Math.min(toM, (segment + 1) * segmentM))
  }

  /** Passes all ground of a path stretch to `onPatch`, in the order of distance. */
  follow(fromM: number, toM: number): void {
    this.along(fromM, toM, FAR_BELOW, false)
  }

  /** True if any ground on a path stretch is above a ray of `slope`. */
  hides(fromM: number, toM: number, slope: number): boolean {
    this.along(fromM, toM, slope, true)
    return this.found
  }

  /** Searches a path stretch for ground above a ray of `slope`; sets `found` and `foundAtM`. */
  along(fromM: number, toM: number, slope: number, stopsAtFirst: boolean): void {
    this.#start(slope, stopsAtFirst)
    const { segmentM, segments } = this.#path
    for (let segment = Math.min(Math.floor(fromM / segmentM), segments - 1); segment < segments; segment++) {
      const startM = Math.max(fromM, segment * segmentM)
      const endM = segment === segments - 1 ? toM : Math.min(toM, (segment + 1) * segmentM)
      if (endM > startM) this.#inSegment(segment, startM, endM)
      if (this.found && stopsAtFirst) return
    }
  }

  /** True if a path stretch crosses unknown ground. */
  crossesUnknown(fromM: number, toM: number): boolean {
    if (this.#parts.every(({ maxima }) => maxima?.unknown === undefined)) return false
    this.#looksForUnknown = true
    this.along(fromM, toM, Number.POSITIVE_INFINITY, false)
    this.#looksForUnknown = false
    return this.meetsUnknown
  }

  #start(slope: number, stopsAtFirst: boolean): void {
    this.pathM = this.#path.distanceM
    this.slope = slope
    this.stopsAtFirst = stopsAtFirst
    this.found = false
    this.meetsUnknown = false
  }

  #inSegment(segment: number, fromM: number, toM: number): void {
    const c = this.#path.coefficients
    const at = 8 * segment
    // Maximum deviation from a chord over the whole segment, from the bound |p″|/8.
    this.#bendLat = (2 * Math.abs(c[at + 2]) + 6 * Math.abs(c[at + 3])) / 8
    this.#bendLon = (2 * Math.abs(c[at + 6]) + 6 * Math.abs(c[at + 7])) / 8
    const { segmentM } = this.#path
    const t0 = fromM / segmentM - segment
    const t1 = toM / segmentM - segment
    this.#segment = segment
    this.#visit(t0, this.#lat(at, t0), this.#lon(at, t0), t1, this.#lat(at, t1), this.#lon(at, t1))
  }

  #lat(at: number, t: number): number {
    const c = this.#path.coefficients
    return c[at] + t * (c[at + 1] + t * (c[at + 2] + t * c[at + 3]))
  }

  #lon(at: number, t: number): number {
    const c = this.#path.coefficients
    return c[at + 4] + t * (c[at + 5] + t * (c[at + 6] + t * c[at + 7]))
  }

  #visit(t0: number, lat0: number, lon0: number, t1: number, lat1: number, lon1: number): void {
    const { segmentM } = this.#path
    const segment = this.#segment
    const fromM = (segment + t0) * segmentM
    const toM = (segment + t1) * segmentM
    const square = (t1 - t0) * (t1 - t0)
    const bendLat = this.#bendLat * square
    const bendLon = this.#bendLon * square
    const south = Math.min(lat0, lat1) - bendLat
    const north = Math.max(lat0, lat1) + bendLat
    const west = Math.min(lon0, lon1) - bendLon
    const east = Math.max(lon0, lon1) + bendLon
    const liftM = this.zonePerRootM > 0 ? widestM(this.zonePerRootM, fromM, toM, this.pathM) : 0
    const clearM = this.#lowestRay(fromM, toM) - liftM + this.antennaM
    const parts = this.#parts
    const lengthM = toM - fromM
    const lastPart = parts.length - 1
    let owner: SeenPart | undefined
    let isMixed = false
    let isOpen = false
    for (let i = 0; i <= lastPart; i++) {
      const part = parts[i]
      const { maxima, rowsADegree, colsADegree, txRow, txCol, lastRow, lastCol } = part
      const top = txRow + north * rowsADegree
      const bottom = txRow + south * rowsADegree
      const left = txCol + west * colsADegree
      const right = txCol + east * colsADegree
      if (i < lastPart && (bottom < 0 || top > lastRow || right < 0 || left > lastCol)) continue
      isOpen ||=
        maxima === undefined ||
        (this.#looksForUnknown
          ? mayBeUnknown(maxima, top, left, bottom, right)
          : maximumM(maxima, top, left, bottom, right) > clearM)
      const isInside = i === lastPart || (top >= 0 && bottom <= lastRow && left >= 0 && right <= lastCol)
      if (isInside) {
        owner = part
        break
      }
      isMixed = true
      if (lengthM < JOINT_M) {
        const lat = (lat0 + lat1) / 2
        const lon = (lon0 + lon1) / 2
        const row = txRow + lat * rowsADegree
        const col = txCol + lon * colsADegree
        if (row >= 0 && row <= lastRow && col >= 0 && col <= lastCol) {
          owner = part
          break
        }
      }
    }
    if (!isOpen || owner === undefined) return
    const middle = (t0 + t1) / 2
    const at = 8 * segment
    const c = this.#path.coefficients
    const latMid = c[at] + middle * (c[at + 1] + middle * (c[at + 2] + middle * c[at + 3]))
    const lonMid = c[at + 4] + middle * (c[at + 5] + middle * (c[at + 6] + middle * c[at + 7]))
    if (lengthM <= owner.walkM && (!isMixed || lengthM < JOINT_M)) {
      const { grid, txRow, txCol, rowsADegree, colsADegree } = owner
      const stretch = this.#stretch
      stretch.row0 = txRow + lat0 * rowsADegree
      stretch.col0 = txCol + lon0 * colsADegree
      stretch.rowMid = txRow + latMid * rowsADegree
      stretch.colMid = txCol + lonMid * colsADegree
      stretch.row1 = txRow + lat1 * rowsADegree
      stretch.col1 = txCol + lon1 * colsADegree
      stretch.fromM = fromM
      stretch.toM = toM
      walk(grid, stretch, this)
      return
    }
    this.#visit(t0, lat0, lon0, middle, latMid, lonMid)
    if (this.found && this.stopsAtFirst) return
    if (this.#looksForUnknown && this.meetsUnknown) return
    this.#visit(middle, latMid, lonMid, t1, lat1, lon1)
  }

  /** Minimum height of the ray above the antenna, curvature included: convex in the distance. */
  #lowestRay(fromM: number, toM: number): number {
    const { slope, dropPerM2 } = this
    const from = fromM * (slope + fromM * dropPerM2)
    const to = toM * (slope + toM * dropPerM2)
    const vertexM = dropPerM2 > 0 ? -slope / (2 * dropPerM2) : -1
    if (vertexM > fromM && vertexM < toM) return 0.5 * vertexM * slope
    return Math.min(from, to)
  }
}
