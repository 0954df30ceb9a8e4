/** A sector of directions from the transmitter, degrees clockwise from true north. */
export interface Azimuths {
  fromDeg: number
  /** The sector ends here, clockwise from `fromDeg`; the two directions differ. */
  toDeg: number
}

/** A point this close to an edge is within the sector, metres: rounding must not decide cells on the edge. */
const EDGE_M = 0.05
/** Close to the transmitter the tolerance is this part of the distance. */
const EDGE_RAD = 0.001
/** A point closer to the transmitter than this has no direction and is within every sector, metres. */
export const PLACE_M = 0.001
/** `mayMeet` widens a sector by this angle on both sides, more than the tolerances of `holds`, radians. */
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

  /** True where a point, in metres east and north, is within; `times` multiplies the tolerance at the edges. */
  holds(eastM: number, northM: number, times = 1): boolean {
    const distanceM = Math.hypot(eastM, northM)
    if (distanceM < PLACE_M) return true
    const edgeM = times * Math.min(EDGE_M, EDGE_RAD * distanceM)
    const isAfter = eastM * this.#from[1] - northM * this.#from[0] >= -edgeM
    const isBefore = northM * this.#to[0] - eastM * this.#to[1] >= -edgeM
    if (this.#isWide) return isAfter || isBefore
    // Behind the transmitter the tolerances of both edges of a narrow sector overlap.
    const isAhead = eastM * this.#middle[0] + northM * this.#middle[1] >= -edgeM
    return isAfter && isBefore && isAhead
  }

  /** True where a sector of less than a half turn may share a direction with this one. */
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

/** An angle in [0, 360). */
function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}
