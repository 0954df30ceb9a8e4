/** Directions from a place, clockwise from true north, from one on to the other. */
export interface Azimuths {
  fromDeg: number
  /** Another direction than `fromDeg`; where it is less, north lies between both. */
  toDeg: number
}

/** What is so near to an edge counts as within, so that rounding decides nothing of cells that lie on it. */
const EDGE_M = 0.05
/** The same near the place, of the distance. */
const EDGE_RAD = 0.001
/** What is nearer is the place itself, which has no direction. */
export const PLACE_M = 0.001
/** What may hold more than a sector holds at least this much more, radians. */
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

  /** Whether another place is within, by metres east and north; or beside an edge by at most `times` what always counts as within. */
  holds(eastM: number, northM: number, times = 1): boolean {
    const distanceM = Math.hypot(eastM, northM)
    if (distanceM < PLACE_M) return true
    const edgeM = times * Math.min(EDGE_M, EDGE_RAD * distanceM)
    const isAfter = eastM * this.#from[1] - northM * this.#from[0] >= -edgeM
    const isBefore = northM * this.#to[0] - eastM * this.#to[1] >= -edgeM
    if (this.#isWide) return isAfter || isBefore
    // Both edges of a narrow sector are edges of what lies behind the place too.
    const isAhead = eastM * this.#middle[0] + northM * this.#middle[1] >= -edgeM
    return isAfter && isBefore && isAhead
  }

  /** Whether any direction of others may be within; these are less than a half turn. */
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
