/** Cells and areas by zone inside many areas at once; each row is read only once. */

import { cellKm2At } from './bins.ts'
import { type Area, type Run, runsAt } from './polygons.ts'
import type { ResultSource } from './source.ts'

const ROWS_AT_ONCE = 32

interface ZoneCounts {
  cells: number[]
  km2: number[]
}

interface RowOfArea {
  counts: ZoneCounts
  row: number
  runs: Run[]
}

/** Counts in the order of the areas; a cell is inside an area if the cell's center is inside. */
export async function countZones(source: ResultSource, areas: readonly Area[]): Promise<ZoneCounts[]> {
  const { geometry, zones } = source
  const { rows, northDeg, cellLatDeg } = geometry
  const counted = areas.map(() => ({ cells: zones.map(() => 0), km2: zones.map(() => 0) }))
  const latOf = (row: number) => northDeg - (row + 0.5) * cellLatDeg
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const end = Math.min(rows, top + ROWS_AT_ONCE)
    const wanted: RowOfArea[] = []
    for (const [index, area] of areas.entries()) {
      if (area.southDeg > latOf(top) || area.northDeg < latOf(end - 1)) continue
      for (let row = top; row < end; row++) {
        const runs = runsAt(area, latOf(row), geometry)
        if (runs.length > 0) wanted.push({ counts: counted[index], row, runs })
      }
    }
    if (wanted.length === 0) continue
    wanted.sort((one, other) => one.row - other.row)
    const first = wanted.reduce((minimum, { runs }) => Math.min(minimum, runs[0].first), geometry.cols)
    const last = wanted.reduce((maximum, { runs }) => Math.max(maximum, runs[runs.length - 1].end), 0)
    const window = { row: top, col: first, rows: end - top, cols: last - first }
    const zoneOfCell = await source.readZones(0, window)
    const sums = rowSums(zones.length, window.cols)
    for (const { counts, row, runs } of wanted) {
      sums.read(zoneOfCell, row - top)
      const cellKm2 = cellKm2At(geometry, latOf(row))
      for (let zone = 0; zone < zones.length; zone++) {
        let cells = 0
        for (const run of runs) cells += sums.between(zone, run.first - first, run.end - first)
        counts.cells[zone] += cells
        counts.km2[zone] += cells * cellKm2
      }
    }
  }
  return counted
}

/** Prefix sums of the zones in a row, so the time to count a run does not depend on the run's length. */
function rowSums(zones: number, cols: number) {
  const sums = new Uint32Array(zones * (cols + 1))
  let readRow = -1
  return {
    read(zoneOfCell: Uint8Array, row: number): void {
      if (row === readRow) return
      readRow = row
      for (let zone = 0; zone < zones; zone++) {
        let at = zone * (cols + 1)
        for (let cell = row * cols; cell < (row + 1) * cols; cell++, at++) {
          sums[at + 1] = sums[at] + (zoneOfCell[cell] === zone + 1 ? 1 : 0)
        }
      }
    },
    between(zone: number, first: number, end: number): number {
      const at = zone * (cols + 1)
      return sums[at + end] - sums[at + first]
    },
  }
}
