import type { Corner } from '../../../client/areas.ts'
import type { Bounds } from '../comparison/grid.ts'

const SPACINGS_DEG = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]
const MINIMUM_LINES = 3
const POLE_DEG = 85

/** Widest spacing in degrees at which enough meridians are visible. */
export function spacingDeg([west, , east]: Bounds): number {
  return SPACINGS_DEG.find((spacing) => (east - west) / spacing >= MINIMUM_LINES) ?? 0.01
}

/** Lines across the view, with a margin of half the view; degrees are negative for south or west. */
export function graticuleOf(view: Bounds) {
  const spacing = spacingDeg(view)
  const [halfWidth, halfHeight] = [(view[2] - view[0]) / 2, (view[3] - view[1]) / 2]
  const [west, east] = [view[0] - halfWidth, view[2] + halfWidth]
  const south = Math.max(-POLE_DEG, view[1] - halfHeight)
  const north = Math.min(POLE_DEG, view[3] + halfHeight)
  const multiples = (from: number, to: number) => {
    const first = Math.ceil(from / spacing)
    const count = Math.max(0, Math.floor(to / spacing) - first + 1)
    // Rounding avoids values such as 3 · 0.1 = 0.30000000000000004.
    return Array.from({ length: count }, (_, index) => Number(((first + index) * spacing).toFixed(2)))
  }
  const lineOf = (deg: number, axis: 'lat' | 'lon', ...line: [Corner, Corner]) => ({ deg, axis, line })
  return [
    ...multiples(south, north).map((deg) => lineOf(deg, 'lat', [west, deg], [east, deg])),
    ...multiples(west, east).map((lon) =>
      lineOf(((((lon + 180) % 360) + 360) % 360) - 180, 'lon', [lon, south], [lon, north]),
    ),
  ]
}
