/** Ground as tests and benchmarks read it and give it to a model. */

import { type PostGrid, type PostWindow, placeOf, windowInSteps } from '../../kernels/terrain/window.ts'

/** Bilinear ground height in metres; NaN if a weighted post is unknown. */
export function groundM(grid: PostGrid, latDeg: number, lonDeg: number): number {
  const { row, col } = placeOf(grid, latDeg, lonDeg)
  const top = Math.floor(row)
  const left = Math.floor(col)
  const first = top * grid.cols + left
  const down = row - top
  const right = col - left
  const corners = [
    [first, (1 - down) * (1 - right)],
    [first + 1, (1 - down) * right],
    [first + grid.cols, down * (1 - right)],
    [first + grid.cols + 1, down * right],
  ]
  return corners.reduce((sum, [post, weight]) => (weight === 0 ? sum : sum + weight * grid.heightsM[post]), 0)
}

/** Takes ownership of the grid; its heights become relative to the antenna at `antennaM`, in place. */
export function windowAround(grid: PostGrid, latDeg: number, lonDeg: number, antennaM: number): PostWindow {
  const steps = windowInSteps(grid, latDeg, lonDeg, antennaM)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
