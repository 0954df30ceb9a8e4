/** Point-in-polygon tests for many places, with the even-odd rule for each polygon. */

import type { Area, Edge } from './polygons.ts'

const BUCKETS = 1024
const MAXIMUM_BANDS = 4096

export class PlacesByLatitude {
  readonly #order: Uint32Array
  readonly #starts = new Uint32Array(BUCKETS + 1)
  readonly #southDeg: number
  readonly #stepDeg: number

  constructor(latDeg: Float64Array) {
    let [southDeg, northDeg] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const lat of latDeg) {
      southDeg = Math.min(southDeg, lat)
      northDeg = Math.max(northDeg, lat)
    }
    this.#southDeg = southDeg
    this.#stepDeg = (northDeg - southDeg) / BUCKETS || 1
    this.#order = new Uint32Array(latDeg.length)
    const starts = this.#starts
    for (const lat of latDeg) starts[this.#bucketOf(lat) + 1]++
    for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1] += starts[bucket]
    const next = starts.slice()
    for (let at = 0; at < latDeg.length; at++) this.#order[next[this.#bucketOf(latDeg[at])]++] = at
  }

  /** Indices of all places between two latitudes, possibly with a few places beyond. */
  between(southDeg: number, northDeg: number): Uint32Array {
    const [first, last] = [southDeg, northDeg].map((latDeg) => this.#bucketOf(latDeg))
    return this.#order.subarray(this.#starts[first], this.#starts[last + 1])
  }

  #bucketOf(latDeg: number): number {
    const bucket = Math.floor((latDeg - this.#southDeg) / this.#stepDeg)
    return Math.max(0, Math.min(BUCKETS - 1, bucket))
  }
}

export class IndexedArea {
  readonly southDeg: number
  readonly northDeg: number
  readonly westDeg: number
  readonly eastDeg: number
  readonly #edges: readonly Edge[]
  readonly #polygonOf: Uint32Array
  readonly #bands: number
  readonly #starts: Uint32Array
  readonly #inBands: Uint32Array

  constructor({ polygons, southDeg, northDeg }: Area) {
    this.southDeg = southDeg
    this.northDeg = northDeg
    this.#edges = polygons.flat()
    this.#polygonOf = Uint32Array.from(polygons.flatMap((edges, polygon) => edges.map(() => polygon)))
    let [westDeg, eastDeg] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const [lon1, , lon2] of this.#edges) {
      westDeg = Math.min(westDeg, lon1, lon2)
      eastDeg = Math.max(eastDeg, lon1, lon2)
    }
    this.westDeg = westDeg
    this.eastDeg = eastDeg
    // Halves the number of latitude bands while long edges, which span many bands, need too much memory.
    let bands = Math.max(1, Math.min(MAXIMUM_BANDS, this.#edges.length >> 1))
    while (bands > 1 && this.#entries(bands) > 4 * this.#edges.length) bands >>= 1
    this.#bands = bands
    this.#starts = new Uint32Array(bands + 1)
    this.#inBands = new Uint32Array(this.#entries(bands))
    const starts = this.#starts
    this.#eachEntry(bands, (band) => starts[band + 1]++)
    for (let band = 0; band < bands; band++) starts[band + 1] += starts[band]
    const next = starts.slice()
    this.#eachEntry(bands, (band, edge) => {
      this.#inBands[next[band]++] = edge
    })
  }

  contains(latDeg: number, lonDeg: number): boolean {
    if (!(latDeg >= this.southDeg && latDeg <= this.northDeg)) return false
    if (!(lonDeg >= this.westDeg && lonDeg <= this.eastDeg)) return false
    const band = this.#bandOf(latDeg, this.#bands)
    let [polygon, isInside] = [-1, false]
    for (let at = this.#starts[band]; at < this.#starts[band + 1]; at++) {
      const edge = this.#inBands[at]
      if (this.#polygonOf[edge] !== polygon) {
        if (isInside) return true
        polygon = this.#polygonOf[edge]
      }
      const [lon1, lat1, lon2, lat2] = this.#edges[edge]
      if (
        lat1 > latDeg !== lat2 > latDeg &&
        lon1 + ((latDeg - lat1) / (lat2 - lat1)) * (lon2 - lon1) <= lonDeg
      )
        isInside = !isInside
    }
    return isInside
  }

  #bandOf(latDeg: number, bands: number): number {
    const band = Math.floor(((latDeg - this.southDeg) / (this.northDeg - this.southDeg)) * bands)
    return Math.max(0, Math.min(bands - 1, band || 0))
  }

  #entries(bands: number): number {
    return this.#edges.reduce((sum, [, lat1, , lat2]) => {
      const [one, other] = [this.#bandOf(lat1, bands), this.#bandOf(lat2, bands)]
      return sum + Math.abs(one - other) + 1
    }, 0)
  }

  #eachEntry(bands: number, call: (band: number, edge: number) => void): void {
    for (const [edge, [, lat1, , lat2]] of this.#edges.entries()) {
      const [one, other] = [this.#bandOf(lat1, bands), this.#bandOf(lat2, bands)]
      for (let band = Math.min(one, other); band <= Math.max(one, other); band++) call(band, edge)
    }
  }
}
