/// <reference path="./maplibre-contour.d.ts" />

import contour from 'maplibre-contour'
import { GROUND_PX, type GroundSquare, MARGIN_PX } from './square.ts'

/** Of tiles of contours, on a side. */
export const EXTENT = 4096

export interface ContourLines {
  heightM: number
  /** Positions in the extent of the tile. */
  lines: [number, number][][]
}

/** Which part of a tile of the ground a tile of contours is: all of it, or of closer zooms an even part. */
export interface Part {
  /** Parts along a side: a power of two. */
  parts: number
  column: number
  row: number
}

/** The lines of the heights that are multiples of an interval; none where the ground is unknown. */
export function contourLines(
  { heightsM, side }: GroundSquare,
  { parts, column, row }: Part,
  intervalM: number,
): ContourLines[] {
  const partPx = GROUND_PX / parts
  const [left, top] = [column * partPx, row * partPx]
  const size = partPx + 2 * MARGIN_PX
  const samples = new contour.HeightTile(
    size,
    size,
    (x, y) => heightsM[(top + y) * side + left + x] ?? Number.NaN,
  )
  // A sample's place is the middle of its pixel, and the first lies outside.
  const unit = EXTENT / partPx
  const found = contour.generateIsolines(intervalM, samples, unit * (size - 1), 0)
  return Object.entries(found).flatMap(([height, lines]) => {
    const heightM = Number(height)
    // The sea is flat: none of its own.
    if (heightM === 0) return []
    return [{ heightM, lines: lines.map((line) => positionsOf(line, -unit / 2)) }]
  })
}

function positionsOf(numbers: readonly number[], shift: number): [number, number][] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => [
    (numbers[2 * at] ?? 0) + shift,
    (numbers[2 * at + 1] ?? 0) + shift,
  ])
}
