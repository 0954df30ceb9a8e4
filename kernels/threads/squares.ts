/** Division of a raster into squares of cells, which threads process in any order. */

import type { CellSquare, RasterGrid } from '../geodesy/raster-grid.ts'

/** Default side of a square in cells. */
const SIDE = 64

export interface SquaresOptions {
  onProgress?: ((fraction: number) => void) | undefined
  signal?: AbortSignal | undefined
  /** Side of a square in cells: a fraction of a second of work, for cancellation, progress and fair turns. */
  side?: number | undefined
}

function squaresOf({ rows, cols }: RasterGrid, side: number): CellSquare[] {
  const squares: CellSquare[] = []
  for (let firstRow = 0; firstRow < rows; firstRow += side) {
    for (let firstCol = 0; firstCol < cols; firstCol += side) {
      const endRow = Math.min(firstRow + side, rows)
      const endCol = Math.min(firstCol + side, cols)
      squares.push({ firstRow, endRow, firstCol, endCol })
    }
  }
  return squares
}

/** Processes all squares of a raster with limited concurrency; rejects with the signal's reason on abort. */
export async function forSquares<Answer>(
  grid: RasterGrid,
  atATime: number,
  ask: (square: CellSquare) => Promise<Answer>,
  take: (answer: Answer) => void,
  { onProgress, signal, side = SIDE }: SquaresOptions,
): Promise<void> {
  const squares = squaresOf(grid, side)
  let next = 0
  let done = 0
  const work = async () => {
    while (next < squares.length) {
      signal?.throwIfAborted()
      const square = squares[next++]
      take(
        await ask(square).catch((error: unknown) => {
          next = squares.length
          throw error
        }),
      )
      done++
      onProgress?.(done / squares.length)
    }
  }
  const workers = Array.from({ length: Math.min(atATime, squares.length) }, work)
  // Waits for running squares, which must not write after the job has ended.
  const ended = await Promise.allSettled(workers)
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
