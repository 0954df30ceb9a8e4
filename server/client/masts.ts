/** Mast height limits and compass texts for the web page and the command line. */

import type { Position } from './coordinates.ts'

/** Maximum mast height in metres that the client proposes. */
export const HIGHEST_PROPOSED_MAST_M = 150

export const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type CompassPoint = (typeof compassPoints)[number]

/** Compass direction between two positions close enough for a flat-earth approximation. */
export function compassPointTo(from: Position, to: Position): CompassPoint {
  const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180)
  const eighths = Math.round(Math.atan2(east, to.lat - from.lat) / (Math.PI / 4))
  return compassPoints[(eighths + 8) % 8] ?? 'n'
}
