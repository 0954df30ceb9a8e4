import geographiclib from 'geographiclib-geodesic'

const { Geodesic } = geographiclib
const wgs84 = Geodesic.WGS84
const LINE_CAPABILITIES = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.DISTANCE_IN
/** Longitudes go on beyond ±180 instead of jumping. */
const POSITION_MASK = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.LONG_UNROLL

/**
 * Degree of the interpolation. Longitude along a geodesic is analytic but for the poles, so the error falls like
 * ρ^-degree; 14 leaves less than a micrometre for 300 km that end 2° from a pole.
 */
const DEGREE = 14
/** Trailing coefficients below this (0.01 µm on the ground) are rounding noise, not worth their time. */
const NEGLIGIBLE_DEG = 1e-13

/** No degree of latitude on WGS 84 is longer, nor one of longitude divided by cos(latitude): a·π/180/√(1-e²). */
const LONGEST_DEGREE_M = 111_696

/** Chebyshev nodes of the second kind, cos(πj/N): both ends are among them, so both ends are met exactly. */
const nodes = Float64Array.from({ length: DEGREE + 1 }, (_, j) => Math.cos((Math.PI * j) / DEGREE))

/** Row k gives coefficient k of the interpolating series from the values at the nodes (a discrete cosine transform). */
const transform = new Float64Array((DEGREE + 1) ** 2)
for (let k = 0; k <= DEGREE; k++) {
  for (let j = 0; j <= DEGREE; j++) {
    const half = (index: number) => (index === 0 || index === DEGREE ? 0.5 : 1)
    const cosine = Math.cos((Math.PI * ((j * k) % (2 * DEGREE))) / DEGREE)
    transform[k * (DEGREE + 1) + j] = (2 / DEGREE) * half(j) * half(k) * cosine
  }
}

/** The inverse problem: length of the WGS 84 geodesic between two points, and its azimuth at the first. */
export function geodesicBetween(lat1Deg: number, lon1Deg: number, lat2Deg: number, lon2Deg: number) {
  const { s12, azi1 } = wgs84.Inverse(lat1Deg, lon1Deg, lat2Deg, lon2Deg)
  return { distanceM: s12 ?? Number.NaN, azimuthDeg: azi1 ?? Number.NaN }
}

/** The point `distanceM` along the geodesic that leaves (latDeg, lonDeg) at the azimuth; longitude unrolled. */
export function geodesicPoint(latDeg: number, lonDeg: number, azimuthDeg: number, distanceM: number) {
  const { lat2, lon2 } = wgs84.Direct(latDeg, lonDeg, azimuthDeg, distanceM, POSITION_MASK)
  return { latDeg: lat2 ?? Number.NaN, lonDeg: lon2 ?? Number.NaN }
}

/**
 * The WGS 84 geodesic from a fixed point to a changing one, as two polynomials of the distance:
 * latitude = start + Σ lat[k]·T_k(u), longitude likewise, with u = 2s/distanceM - 1 in [-1, 1].
 * Degrees and metres; the coefficient arrays are overwritten by every `to`.
 */
export class GeodesicArc {
  readonly startLatDeg: number
  readonly startLonDeg: number
  readonly lat = new Float64Array(DEGREE + 1)
  readonly lon = new Float64Array(DEGREE + 1)
  /** Number of coefficients that count: the series ends before index `terms`. */
  terms = 0
  distanceM = 0
  /** Longitude of the end, unrolled: it never jumps against that of the start. */
  endLonDeg = 0
  latFromStartDeg = 0
  lonFromStartDeg = 0
  readonly #latAtNodes = new Float64Array(DEGREE + 1)
  readonly #lonAtNodes = new Float64Array(DEGREE + 1)

  constructor(startLatDeg: number, startLonDeg: number) {
    this.startLatDeg = startLatDeg
    this.startLonDeg = startLonDeg
  }

