/** Point-in-polygon tests for many places, with the even-odd rule for each polygon. */

import type { Area } from './polygons.ts'

const BUCKETS = 1024
const MAXIMUM_BANDS = 4096

/** Function that gives the indices of all places between two latitudes, possibly with a few places beyond. */
export function placesByLatitude(latDeg: Float64Array) {
  const southDeg = latDeg.reduce((low, lat) => Math.min(low, lat), Number.POSITIVE_INFINITY)
  const northDeg = latDeg.reduce((high, lat) => Math.max(high, lat), Number.NEGATIVE_INFINITY)
  const stepDeg = (northDeg - southDeg) / BUCKETS || 1
  const bucketOf = (lat: number) => Math.max(0, Math.min(BUCKETS - 1, Math.floor((lat - southDeg) / stepDeg)))
  const order = new Uint32Array(latDeg.length)
  const starts = new Uint32Array(BUCKETS + 1)
  for (const lat of latDeg) starts[bucketOf(lat) + 1]++
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1] += starts[bucket]
  const next = starts.slice()
  for (let at = 0; at < latDeg.length; at++) order[next[bucketOf(latDeg[at])]++] = at
  return (south: number, north: number) =>
    order.subarray(starts[bucketOf(south)], starts[bucketOf(north) + 1])
}

/** Bounds of an area, and a test for many places, by bands of latitude. */
export function indexedArea({ polygons, southDeg, northDeg }: Area) {
  const edges = polygons.flat()
  const polygonOf = Uint32Array.from(polygons.flatMap((own, polygon) => own.map(() => polygon)))
  let [westDeg, eastDeg] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [lon1, , lon2] of edges) {
    westDeg = Math.min(westDeg, lon1, lon2)
    eastDeg = Math.max(eastDeg, lon1, lon2)
  }
  // Halves the number of latitude bands while long edges, which span many bands, need too much memory.
  let bands = Math.max(1, Math.min(MAXIMUM_BANDS, edges.length >> 1))
  while (bands > 1 && entries() > 4 * edges.length) bands >>= 1
  const starts = new Uint32Array(bands + 1)
  const inBands = new Uint32Array(entries())
  eachEntry((band) => starts[band + 1]++)
  for (let band = 0; band < bands; band++) starts[band + 1] += starts[band]
  const next = starts.slice()
  eachEntry((band, edge) => {
    inBands[next[band]++] = edge
  })
  return { southDeg, northDeg, westDeg, eastDeg, contains }

  function contains(latDeg: number, lonDeg: number): boolean {
    if (!(latDeg >= southDeg && latDeg <= northDeg)) return false
    if (!(lonDeg >= westDeg && lonDeg <= eastDeg)) return false
    const band = bandOf(latDeg)
    let [polygon, isInside] = [-1, false]
    for (let at = starts[band]; at < starts[band + 1]; at++) {
      const edge = inBands[at]
      if (polygonOf[edge] !== polygon) {
        if (isInside) return true
        polygon = polygonOf[edge]
      }
      const [lon1, lat1, lon2, lat2] = edges[edge]
      if (
        lat1 > latDeg !== lat2 > latDeg &&
        lon1 + ((latDeg - lat1) / (lat2 - lat1)) * (lon2 - lon1) <= lonDeg
      )
        isInside = !isInside
    }
    return isInside
  }

  function bandOf(latDeg: number): number {
    const band = Math.floor(((latDeg - southDeg) / (northDeg - southDeg)) * bands)
    return Math.max(0, Math.min(bands - 1, band || 0))
  }

  function entries(): number {
    return edges.reduce((sum, [, lat1, , lat2]) => sum + Math.abs(bandOf(lat1) - bandOf(lat2)) + 1, 0)
  }

  function eachEntry(call: (band: number, edge: number) => void): void {
    for (const [edge, [, lat1, , lat2]] of edges.entries()) {
      const [one, other] = [bandOf(lat1), bandOf(lat2)]
      for (let band = Math.min(one, other); band <= Math.max(one, other); band++) call(band, edge)
    }
  }
}
