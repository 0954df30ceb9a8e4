/**
 * Ground profiles along geodesics about a transmitter: rays equally spaced in azimuth, from north over east, each in
 * equal steps out to the range. Heights are bilinear between the posts; places come in float64 from GeographicLib at a
 * few nodes a ray and polynomials through them.
 */

import { geodesicFrom } from '../azimuthal.ts'
import { fit2, nodes, type Polynomial2, valueAtY } from '../chebyshev.ts'
import { UNKNOWN_HEIGHT_M } from '../los/shapes.ts'
import type { PostWindow } from '../los/window.ts'

/** Points a ray may have: what both engines take. */
const MOST_STEPS = 4096
/** Points of all rays together: 1 GiB of losses. Larger discs get rays farther apart. */
const MOST_POINTS = 2 ** 28
/** Nodes of a ray's polynomials: within a micrometre at 300 km from latitude 85. */
const NODES = 16

export interface RayLayout {
  rays: number
  /** Points of each ray, with the one under the transmitter. */
  steps: number
  spacingM: number
}

/** A few neighbouring rays. */
export interface RayHeights {
  /** Above the transmitting antenna, [count][steps]. Where it is unknown, the last known height goes on. */
  heightsM: Float32Array
  /** 1 where the ground is known, [count][steps]. */
  known: Uint8Array
}

/**
 * Steps of about `stepM`, more where a ray would have over 4096 points; neighbouring rays `apartM` apart at the range.
 */
export function rayLayout(rangeM: number, stepM: number, apartM: number): RayLayout {
  const steps = Math.min(MOST_STEPS, Math.max(2, Math.ceil(rangeM / stepM) + 1))
  const rays = Math.max(
    8,
    Math.min(Math.ceil((2 * Math.PI * rangeM) / apartM), Math.floor(MOST_POINTS / steps)),
  )
  return { rays, steps, spacingM: rangeM / (steps - 1) }
}

/** Heights of rays `first`…`first + count − 1`. */
export function rayHeights(
  window: PostWindow,
  { rays, steps, spacingM }: RayLayout,
  first: number,
  count: number,
): RayHeights {
  const heightsM = new Float32Array(count * steps)
  const known = new Uint8Array(count * steps)
  for (let ray = 0; ray < count; ray++) {
    const azimuthDeg = (360 * (first + ray)) / rays
    const way = wayAlong(window.txLatDeg, azimuthDeg, spacingM * (steps - 1))
    let lastM = 0
    for (let step = 0, at = ray * steps; step < steps; step++, at++) {
      const distanceM = step * spacingM
      const row = window.txRow - valueAtY(way.lat, way.lat.coefficients, distanceM) / window.latStepDeg
      const col = window.txCol + valueAtY(way.lon, way.lon.coefficients, distanceM) / window.lonStepDeg
      const heightM = heightAt(window, row, col)
      if (!Number.isNaN(heightM)) {
        lastM = heightM
        known[at] = 1
      }
      heightsM[at] = lastM
    }
  }
  return { heightsM, known }
}

/** Differences of latitude and longitude from the transmitter, as polynomials of the distance. */
function wayAlong(
  latDeg: number,
  azimuthDeg: number,
  rangeM: number,
): { lat: Polynomial2; lon: Polynomial2 } {
  const position = geodesicFrom(latDeg, azimuthDeg)
  const lat = new Float64Array(NODES)
  const lon = new Float64Array(NODES)
  nodes(NODES, 0, rangeM).forEach((distanceM, at) => {
    const { dLatDeg, dLonDeg } = position(distanceM)
    lat[at] = dLatDeg
    lon[at] = dLonDeg
  })
  const along = (values: Float64Array) => fit2(1, NODES, [0, 1], [0, rangeM], values)
  return { lat: along(lat), lon: along(lon) }
}

/** Bilinear height; NaN beyond the window and where a post with weight is unknown. */
function heightAt({ heightsM, rows, cols }: PostWindow, row: number, col: number): number {
  const top = wholeBelow(row)
  const left = wholeBelow(col)
  if (!(top >= 0 && left >= 0 && top < rows && left < cols)) return Number.NaN
  const down = Math.max(0, row - top)
  const right = Math.max(0, col - left)
  const below = down > NO_WEIGHT ? 1 : 0
  const beside = right > NO_WEIGHT ? 1 : 0
  if (top + below >= rows || left + beside >= cols) return Number.NaN
  const at = top * cols + left
  const nw = heightsM[at]
  const ne = heightsM[at + beside]
  const sw = heightsM[at + below * cols]
  const se = heightsM[at + below * cols + beside]
  if (Math.min(nw, ne, sw, se) <= UNKNOWN_HEIGHT_M) return Number.NaN
  const north = nw + right * (ne - nw)
  return north + down * (sw + right * (se - sw) - north)
}

/** Within rounding of a post is on it, so that posts beside get no weight. */
const NO_WEIGHT = 1e-7

function wholeBelow(place: number): number {
  return Math.floor(place + NO_WEIGHT)
}