  /** Points the arc at a new end. With `withinM`, a longer arc gets its `distanceM` only. */
  to(endLatDeg: number, endLonDeg: number, withinM = Number.POSITIVE_INFINITY): void {
    const line = wgs84.InverseLine(
      this.startLatDeg,
      this.startLonDeg,
      endLatDeg,
      endLonDeg,
      LINE_CAPABILITIES,
    )
    this.distanceM = line.s13
    if (this.distanceM > withinM) return
    for (let j = 0; j < DEGREE; j++) {
      const position = line.GenPosition(false, (this.distanceM * (nodes[j] + 1)) / 2, POSITION_MASK)
      this.#latAtNodes[j] = (position.lat2 ?? Number.NaN) - this.startLatDeg
      this.#lonAtNodes[j] = (position.lon2 ?? Number.NaN) - this.startLonDeg
    }
    this.endLonDeg = this.startLonDeg + this.#lonAtNodes[0]
    // The last node is the start, where both differences are 0.
    for (let k = 0; k <= DEGREE; k++) {
      let lat = 0
      let lon = 0
      for (let j = 0; j < DEGREE; j++) {
        const weight = transform[k * (DEGREE + 1) + j]
        lat += weight * this.#latAtNodes[j]
        lon += weight * this.#lonAtNodes[j]
      }
      this.lat[k] = lat
      this.lon[k] = lon
    }
    this.terms = DEGREE + 1
    while (
      this.terms > 1 &&
      Math.abs(this.lat[this.terms - 1]) + Math.abs(this.lon[this.terms - 1]) < NEGLIGIBLE_DEG
    ) {
      this.terms--
    }
  }

  /** Leaves the position at a fraction (0…1) of the distance in `latFromStartDeg`, `lonFromStartDeg`. */
  moveTo(fraction: number): void {
    const u = 2 * fraction - 1
    let before = u
    let basis = 1
    let latDeg = 0
    let lonDeg = 0
    for (let k = 0; k < this.terms; k++) {
      latDeg += this.lat[k] * basis
      lonDeg += this.lon[k] * basis
      const next = 2 * u * basis - before
      before = basis
      basis = next
    }
    this.latFromStartDeg = latDeg
    this.lonFromStartDeg = lonDeg
  }

  /**
   * Into how many equal chords the arc must be cut so that a straight chord in (longitude, latitude), run through
   * evenly, is nowhere further than `toleranceM` from the arc. Rigorous: a chord over h in u is off by at most
   * h²/8·max|p″|, and |T_k″| ≤ k²(k²-1)/3 on [-1, 1].
   */
  chords(toleranceM: number): number {
    let latBoundDeg = 0
    let lonBoundDeg = 0
    for (let k = 2; k < this.terms; k++) {
      const basisBound = (k * k * (k * k - 1)) / 3
      latBoundDeg += Math.abs(this.lat[k]) * basisBound
      lonBoundDeg += Math.abs(this.lon[k]) * basisBound
    }
    const endLatDeg = this.startLatDeg + this.#latAtNodes[0]
    // Away from the equator a geodesic bows towards the pole, so parallels are longest at one of its ends.
    const widestLatDeg =
      this.startLatDeg * endLatDeg > 0 ? Math.min(Math.abs(this.startLatDeg), Math.abs(endLatDeg)) : 0
    const boundM =
      LONGEST_DEGREE_M * Math.hypot(latBoundDeg, lonBoundDeg * Math.cos((widestLatDeg * Math.PI) / 180))
    return Math.max(1, Math.ceil(Math.sqrt(boundM / (2 * toleranceM))))
  }
}

/** The longitude, whole revolutions added, that is nearest to another one. */
export function nearestLongitude(lonDeg: number, towardsLonDeg: number): number {
  const revolutions = Math.round((towardsLonDeg - lonDeg) / 360)
  return revolutions === 0 ? lonDeg : lonDeg + 360 * revolutions
}
