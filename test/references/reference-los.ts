import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { Lattice, PostRectangle } from '../../storage/terrain/types.ts'
import { GeodesicArc, nearestLongitude } from './geodesic.ts'

/*
 * The truth that line-of-sight kernels are judged by: float64, one cell at a time, no approximation that matters,
 * and nothing shared with the kernels. The ray's ground track is the WGS 84 geodesic; the ground is bilinear between
 * posts; every height is lowered by s²/(2·k·R). Where the track runs straight inside one patch of four posts, ground
 * minus ray is a quadratic in s, whose extremes (ends and vertex) are taken in closed form.
 *
 * What is left of error: the track is followed by chords within CHORD_TOLERANCE_M of it (at most that, times the
 * ground's slope, in height), and coordinates within SNAP_POSTS of a grid line count as on it.
 */

const EARTH_RADIUS_M = 6_371_000
const CHORD_TOLERANCE_M = 1e-3
/** Nearer than this to a grid line is on it: a ray along a line must not ask the posts beside it. */
const SNAP_POSTS = 1e-7
/** Touching counts as visible, so rounding must not turn a touch into a block. */
const TOUCH_TOLERANCE_M = 1e-6
/** Samples of the Fresnel zone within one patch of posts, dense towards the antennas, where it opens like a root. */
const ZONE_SAMPLES = 24

export const VISIBLE = 1
export const BLOCKED = 0
export const UNKNOWN = 255

export interface Ground {
  lattice: Lattice
  rectangle: PostRectangle
  /** Row-major heights of the rectangle's posts, row 0 = north; NaN = unknown. Outside it everything is unknown. */
  heightsM: Float32Array | Float64Array
}

export interface Antenna {
  heightM: number
  mode: 'AGL' | 'AMSL'
}

export interface ReferenceSetup {
  ground: Ground
  transmitter: Antenna & { latDeg: number; lonDeg: number }
  receiver: Antenna
  /** Effective earth radius factor; 0 = flat earth. */
  kFactor: number
  maxRangeKm: number
  geometry: RasterGeometry
  /** If given, the ray has to clear the ground by so much of the first Fresnel zone's radius. */
  fresnel?: { fraction: number; frequencyMhz: number }
  /** How far the chords that are followed may lie off the track. */
  chordToleranceM?: number
}

export interface CellTruth {
  class: typeof VISIBLE | typeof BLOCKED | typeof UNKNOWN
  /**
   * Minimum height of the ray, less the asked part of the Fresnel zone, above known ground strictly between the antennas
   * (grid lines, chord joints and vertices; the antennas' own heights are left out). Infinity when nothing is looked at (own cell), NaN when there is no ray.
   */
  clearanceM: number
  /** Receiver height above ground at which the cell would become visible; NaN when unknown ground leaves it open. */
  minReceiverHeightM: number
  distanceM: number
}

/** Throws when the ground under the transmitter is unknown, or the transmitter is below it. */
export class ReferenceLos {
  readonly setup: ReferenceSetup
  readonly #arc: GeodesicArc
  /** Drop in metres per square metre of distance. */
  readonly #drop: number
  /** Post coordinates (x = column, y = row of the rectangle) of the transmitter, and its height above sea level. */
  readonly #startX: number
  readonly #startY: number
  readonly #antennaM: number
  readonly #antennaAboveGroundM: number
  // What the last walk found.
  #clearanceM = 0
  #steepest = 0
  #crossesUnknown = false

