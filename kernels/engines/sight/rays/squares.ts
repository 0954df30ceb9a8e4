/** Line of sight for the cells of a raster, each over a separate path: the work of one thread. */

import { metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { AzimuthSector, type Azimuths } from '../../../geodesy/azimuths.ts'
import { CellPositions } from '../../../geodesy/cell-positions.ts'
import { GeodesicPathInSegments, type GeodesicTable } from '../../../geodesy/geodesic-segments.ts'
import type { CellSquare, RasterGrid } from '../../../geodesy/raster-grid.ts'
import { BLOCKED, TOUCH_M, UNDECIDED, UNKNOWN, VISIBLE } from '../../../terrain/classes.ts'
import { slopeCeiling } from './ceiling.ts'
import { type GroundPart, PathSearch, raySlope } from './search.ts'
import { mayMeetSector, type PathStretch, type Sector, stretchTo } from './sectors.ts'

/** Tolerated lateral error in metres of cell centers; ground of cells is read at the exact position. */
export const POSITION_TOLERANCE_M = 1e-4
/** Length in posts, to both sides of the place where a neighbor's path is blocked, that is searched first. */
const HINT_POSTS = 4
/** The same with a Fresnel zone: its cells are often smaller than posts, so that neighbors are blocked at one place. */
const ZONE_HINT_POSTS = 1

/** Job data sent to threads; large arrays are in shared memory. */
export interface OwnRayJob {
  parts: GroundPart[]
  geodesics: GeodesicTable
  grid: RasterGrid
  latDeg: number
  lonDeg: number
  rangeM: number
  /** Height of the transmitting antenna above the posts' datum. */
  antennaM: number
  /**
   * Receiving antenna height: above ground, or above the transmitting antenna if `receiverFollowsGround` is
   * false.
   */
  receiverM: number
  receiverFollowsGround: boolean
  /** Drop of the effective earth per squared metre, 1/(2·k·R); 0 for a flat earth. */
  dropPerM2: number
  /** Fresnel zone below the ray that has to be clear, as defined in `zone.ts`; 0: no zone. */
  zonePerRootM: number
  /**
   * Sectors whose cells are computed; cells outside, and cells hidden by ground outside the sectors, are
   * kept. `undefined`: all cells.
   */
  sectors: Sector[] | undefined
  /** Requested azimuths; cells in other directions may be skipped. */
  azimuths: Azimuths | undefined
  /** True: computes only the cells that are UNDECIDED in `visibility`. Cannot be combined with `sectors`. */
  isPartial: boolean
  /** Resulting classes, rows × cols. */
  visibility: Uint8Array
  minHeightM: Float32Array | undefined
}

export class OwnRaySquares {
  readonly #job: OwnRayJob
  readonly #path: GeodesicPathInSegments
  readonly #search: PathSearch
  readonly #positions: CellPositions
  readonly #hintMarginM: number
  readonly #asked: AzimuthSector | undefined
  #blockedAtM = Number.NaN
  /** Union of the path stretches of all sectors. */
  readonly #stretch: PathStretch
  /**
   * True if the whole square is beyond the stretch. BLOCKED cells are then final, and so are visible cells
   * whose slope is above `#ceiling`.
   */
  #isBeyond = false
  #ceiling = Number.POSITIVE_INFINITY

  constructor(job: OwnRayJob) {
    const { geodesics, latDeg, lonDeg, grid, parts } = job
    this.#job = job
    this.#path = new GeodesicPathInSegments(geodesics)
    const metresADegree = metresPerDegree(latDeg).lat
    this.#search = new PathSearch(parts, this.#path, { latDeg, lonDeg, metresADegree })
    this.#search.antennaM = job.antennaM
    this.#search.dropPerM2 = job.dropPerM2
    this.#search.zonePerRootM = job.zonePerRootM
    this.#positions = new CellPositions(latDeg, grid, POSITION_TOLERANCE_M)
    this.#asked = job.azimuths && new AzimuthSector(job.azimuths)
    const sectors = job.sectors ?? []
    this.#stretch = {
      fromM: Math.min(...sectors.map(({ fromM }) => fromM)),
      toM: Math.max(...sectors.map(({ toM }) => toM)),
    }
    const hintPosts = job.zonePerRootM > 0 ? ZONE_HINT_POSTS : HINT_POSTS
    this.#hintMarginM = hintPosts * parts[parts.length - 1].grid.latStepDeg * metresADegree
  }

  /** Computes the cells of a square; returns the number of cells within range. */
  decide(square: CellSquare): number {
    if (this.#isOutside(square) || this.#isDecided(square)) return 0
    let cellsInRange = 0
    for (const part of this.#positions.squares(square)) {
      this.#positions.enter(part)
      for (let row = part.firstRow; row < part.endRow; row++) {
        let col = this.#nextCol(row, part.firstCol, part.endCol)
        if (col === part.endCol) continue
        this.#positions.setRow(row)
        this.#blockedAtM = Number.NaN
        for (; col < part.endCol; col = this.#nextCol(row, col + 1, part.endCol)) {
          if (this.#decideCell(row, col)) cellsInRange++
        }
      }
    }
    return cellsInRange
  }

  /** First column from `col` on whose cell has to be computed; `endCol` if none. */
  #nextCol(row: number, col: number, endCol: number): number {
    const { isPartial, visibility, grid } = this.#job
    const start = row * grid.cols
    if (this.#isBeyond) {
      let open = col
      while (open < endCol && visibility[start + open] === BLOCKED) open++
      return open
    }
    if (!isPartial || col >= endCol) return col
    const found = visibility.subarray(start + col, start + endCol).indexOf(UNDECIDED)
    return found < 0 ? endCol : col + found
  }

  /** True if a square has no cell left to compute. */
  #isDecided({ firstRow, endRow, firstCol, endCol }: CellSquare): boolean {
    if (!this.#job.isPartial && !this.#isBeyond) return false
    for (let row = firstRow; row < endRow; row++) {
      if (this.#nextCol(row, firstCol, endCol) < endCol) return false
    }
    return true
  }

  /** True if no cell of a square is in any sector. */
  #isOutside({ firstRow, endRow, firstCol, endCol }: CellSquare): boolean {
    const { sectors, grid, latDeg } = this.#job
    if (sectors === undefined) return false
    const perDegree = metresPerDegree(latDeg)
    const cellM = Math.max(grid.cellLatDeg * perDegree.lat, grid.cellLonDeg * perDegree.lon)
    // Radius of twice the distance from the middle to a corner, because cell widths vary.
    const radiusM = cellM * Math.hypot(endRow - firstRow, endCol - firstCol)
    const middle = { firstRow: (firstRow + endRow - 1) / 2, firstCol: (firstCol + endCol - 1) / 2 }
    const positions = this.#positions
    positions.enter({ ...middle, endRow: middle.firstRow + 1, endCol: middle.firstCol + 1 })
    positions.setRow(middle.firstRow)
    positions.moveTo(middle.firstCol)
    const { eastM, northM } = positions
    if (!mayMeetSector(sectors, eastM, northM, radiusM)) return true
    const distanceM = Math.hypot(eastM, northM)
    this.#isBeyond = distanceM - radiusM > this.#stretch.toM
    if (this.#isBeyond) {
      const halfAngle = Math.asin(radiusM / distanceM)
      this.#ceiling = slopeCeiling(this.#job, Math.atan2(eastM, northM), halfAngle, this.#stretch)
    }
    return false
  }

  /** Computes a cell; returns false if the cell is out of range. */
  #decideCell(row: number, col: number): boolean {
    const {
      grid,
      rangeM,
      antennaM,
      receiverM,
      receiverFollowsGround,
      dropPerM2,
      visibility,
      minHeightM,
      sectors,
      isPartial,
    } = this.#job
    const cell = row * grid.cols + col
    const isOwn = row === grid.txRow && col === grid.txCol
    const dLatDeg = (grid.txRow - row) * grid.cellLatDeg
    const dLonDeg = (col - grid.txCol) * grid.cellLonDeg
    const positions = this.#positions
    positions.moveTo(col)
    const path = this.#path
    const search = this.#search
    const distanceM = Math.sqrt(positions.eastM ** 2 + positions.northM ** 2)
    if (distanceM > rangeM && !isOwn) {
      if (isPartial) visibility[cell] = UNKNOWN
      return false
    }
    // Twice the caller's tolerance, so that rounding skips no cell that the caller keeps.
    if (this.#asked?.holds(positions.eastM, positions.northM, 2) === false) return false
    let fromM = 0
    let toM = distanceM
    if (sectors) {
      const stretch = stretchTo(sectors, positions.eastM, positions.northM)
      if (stretch === undefined) return true
      // For cells beyond the stretch the class in the raster is valid for the path outside the stretch, so
      // only the stretch is searched.
      if (distanceM > stretch.toM && visibility[cell] !== UNKNOWN) {
        if (visibility[cell] === BLOCKED) return true
        fromM = stretch.fromM
        toM = stretch.toM
      }
    }
    const groundM = search.groundM(dLatDeg, dLonDeg) - antennaM
    if (isOwn) {
      visibility[cell] = !receiverFollowsGround && receiverM < groundM - TOUCH_M ? BLOCKED : VISIBLE
      if (minHeightM) minHeightM[cell] = 0
      return true
    }
    if (Number.isNaN(groundM) && receiverFollowsGround) {
      visibility[cell] = UNKNOWN
      if (minHeightM) minHeightM[cell] = Number.NaN
      return true
    }
    const receiver = receiverFollowsGround ? groundM + receiverM : receiverM
    if (fromM > 0 || toM < distanceM) {
      const slope = raySlope(receiver + TOUCH_M, distanceM, dropPerM2)
      if (this.#isBeyond && slope > this.#ceiling) return true
    }
    path.to(positions.eastM, positions.northM)
    path.endAt(dLatDeg, dLonDeg)
    if (minHeightM) {
      const ownSlope = raySlope(groundM - TOUCH_M, distanceM, dropPerM2)
      // A high slope found early allows much of the path to be culled.
      search.near(ownSlope, false, this.#blockedAtM, this.#hintMarginM)
      if (search.found) this.#blockedAtM = search.foundAtM
      search.along(0, distanceM, search.slope, false)
      if (search.found) this.#blockedAtM = search.foundAtM
      const neededM = Math.max(0, (search.slope + distanceM * dropPerM2) * distanceM - groundM)
      const isOpen = search.crossesUnknown(0, distanceM)
      minHeightM[cell] = isOpen ? Number.NaN : neededM
      visibility[cell] = receiverM < neededM - TOUCH_M ? BLOCKED : isOpen ? UNKNOWN : VISIBLE
      return true
    }
    // No tolerance with a Fresnel zone: ground that touches the zone blocks the path.
    const touchM = this.#job.zonePerRootM > 0 ? 0 : TOUCH_M
    const slope = raySlope(receiver + touchM, distanceM, dropPerM2)
    visibility[cell] = this.#isBlocked(slope, groundM - receiver, fromM, toM)
      ? BLOCKED
      : Number.isNaN(groundM) || search.crossesUnknown(fromM, toM)
        ? UNKNOWN
        : VISIBLE
    return true
  }

  /** True if the receiver is below its ground (`buriedM`), or known ground on a stretch is above `slope`. */
  #isBlocked(slope: number, buriedM: number, fromM: number, toM: number): boolean {
    if (buriedM > TOUCH_M) return true
    const search = this.#search
    if (!Number.isNaN(this.#blockedAtM)) {
      search.near(slope, true, this.#blockedAtM, this.#hintMarginM)
      if (search.found) {
        this.#blockedAtM = search.foundAtM
        return true
      }
    }
    search.along(fromM, toM, slope, true)
    this.#blockedAtM = search.found ? search.foundAtM : Number.NaN
    return search.found
  }
}
