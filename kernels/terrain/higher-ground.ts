/** Search for higher ground near a mast. */

import { groundAtM } from './parts.ts'
import type { PostGrid } from './window.ts'

/** How far the search goes, and how much higher ground has to be to be worth a move, metres. */
export const SEARCH_M = 300
const WORTH_M = 5
/** Rows and columns of posts that are looked at in each part: more stand closer than a mast can be placed. */
const MAXIMUM_POSTS_A_SIDE = 600

export interface HigherGround {
  latDeg: number
  lonDeg: number
  groundM: number
}

/**
 * The highest post within 300 m of a position, where it is more than 5 m above the ground there. `parts`: finest first,
 * as far as they reach. `metresADegree`: of latitude and of longitude, at the position.
 */
export function higherGround(
  parts: readonly PostGrid[],
  { latDeg, lonDeg, groundM }: HigherGround,
  metresADegree: { lat: number; lon: number },
): HigherGround | undefined {
  let highest: HigherGround | undefined
  for (const part of parts) {
    const { northDeg, westDeg, latStepDeg, lonStepDeg } = part
    const [row, col] = [(northDeg - latDeg) / latStepDeg, (lonDeg - westDeg) / lonStepDeg]
    const [rows, cols] = [
      SEARCH_M / (latStepDeg * metresADegree.lat),
      SEARCH_M / (lonStepDeg * metresADegree.lon),
    ]
    const step = Math.ceil((2 * Math.max(rows, cols)) / MAXIMUM_POSTS_A_SIDE)
    for (let i = Math.max(0, Math.ceil(row - rows)); i <= Math.min(part.rows - 1, row + rows); i += step) {
      for (let j = Math.max(0, Math.ceil(col - cols)); j <= Math.min(part.cols - 1, col + cols); j += step) {
        if (((i - row) / rows) ** 2 + ((j - col) / cols) ** 2 > 1) continue
        // NaN is not above anything.
        if (!(part.heightsM[i * part.cols + j] > (highest?.groundM ?? groundM + WORTH_M))) continue
        const at = { latDeg: northDeg - i * latStepDeg, lonDeg: westDeg + j * lonStepDeg }
        // Where a finer part has the ground, its posts count.
        const there = groundAtM(parts, at.latDeg, at.lonDeg)
        if (there > (highest?.groundM ?? groundM + WORTH_M)) highest = { ...at, groundM: there }
      }
    }
  }
  return highest
}
