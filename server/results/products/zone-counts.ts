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
    const sums = new RowSums(zones.length, window.cols)
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
class RowSums {
  readonly #zones: number
  readonly #cols: number
  readonly #sums: Uint32Array
  #row = -1

  constructor(zones: number, cols: number) {
    this.#zones = zones
    this.#cols = cols
    this.#sums = new Uint32Array(zones * (cols + 1))
  }

  read(zoneOfCell: Uint8Array, row: number): void {
    if (row === this.#row) return
    this.#row = row
    for (let zone = 0; zone < this.#zones; zone++) {
      let at = zone * (this.#cols + 1)
      for (let cell = row * this.#cols; cell < (row + 1) * this.#cols; cell++, at++) {
        this.#sums[at + 1] = this.#sums[at] + (zoneOfCell[cell] === zone + 1 ? 1 : 0)
      }
    }
  }

  between(zone: number, first: number, end: number): number {
    const at = zone * (this.#cols + 1)
    return this.#sums[at + end] - this.#sums[at + first]
  }
}
