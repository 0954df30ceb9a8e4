import type { PostGrid } from '../../kernels/terrain/window.ts'

/** Rough ground of any size, quickly made: waves along rows and columns, and noise that is the same for a seed. */
export function roughGround(
  latDeg: number,
  lonDeg: number,
  halfRows: number,
  halfCols: number,
  { latStepDeg, lonStepDeg }: Pick<PostGrid, 'latStepDeg' | 'lonStepDeg'>,
): PostGrid {
  const rows = 2 * halfRows + 1
  const cols = 2 * halfCols + 1
  const waves = (length: number, count: number, shift: number) =>
    Float64Array.from({ length: count }, (_, at) => Math.sin(at / length + shift))
  const [down, downs] = [waves(61, rows, 0), waves(7, rows, 1)]
  const [across, acrosses] = [waves(83, cols, 2), waves(9, cols, 3)]
  const heightsM = new Float32Array(rows * cols)
  let state = 1
  for (let row = 0, at = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      heightsM[at] =
        400 + 180 * down[row] * across[col] + 40 * downs[row] * acrosses[col] + (10 * state) / 2 ** 32
    }
  }
  return {
    heightsM,
    rows,
    cols,
    northDeg: latDeg + halfRows * latStepDeg,
    westDeg: lonDeg - halfCols * lonStepDeg,
    latStepDeg,
    lonStepDeg,
  }
}
