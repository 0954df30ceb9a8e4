/**
 * Ground in parts, each a lattice of its own, the finest first: a point belongs to the first part whose outermost posts
 * enclose it. The last part holds all of the ground.
 */

import { heightAt } from './ground.ts'
import type { PostGrid } from './window.ts'

/** Within rounding of an outermost post is on it. */
const ROUNDING = 1e-7

/** Bilinear height in metres; NaN where it is unknown, and beyond all parts. */
export function groundAtM(parts: readonly PostGrid[], latDeg: number, lonDeg: number): number {
  for (const part of parts) {
    const row = (part.northDeg - latDeg) / part.latStepDeg
    const col = (lonDeg - part.westDeg) / part.lonStepDeg
    if (row < -ROUNDING || col < -ROUNDING) continue
    if (row > part.rows - 1 + ROUNDING || col > part.cols - 1 + ROUNDING) continue
    return heightAt(part, Math.max(row, 0), Math.max(col, 0))
  }
  return Number.NaN
}
