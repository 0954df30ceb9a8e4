import type { ValueGrid } from './contours.ts'
import type { LabelGrid } from './outlines.ts'

/** Most frequent label of each block of cells; on a tie the lowest label. The last blocks may be smaller. */
export function coarserLabels({ labels, rows, cols }: LabelGrid, factor: number): LabelGrid {
  const size = sizeOf(rows, cols, factor)
  const out = new Uint8Array(size.rows * size.cols)
  const highest = labels.reduce((maximum, label) => Math.max(maximum, label), 0)
  const counts = new Uint32Array(highest + 1)
  for (let row = 0; row < size.rows; row++) {
    for (let col = 0; col < size.cols; col++) {
      counts.fill(0)
      const endRow = Math.min(rows, (row + 1) * factor)
      const endCol = Math.min(cols, (col + 1) * factor)
      let majority = 0
      for (let y = row * factor; y < endRow; y++) {
        for (let x = col * factor; x < endCol; x++) counts[labels[y * cols + x]]++
      }
      for (let label = 1; label <= highest; label++) if (counts[label] > counts[majority]) majority = label
      out[row * size.cols + col] = majority
    }
  }
  return { labels: out, ...size }
}

/** Mean of the known values in each block of cells. */
export function coarserValues({ values, rows, cols }: ValueGrid, factor: number): ValueGrid {
  const size = sizeOf(rows, cols, factor)
  const out = new Float32Array(size.rows * size.cols)
  for (let row = 0; row < size.rows; row++) {
    for (let col = 0; col < size.cols; col++) {
      const endRow = Math.min(rows, (row + 1) * factor)
      const endCol = Math.min(cols, (col + 1) * factor)
      let sum = 0
      let known = 0
      for (let y = row * factor; y < endRow; y++) {
        for (let x = col * factor; x < endCol; x++) {
          const value = values[y * cols + x]
          if (Number.isNaN(value)) continue
          sum += value
          known++
        }
      }
      out[row * size.cols + col] = sum / known
    }
  }
  return { values: out, ...size }
}

/** Columns `first` to `end`, end exclusive. */
export function columnsOf<Cells extends Uint8Array | Float32Array>(
  cells: Cells,
  cols: number,
  first: number,
  end: number,
): Cells {
  if (first === 0 && end === cols) return cells
  const width = end - first
  const rows = cells.length / cols
  const out = cells.slice(0, rows * width) as Cells
  for (let row = 0; row < rows; row++) {
    out.set(cells.subarray(row * cols + first, row * cols + end) as never, row * width)
  }
  return out
}

function sizeOf(rows: number, cols: number, factor: number) {
  return { rows: Math.ceil(rows / factor), cols: Math.ceil(cols / factor) }
}
