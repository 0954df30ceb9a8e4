/** Sector of directions from the transmitter, degrees clockwise from true north. */
export interface Azimuths {
  fromDeg: number
  /** End of the sector, clockwise from `fromDeg`; must differ from `fromDeg`. */
  toDeg: number
}

/** Tolerance in metres at a sector's edges, so that cells on an edge are inside despite rounding. */
const EDGE_M = 0.05
/** Maximum tolerance as a fraction of the distance, which limits the tolerance near the transmitter. */
const EDGE_RAD = 0.001
/** Distance in metres from the transmitter below which a point is in every sector. */
export const PLACE_M = 0.001
/** Angle in radians by which `mayMeet` widens a sector on both sides, beyond the tolerances of `holds`. */
const MARGIN_RAD = 0.01

export class AzimuthSector {
  readonly #isWide: boolean
  readonly #middle: readonly [sin: number, cos: number]
  readonly #from: readonly [sin: number, cos: number]
  readonly #to: readonly [sin: number, cos: number]
  readonly #fromDeg: number
  readonly #widthDeg: number

  constructor({ fromDeg, toDeg }: Azimuths) {
    this.#fromDeg = fromDeg
    this.#widthDeg = widthDeg({ fromDeg, toDeg })
    this.#isWide = this.#widthDeg > 180
    this.#middle = direction(fromDeg + this.#widthDeg / 2)
    this.#from = direction(fromDeg)
    this.#to = direction(toDeg)
  }

  /** True if a point (metres east and north) is in the sector; `times` multiplies the edge tolerance. */
  holds(eastM: number, northM: number, times = 1): boolean {
    const distanceM = Math.hypot(eastM, northM)
    if (distanceM < PLACE_M) return true
    const edgeM = times * Math.min(EDGE_M, EDGE_RAD * distanceM)
    const isAfter = eastM * this.#from[1] - northM * this.#from[0] >= -edgeM
    const isBefore = northM * this.#to[0] - eastM * this.#to[1] >= -edgeM
    if (this.#isWide) return isAfter || isBefore
    // Excludes the opposite direction, where the edge tolerances of a narrow sector overlap.
    const isAhead = eastM * this.#middle[0] + northM * this.#middle[1] >= -edgeM
    return isAfter && isBefore && isAhead
  }

  /** True if a sector of less than a half turn may overlap this sector. */
  mayMeet({ fromDeg, toDeg }: Azimuths): boolean {
    const marginDeg = (MARGIN_RAD * 180) / Math.PI
    return (
      turned(fromDeg - this.#fromDeg + marginDeg) <= this.#widthDeg + 2 * marginDeg ||
      turned(this.#fromDeg - fromDeg + marginDeg) <= widthDeg({ fromDeg, toDeg }) + 2 * marginDeg
    )
  }
}

/** Width of a sector in degrees, in [0, 360). */
export function widthDeg({ fromDeg, toDeg }: Azimuths): number {
  return turned(toDeg - fromDeg)
}

function direction(azimuthDeg: number): readonly [sin: number, cos: number] {
  const radians = (azimuthDeg * Math.PI) / 180
  return [Math.sin(radians), Math.cos(radians)]
}

function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}
