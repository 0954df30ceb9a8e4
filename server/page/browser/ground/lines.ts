/// <reference path="./maplibre-contour.d.ts" />

import contour from 'maplibre-contour'
import { GROUND_PX, type GroundSquare, MARGIN_PX } from './square.ts'

/** Side of a contour tile in tile coordinates. */
export const EXTENT = 4096

export interface ContourLines {
  heightM: number
  lines: [number, number][][]
}

/** Part of a terrain tile that a contour tile covers: the whole tile, or a fraction at closer zooms. */
export interface Part {
  /** Parts per side of the terrain tile, a power of two. */
  parts: number
  column: number
  row: number
}

/** Contours at multiples of an interval in metres; unknown terrain has no contours. */
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
  // Samples are at pixel centers, and the first sample is outside the tile.
  const unit = EXTENT / partPx
  const found = contour.generateIsolines(intervalM, samples, unit * (size - 1), 0)
  return Object.entries(found).flatMap(([height, lines]) => {
    const heightM = Number(height)
    // Height 0 is skipped, so that the flat sea has no contours.
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
