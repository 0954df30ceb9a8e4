/** Sector of directions from the transmitter, degrees clockwise from true north. */
export interface Azimuths {
  fromDeg: number
  /** End of the sector, clockwise from `fromDeg`; the two directions differ. */
  toDeg: number
}

/** Tolerance at the edges in metres: rounding must not decide cells on an edge. */
const EDGE_M = 0.05
/** Tolerance close to the transmitter, as a fraction of the distance. */
const EDGE_RAD = 0.001
/** Points closer to the transmitter than this, metres, have no direction and are within every sector. */
export const PLACE_M = 0.001
/** Angle by which `mayMeet` widens a sector on both sides, above the tolerances of `holds`, radians. */
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

  /** True if a point, in metres east and north, is within; `times` multiplies the tolerance at the edges. */
  holds(eastM: number, northM: number, times = 1): boolean {
    const distanceM = Math.hypot(eastM, northM)
    if (distanceM < PLACE_M) return true
    const edgeM = times * Math.min(EDGE_M, EDGE_RAD * distanceM)
    const isAfter = eastM * this.#from[1] - northM * this.#from[0] >= -edgeM
    const isBefore = northM * this.#to[0] - eastM * this.#to[1] >= -edgeM
    if (this.#isWide) return isAfter || isBefore
    // The tolerances of both edges of a narrow sector overlap in the opposite direction.
    const isAhead = eastM * this.#middle[0] + northM * this.#middle[1] >= -edgeM
    return isAfter && isBefore && isAhead
  }

  /** True if a sector of less than a half turn may share a direction with this one. */
  mayMeet({ fromDeg, toDeg }: Azimuths): boolean {
    const marginDeg = (MARGIN_RAD * 180) / Math.PI
    return (
      turned(fromDeg - this.#fromDeg + marginDeg) <= this.#widthDeg + 2 * marginDeg ||
      turned(this.#fromDeg - fromDeg + marginDeg) <= widthDeg({ fromDeg, toDeg }) + 2 * marginDeg
    )
  }
}

/** In [0, 360). */
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
