/** Search for higher ground near a transmitter. */

import { groundAtM } from './parts.ts'
import type { PostGrid } from './window.ts'

/** Search radius, and minimum gain in height that justifies a move, in metres. */
export const SEARCH_M = 300
const WORTH_M = 5
/** Minimum spacing of searched posts in metres; transmitters cannot be placed more precisely. */
const FINEST_M = 1

export interface HigherGround {
  latDeg: number
  lonDeg: number
  groundM: number
}

/**
 * Highest post within `searchM` metres of a position, if more than `worthM` above the ground at that
 * position. `parts` are ordered finest first and clipped to the area; `metresADegree` is at the position.
 */
export function higherGround(
  parts: readonly PostGrid[],
  place: HigherGround,
  metresADegree: { lat: number; lon: number },
  options: { searchM?: number; worthM?: number } = {},
): HigherGround | undefined {
  const { latDeg, lonDeg, groundM } = place
  const { searchM = SEARCH_M, worthM = WORTH_M } = options
  let highest: HigherGround | undefined
  for (const part of parts) {
    const { northDeg, westDeg, latStepDeg, lonStepDeg } = part
    const [row, col] = [(northDeg - latDeg) / latStepDeg, (lonDeg - westDeg) / lonStepDeg]
    const [latStepM, lonStepM] = [latStepDeg * metresADegree.lat, lonStepDeg * metresADegree.lon]
    const rows = searchM / latStepM
    const step = Math.ceil(FINEST_M / Math.min(latStepM, lonStepM))
    for (let i = Math.max(0, Math.ceil(row - rows)); i <= Math.min(part.rows - 1, row + rows); i += step) {
      // Meridians converge: the spacing halfway to the row is used.
      const halfwayDeg = latDeg + ((row - i) * latStepDeg) / 2
      const cols = searchM / ((lonStepM * cosine(halfwayDeg)) / cosine(latDeg))
      for (let j = Math.max(0, Math.ceil(col - cols)); j <= Math.min(part.cols - 1, col + cols); j += step) {
        if (((i - row) / rows) ** 2 + ((j - col) / cols) ** 2 > 1) continue
        // Skips unknown posts, as a comparison with NaN is false.
        if (!(part.heightsM[i * part.cols + j] > (highest?.groundM ?? groundM + worthM))) continue
        const at = { latDeg: northDeg - i * latStepDeg, lonDeg: westDeg + j * lonStepDeg }
        // Height of the finest part, which takes precedence.
        const there = groundAtM(parts, at.latDeg, at.lonDeg)
        if (there > (highest?.groundM ?? groundM + worthM)) highest = { ...at, groundM: there }
      }
    }
  }
  return highest
}

function cosine(latDeg: number): number {
  return Math.cos((latDeg * Math.PI) / 180)
}
