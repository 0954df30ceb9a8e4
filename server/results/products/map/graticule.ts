import { inverse } from '../../../../kernels/geodesy/azimuthal.ts'
import { type Circle, frameBounds, largestRound, PANEL_PX, RING_PX } from './frame.ts'

export interface GraticuleLine {
  axis: 'lat' | 'lon'
  /** Latitude or longitude in degrees, positive to the north or east. */
  deg: number
  points: [x: number, y: number][]
}

export interface Graticule {
  lines: GraticuleLine[]
  decimals: number
}

const LINES = 3
const WIDEST_DEG = 30
const STEPS = 48

export function panelPosition({ latDeg, lonDeg, rangeM }: Circle, atLatDeg: number, atLonDeg: number) {
  const { distanceM, azimuthDeg } = inverse(latDeg, lonDeg, atLatDeg, atLonDeg)
  const [radians, px] = [(azimuthDeg * Math.PI) / 180, (distanceM / rangeM) * RING_PX]
  return [PANEL_PX / 2 + px * Math.sin(radians), PANEL_PX / 2 - px * Math.cos(radians)] as [number, number]
}

/** Graticule of about three meridians and three parallels. */
export function graticuleOf(transmitter: Circle): Graticule {
  const { northDeg, southDeg, westDeg, eastDeg } = frameBounds(transmitter)
  const [north, south] = [Math.min(90, northDeg), Math.max(-90, southDeg)]
  const latStep = Math.min(WIDEST_DEG, largestRound((north - south) / LINES))
  const lonStep = Math.min(WIDEST_DEG, largestRound((eastDeg - westDeg) / LINES))
  const along = (from: number, to: number, at: (deg: number) => [number, number]) =>
    Array.from({ length: STEPS + 1 }, (_, step) => at(from + (step / STEPS) * (to - from)))
  return {
    lines: [
      ...multiples(latStep, south, north).map(
        (deg): GraticuleLine => ({
          axis: 'lat',
          deg,
          points: along(westDeg, eastDeg, (lonDeg) => panelPosition(transmitter, deg, lonDeg)),
        }),
      ),
      ...multiples(lonStep, westDeg, eastDeg).map(
        (deg): GraticuleLine => ({
          axis: 'lon',
          deg: ((((deg + 180) % 360) + 360) % 360) - 180,
          points: along(south, north, (latDeg) => panelPosition(transmitter, latDeg, deg)),
        }),
      ),
    ],
    decimals: Math.max(0, -Math.floor(Math.log10(Math.min(latStep, lonStep)))),
  }
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

/** Label position of a line at the edge of the panel: parallels on the left, meridians at the top. */
export function entryOf({ axis, points }: GraticuleLine): [x: number, y: number] | undefined {
  const along = axis === 'lat' ? 0 : 1
  for (const [index, to] of points.entries()) {
    const from = points[index - 1]
    if (from === undefined || from[along] < 0 === to[along] < 0) continue
    const share = from[along] / (from[along] - to[along])
    const across = from[1 - along] + share * (to[1 - along] - from[1 - along])
    if (across > 0 && across < PANEL_PX) return axis === 'lat' ? [0, across] : [across, 0]
  }
  return undefined
}
