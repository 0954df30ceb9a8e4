/** Limits of masts and texts for them, for the page and the command line. */

import type { Position } from './coordinates.ts'

/** Highest mast that is proposed, metres. */
export const HIGHEST_PROPOSED_MAST_M = 150

export const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type CompassPoint = (typeof compassPoints)[number]

/** Compass direction to a place near enough for a flat earth. */
export function compassPointTo(from: Position, to: Position): CompassPoint {
  const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180)
  const eighths = Math.round(Math.atan2(east, to.lat - from.lat) / (Math.PI / 4))
  return compassPoints[(eighths + 8) % 8] ?? 'n'
}