  constructor(setup: ReferenceSetup) {
    const { ground, transmitter, kFactor } = setup
    const { lattice, rectangle } = ground
    const posts = rectangle.rows * rectangle.cols
    if (ground.heightsM.length !== posts) {
      throw new Error(`Expected ${posts} heights, got ${ground.heightsM.length}.`)
    }
    this.setup = setup
    const middleLonDeg =
      lattice.westDeg + (rectangle.firstCol + (rectangle.cols - 1) / 2) * lattice.lonStepDeg
    const lonDeg = nearestLongitude(transmitter.lonDeg, middleLonDeg)
    this.#arc = new GeodesicArc(transmitter.latDeg, lonDeg)
    this.#drop = kFactor === 0 ? 0 : 1 / (2 * kFactor * EARTH_RADIUS_M)
    this.#startX = snap(this.#postX(lonDeg))
    this.#startY = snap(this.#postY(transmitter.latDeg))
    const groundM = this.#groundAt(this.#startX, this.#startY)
    if (Number.isNaN(groundM)) throw new Error('The ground under the transmitter is unknown.')
    this.#antennaAboveGroundM =
      transmitter.mode === 'AGL' ? transmitter.heightM : transmitter.heightM - groundM
    if (this.#antennaAboveGroundM < 0) throw new Error('The transmitter is below the ground.')
    this.#antennaM = groundM + this.#antennaAboveGroundM
  }

  /** The truth of one raster cell, judged at its centre. */
  cell(row: number, col: number): CellTruth {
    const { geometry, receiver, maxRangeKm } = this.setup
    const arc = this.#arc
    const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
    const cellLonDeg = nearestLongitude(geometry.westDeg + (col + 0.5) * geometry.cellLonDeg, arc.startLonDeg)
    arc.to(latDeg, cellLonDeg, 1000 * maxRangeKm)
    const { distanceM } = arc
    const none = Number.NaN
    const truth: CellTruth = { class: UNKNOWN, clearanceM: none, minReceiverHeightM: none, distanceM }
    if (distanceM > 1000 * maxRangeKm) return truth

    const endX = snap(this.#postX(nearestLongitude(cellLonDeg, arc.endLonDeg)))
    const endY = snap(this.#postY(latDeg))
    const groundM = this.#groundAt(endX, endY)
    const groundKnown = !Number.isNaN(groundM)
    const isAgl = receiver.mode === 'AGL'
    const aboveGroundM = isAgl ? receiver.heightM : receiver.heightM - groundM
    const cellsNorth = Math.abs(latDeg - arc.startLatDeg) / geometry.cellLatDeg
    const cellsEast = Math.abs(cellLonDeg - arc.startLonDeg) / geometry.cellLonDeg
    if (cellsNorth <= 0.5 && cellsEast <= 0.5) {
      truth.class = aboveGroundM < -TOUCH_TOLERANCE_M ? BLOCKED : VISIBLE
      truth.clearanceM = Number.POSITIVE_INFINITY
      truth.minReceiverHeightM = 0
      return truth
    }
    // Without its ground an AGL receiver stands nowhere; an AMSL one can still be hidden by known ground.
    if (!groundKnown && isAgl) return truth

    const receiverM = isAgl ? groundM + receiver.heightM : receiver.heightM
    const dropM = this.#drop * distanceM * distanceM
    this.#walk(endX, endY, (receiverM - dropM - this.#antennaM) / distanceM)
    truth.clearanceM = this.#clearanceM
    const allKnown = groundKnown && !this.#crossesUnknown
    if (this.#clearanceM < -TOUCH_TOLERANCE_M || aboveGroundM < -TOUCH_TOLERANCE_M) truth.class = BLOCKED
    else if (allKnown) truth.class = VISIBLE
    if (allKnown) {
      truth.minReceiverHeightM = Math.max(0, this.#antennaM + this.#steepest * distanceM - (groundM - dropM))
    }
    return truth
  }

  /**
   * Follows the arc to (endX, endY), leaving the ray's minimum clearance, the steepest known ground as seen from the
   * antenna (rise per metre of distance) and whether a patch was crossed whose posts in use are not all known.
   * `gradient`: rise per metre of the ray. Number() around what comes from a call lets V8 keep the loop's variables
   * as raw float64: without it every segment allocates.
   */
  #walk(endX: number, endY: number, gradient: number): void {
    const arc = this.#arc
    const { distanceM } = arc
    const { lattice, rectangle, heightsM } = this.setup.ground
    const { rows, cols } = rectangle
    const drop = this.#drop
    const antennaM = this.#antennaM
    const { fraction = 0, frequencyMhz = 1 } = this.setup.fresnel ?? {}
    // ITU-R P.526-15 (2), metres, as `zone` · sin(angle) at the fraction (1 - cos(angle)) / 2 of the path
    const zone = fraction * 550 * Math.sqrt(distanceM / 1000 / frequencyMhz) * 0.5
    const chords = arc.chords(this.setup.chordToleranceM ?? CHORD_TOLERANCE_M)
    let clearanceM = Number.POSITIVE_INFINITY
    let steepest = Number.NEGATIVE_INFINITY
    let crossesUnknown = false

    let chordX = this.#startX
    let chordY = this.#startY
    let chordS = 0
    let segmentS = 0
    // Lowered ground minus antenna ("rise") where the segment begins; NaN where that point is unknown.
    let rise0 = -this.#antennaAboveGroundM

    for (let chord = 1; chord <= chords; chord++) {
      let toX = Number(endX)
      let toY = Number(endY)
      if (chord < chords) {
        arc.moveTo(chord / chords)
        toX = snap(this.#startX + arc.lonFromStartDeg / lattice.lonStepDeg)
        toY = snap(this.#startY - arc.latFromStartDeg / lattice.latStepDeg)
      }
      const dx = toX - chordX
      const dy = toY - chordY
      const chordM = (distanceM * chord) / chords - chordS
      const stepX = dx > 0 ? 1 : -1
      const stepY = dy > 0 ? 1 : -1
      let lineX = dx > 0 ? Math.floor(chordX) + 1 : Math.ceil(chordX) - 1
      let lineY = dy > 0 ? Math.floor(chordY) + 1 : Math.ceil(chordY) - 1
      const tieT = SNAP_POSTS / (Math.abs(dx) + Math.abs(dy))
      let x0 = chordX
      let y0 = chordY

      for (let t = 0; t < 1; ) {
        // The segment ends at the next column, the next row or the chord's end, and lies in patch (i, j).
        const tX = dx === 0 ? 2 : (lineX - chordX) / dx
        const tY = dy === 0 ? 2 : (lineY - chordY) / dy
        const j = dx > 0 ? lineX - 1 : dx < 0 ? lineX : Math.floor(chordX)
        const i = dy > 0 ? lineY - 1 : dy < 0 ? lineY : Math.floor(chordY)
        const nextT = Math.min(tX, tY)
        let x1 = toX
        let y1 = toY
        if (nextT < 1) {
          const onX = tX - nextT < tieT
          const onY = tY - nextT < tieT
          x1 = onX ? lineX : chordX + dx * nextT
          y1 = onY ? lineY : chordY + dy * nextT
          if (onX) lineX += stepX
          if (onY) lineY += stepY
        }
        t = Math.min(nextT, 1)
        const s1 = chordS + chordM * t
        const ds = s1 - segmentS
        const isEnd = t === 1 && chord === chords
        const fx0 = x0 - j
        const fx1 = x1 - j
        const fy0 = y0 - i
        const fy1 = y1 - i

        const inside = i >= 0 && j >= 0 && i < rows - 1 && j < cols - 1
        const at = i * cols + j
        let nw = inside ? heightsM[at] : Number.NaN
        let ne = inside ? heightsM[at + 1] : Number.NaN
        let sw = inside ? heightsM[at + cols] : Number.NaN
        let se = inside ? heightsM[at + cols + 1] : Number.NaN
        if (Number.isNaN(nw + ne + sw + se)) {
          // Along an edge only its own two posts count: the far side takes their values.
          const north = fy0 === 1 && fy1 === 1 ? i + 1 : i
          const south = fy0 === 0 && fy1 === 0 ? i : i + 1
          const west = fx0 === 1 && fx1 === 1 ? j + 1 : j
          const east = fx0 === 0 && fx1 === 0 ? j : j + 1
          nw = Number(this.#post(north, west))
          ne = Number(this.#post(north, east))
          sw = Number(this.#post(south, west))
          se = Number(this.#post(south, east))
        }

        const known = !Number.isNaN(nw + ne + sw + se)
        const twist = nw - ne - sw + se
        const ground1 = known
          ? nw + (ne - nw) * fx1 + (sw - nw) * fy1 + twist * fx1 * fy1
          : Number(this.#groundAt(x1, y1))
        const rise1 = ground1 - drop * s1 * s1 - antennaM
        if (!isEnd && !Number.isNaN(rise1)) {
          const heightM = gradient * s1 - rise1
          if (heightM < clearanceM) clearanceM = heightM
          const slope = rise1 / s1
          if (slope > steepest) steepest = slope
        }
        if (known) {
          if (Number.isNaN(rise0))
            rise0 = Number(this.#groundAt(x0, y0)) - drop * segmentS * segmentS - antennaM
          // rise(τ) = rise0 + linear·τ + square·τ², τ from 0 to 1; only a hump (square < 0) hides from within.
          const square = twist * (fx1 - fx0) * (fy1 - fy0) - drop * ds * ds
          if (zone > 0) {
            const linear = rise1 - rise0 - square
            const angle0 = Math.acos(Math.max(-1, 1 - (2 * segmentS) / distanceM))
            const angle1 = Math.acos(Math.max(-1, 1 - (2 * s1) / distanceM))
            for (let sample = 0; sample <= ZONE_SAMPLES; sample++) {
              const angle = angle0 + ((angle1 - angle0) * sample) / ZONE_SAMPLES
              const s = (distanceM * (1 - Math.cos(angle))) / 2
              if (s <= 0 || (isEnd && sample === ZONE_SAMPLES)) continue
              const tau = (s - segmentS) / ds
              const heightM = gradient * s - (rise0 + tau * (linear + square * tau)) - zone * Math.sin(angle)
              if (heightM < clearanceM) clearanceM = heightM
            }
          }
          if (square < 0) {
            const linear = rise1 - rise0 - square
            const descent = gradient * ds - linear
            if (descent < 0 && descent > 2 * square) {
              const heightM = gradient * segmentS - rise0 + (descent * descent) / (4 * square)
              if (heightM < clearanceM) clearanceM = heightM
            }
            // d/dτ of rise(τ)/(segmentS + ds·τ) has the sign of start + 2·square·segmentS·τ + square·ds·τ².
            const start = linear * segmentS - ds * rise0
            if (start > 0 && start + square * (2 * segmentS + ds) < 0) {
              const ratio = -start / square
              const tau = ratio / (segmentS + Math.sqrt(segmentS * segmentS + ds * ratio))
              const slope = (rise0 + tau * (linear + square * tau)) / (segmentS + ds * tau)
              if (slope > steepest) steepest = slope
            } else if (segmentS === 0 && rise0 === 0) {
              // An antenna on the ground looks along its tangent.
              const slope = linear / ds
              if (slope > steepest) steepest = slope
            }
          }
        } else {
          crossesUnknown = true
        }
        rise0 = rise1
        segmentS = s1
        x0 = x1
        y0 = y1
      }
      chordX = toX
      chordY = toY
      chordS = segmentS
    }
    this.#clearanceM = clearanceM
    this.#steepest = steepest
    this.#crossesUnknown = crossesUnknown
  }

  #postX(lonDeg: number): number {
    const { lattice, rectangle } = this.setup.ground
    return (lonDeg - lattice.westDeg) / lattice.lonStepDeg - rectangle.firstCol
  }

  #postY(latDeg: number): number {
    const { lattice, rectangle } = this.setup.ground
    return (lattice.northDeg - latDeg) / lattice.latStepDeg - rectangle.firstRow
  }

  #post(row: number, col: number): number {
    const { rectangle, heightsM } = this.setup.ground
    const inside = row >= 0 && col >= 0 && row < rectangle.rows && col < rectangle.cols
    return inside ? heightsM[row * rectangle.cols + col] : Number.NaN
  }

  /** Bilinear ground at a point; NaN when a post with weight is unknown. */
  #groundAt(x: number, y: number): number {
    const j = Math.floor(x)
    const i = Math.floor(y)
    const fx = x - j
    const fy = y - i
    const north = this.#alongRow(i, j, fx)
    return fy === 0 ? north : north + (this.#alongRow(i + 1, j, fx) - north) * fy
  }

  #alongRow(row: number, col: number, fx: number): number {
    const west = this.#post(row, col)
    return fx === 0 ? west : west + (this.#post(row, col + 1) - west) * fx
  }
}

function snap(postCoordinate: number): number {
  const nearest = Math.round(postCoordinate)
  return Math.abs(postCoordinate - nearest) < SNAP_POSTS ? nearest : postCoordinate
}
