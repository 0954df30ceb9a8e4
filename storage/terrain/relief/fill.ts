/** Relaxation sweeps per level, each forward and backward. */
const SWEEPS = 4

/**
 * Fills unknown cells (NaN) of a square with heights that join the known heights smoothly: starts from the
 * square at half the resolution, filled recursively, then repeatedly replaces each unknown cell by the mean
 * of its neighbors (multigrid method for Laplace's equation). All cells become 0 if no cell is known.
 */
export function fillUnknown(heightsM: Float32Array, side: number): void {
  const unknown: number[] = []
  for (const [i, heightM] of heightsM.entries()) if (Number.isNaN(heightM)) unknown.push(i)
  if (unknown.length === 0) return
  if (unknown.length === heightsM.length) {
    heightsM.fill(0)
    return
  }
  const halfSide = Math.ceil(side / 2)
  const half = halved(heightsM, side, halfSide)
  fillUnknown(half, halfSide)
  for (const i of unknown) heightsM[i] = between(half, halfSide, Math.floor(i / side), i % side)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const i of unknown) heightsM[i] = meanAround(heightsM, side, i)
    unknown.reverse()
  }
}

/** Means of the known cells of each block of 2 × 2 cells. */
function halved(heightsM: Float32Array, side: number, halfSide: number): Float32Array {
  const sumsM = new Float32Array(halfSide * halfSide)
  const counts = new Uint8Array(halfSide * halfSide)
  for (const [i, heightM] of heightsM.entries()) {
    if (Number.isNaN(heightM)) continue
    const parent = (Math.floor(i / side) >> 1) * halfSide + ((i % side) >> 1)
    sumsM[parent] = (sumsM[parent] as number) + heightM
    counts[parent] = (counts[parent] as number) + 1
  }
  return sumsM.map((sumM, parent) => sumM / (counts[parent] as number))
}

/** Bilinear interpolation between the four nearest cells at half resolution. */
function between(half: Float32Array, halfSide: number, row: number, col: number): number {
  const [nearRow, nearCol] = [row >> 1, col >> 1]
  const farRow = Math.min(halfSide - 1, Math.max(0, nearRow + (row % 2 === 0 ? -1 : 1)))
  const farCol = Math.min(halfSide - 1, Math.max(0, nearCol + (col % 2 === 0 ? -1 : 1)))
  const at = (r: number, c: number) => half[r * halfSide + c] as number
  const near = 3 * at(nearRow, nearCol) + at(nearRow, farCol)
  return (3 * near + 3 * at(farRow, nearCol) + at(farRow, farCol)) / 16
}

/** Middle of a square of cells, without the margin on each side. */
export function withoutMargin(heightsM: Float32Array, side: number, margin: number): Float32Array {
  const inner = side - 2 * margin
  const out = new Float32Array(inner * inner)
  for (let row = 0; row < inner; row++) {
    const start = (row + margin) * side + margin
    out.set(heightsM.subarray(start, start + inner), row * inner)
  }
  return out
}

/** Mean of the known neighbors of a cell; NaN if no neighbor is known. */
function meanAround(heightsM: Float32Array, side: number, i: number): number {
  const col = i % side
  let sumM = 0
  let count = 0
  for (let row = i - col - side; row <= i - col + side; row += side) {
    if (row < 0 || row >= heightsM.length) continue
    for (let c = Math.max(0, col - 1); c <= Math.min(side - 1, col + 1); c++) {
      const heightM = heightsM[row + c]
      if (row + c === i || Number.isNaN(heightM)) continue
      sumM += heightM
      count++
    }
  }
  return sumM / count
}
