/** Limits of masts and words for them, for the page and the command line. */

import type { Position } from './coordinates.ts'

/** No higher mast is proposed to anybody, metres. */
export const HIGHEST_PROPOSED_MAST_M = 150

export const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type CompassPoint = (typeof compassPoints)[number]

/** In which direction a place lies that is near enough for the earth to be flat. */
export function compassPointTo(from: Position, to: Position): CompassPoint {
  const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180)
  const eighths = Math.round(Math.atan2(east, to.lat - from.lat) / (Math.PI / 4))
  return compassPoints[(eighths + 8) % 8] ?? 'n'
}
