import { writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import type { Cells } from '../../../storage/rasters/overviews.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { firstThatFits } from '../../jobs/bisection.ts'
import { readArea } from '../../requests/places.ts'
import { binEdges, binValues } from '../views/bins.ts'
import { areaOf, type Run, runsAt } from './polygons.ts'
import type { ResultSource } from './source.ts'

export interface AreaOptions {
  /** Text of GeoJSON polygons; only what is inside any of the polygons counts. */
  area?: Uint8Array
}

export const SECTORS = 36
const ROWS_AT_ONCE = 256

/** Counts by azimuth sector and value bin. Each table has one row of bins per sector. */
export interface Bins {
  /** One stored cell value per bin, from a raster of floats or of classes. */
  values: Float64Array
  isFloat: boolean
  cells: Float64Array
  km2: Float64Array
  farthestM: Float64Array
}

/** Writes counts, areas and farthest cells by azimuth sector and value bin, which give the statistics of any view. */
export async function makeBins(source: ResultSource, { area }: AreaOptions, path: string): Promise<void> {
  const { geometry, disc } = source
  const { rows, cols, northDeg, cellLatDeg } = geometry
  const within = area && areaOf(readArea(area), geometry)
  const { values, fill } = binnerOf(source)
  const tally = new Tally(source, values.length)
  const binOfCell = new Uint16Array(ROWS_AT_ONCE * cols)
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const window = { row: top, col: 0, rows: Math.min(ROWS_AT_ONCE, rows - top), cols }
    const cells = await source.readCells(0, window)
    source.eachRun(0, window, (from, to, row) => {
      fill(binOfCell, cells, from, to)
      const latDeg = northDeg - (top + row + 0.5) * cellLatDeg
      const cellKm2 = cellKm2At(geometry, latDeg)
      disc.setLatitude(latDeg)
      const start = row * cols
      const [firstCol, endCol] = [from - start, to - start]
      const runs = within ? runsAt(within, latDeg, geometry) : [{ first: firstCol, end: endCol }]
      const inRange = runs.map(
        ({ first, end }): Run => ({
          first: Math.max(first, firstCol),
          end: Math.min(end, endCol),
        }),
      )
      const inside = inRange.filter(({ first, end }) => first < end)
      if (inside.length > 0) tally.addRow(binOfCell.subarray(start, start + cols), inside, cellKm2)
    })
  }
  const { values: kept, cells, km2, farthestM } = tally.occupied(values)
  await writeFile(path, packed(source, kept, [...cells, ...km2, ...farthestM]))
}

export function cellKm2At({ cellLatDeg, cellLonDeg }: RasterGeometry, latDeg: number): number {
  const perDegree = metresPerDegree(latDeg)
  return (cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
}

interface Binner {
  values: Float64Array
  /** Writes the bin numbers of cells `from` to `to`, end exclusive. */
  fill(bins: Uint16Array, cells: Cells, from: number, to: number): void
}

/** Steps per dB of the lookup table from values to bins; most bins are at least one step wide. */
const STEPS_PER_DB = 4

export function binnerOf({ reader, subject }: ResultSource): Binner {
  if (reader.kind !== 'float') {
    const fill: Binner['fill'] = (bins, cells, from, to) => {
      for (let at = from; at < to; at++) bins[at] = Math.min(cells[at], 2)
    }
    return { values: binValues(undefined), fill }
  }
  const edges = binEdges(subject.params)
  const [low] = edges
  const last = Math.ceil((edges[edges.length - 1] - low) * STEPS_PER_DB)
  /** Number of bin edges up to the start of each step. The infinite last edge ends the search. */
  const before = new Uint16Array(last + 1)
  const ended = Float64Array.of(...edges, Number.POSITIVE_INFINITY)
  for (let step = 0, index = 0; step <= last; step++) {
    while (ended[index] <= low + step / STEPS_PER_DB) index++
    before[step] = index
  }
  const fill: Binner['fill'] = (bins, cells, from, to) => {
    for (let at = from; at < to; at++) {
      const value = cells[at]
      if (value >= low) {
        const step = (value - low) * STEPS_PER_DB
        let index = before[step < last ? step | 0 : last]
        while (value >= ended[index]) index++
        bins[at] = 2 + index
      } else bins[at] = Number.isNaN(value) ? 0 : value === Number.NEGATIVE_INFINITY ? 1 : 2
    }
  }
  return { values: binValues(edges), fill }
}

class Tally {
  readonly #source: ResultSource
  readonly #bins: number
  readonly #cells: Float64Array
  readonly #km2: Float64Array
  readonly #farthestM: Float64Array
  /** Bins that occur in the part of a row within one sector, and the count, first and last column of each bin. */
  readonly #touched: Uint16Array
  readonly #counts: Uint32Array
  readonly #firstCols: Uint32Array
  readonly #lastCols: Uint32Array

  constructor(source: ResultSource, bins: number) {
    this.#source = source
    this.#bins = bins
    const [cells, km2, farthestM] = [0, 0, 0].map(() => new Float64Array(SECTORS * bins))
    this.#cells = cells
    this.#km2 = km2
    this.#farthestM = farthestM
    this.#touched = new Uint16Array(bins)
    const [counts, firstCols, lastCols] = [0, 0, 0].map(() => new Uint32Array(bins))
    this.#counts = counts
    this.#firstCols = firstCols
    this.#lastCols = lastCols
  }

  addRow(binOfCol: Uint16Array, runs: readonly Run[], cellKm2: number): void {
    const { disc } = this.#source
    const sectorAt = (col: number) =>
      Math.floor((disc.azimuthDeg(this.#lonDeg(col)) / 360) * SECTORS) % SECTORS
    const { end: last } = runs[runs.length - 1]
    let next = 0
    // Azimuth is monotonic along a parallel on either side of the transmitter.
    for (let from = runs[0].first; from < last; ) {
      const sector = sectorAt(from)
      const stop = endOfSector(from, last, sector, sectorAt)
      let touched = 0
      for (; next < runs.length; next++) {
        const end = Math.min(runs[next].end, stop)
        touched = this.#count(binOfCol, Math.max(runs[next].first, from), end, touched)
        if (runs[next].end > stop) break
      }
      this.#addSector(sector, touched, cellKm2)
      from = stop
    }
  }

  #count(binOfCol: Uint16Array, first: number, end: number, before: number): number {
    const [counts, firstCols, lastCols] = [this.#counts, this.#firstCols, this.#lastCols]
    let touched = before
    for (let col = first; col < end; col++) {
      const bin = binOfCol[col]
      if (counts[bin]++ === 0) {
        this.#touched[touched++] = bin
        firstCols[bin] = col
      }
      lastCols[bin] = col
    }
    return touched
  }

  #addSector(sector: number, touched: number, cellKm2: number): void {
    const { disc } = this.#source
    for (let index = 0; index < touched; index++) {
      const bin = this.#touched[index]
      const at = sector * this.#bins + bin
      this.#cells[at] += this.#counts[bin]
      this.#km2[at] += this.#counts[bin] * cellKm2
      this.#counts[bin] = 0
      const [west, east] = [this.#lonDeg(this.#firstCols[bin]), this.#lonDeg(this.#lastCols[bin])]
      const farther = disc.lonDeg - west > east - disc.lonDeg ? west : east
      this.#farthestM[at] = Math.max(this.#farthestM[at], disc.distanceM(farther))
    }
  }

  #lonDeg(col: number): number {
    const { westDeg, cellLonDeg } = this.#source.geometry
    return westDeg + (col + 0.5) * cellLonDeg
  }

  occupied(values: Float64Array): Omit<Bins, 'isFloat'> {
    const bins = [...values.keys()].filter((bin) => {
      for (let sector = 0; sector < SECTORS; sector++) {
        if (this.#cells[sector * this.#bins + bin] > 0) return true
      }
      return false
    })
    const chosen = (all: Float64Array) =>
      Float64Array.from({ length: SECTORS * bins.length }, (_, index) => {
        const sector = Math.floor(index / bins.length)
        return all[sector * this.#bins + bins[index % bins.length]]
      })
    return {
      values: Float64Array.from(bins, (bin) => values[bin]),
      cells: chosen(this.#cells),
      km2: chosen(this.#km2),
      farthestM: chosen(this.#farthestM),
    }
  }
}

/** End column of a sector, found by doubling steps, then by bisection; no step can skip a whole sector. */
function endOfSector(col: number, end: number, sector: number, sectorAt: (col: number) => number): number {
  let step = 1
  let inside = col
  while (inside + step < end && sectorAt(inside + step) === sector) {
    inside += step
    step *= 2
  }
  return firstThatFits(inside, Math.min(end, inside + step), (at) => sectorAt(at) !== sector)
}

/** Deflated 64-bit floats: 1 for a raster of floats, else 0; number of bins; bin values; numbers for each bin. */
export function packed({ reader }: ResultSource, values: Float64Array, ofBins: readonly number[]): Buffer {
  const numbers = [Number(reader.kind === 'float'), values.length, ...values, ...ofBins]
  return deflateSync(new Uint8Array(Float64Array.from(numbers).buffer), { level: 1 })
}

/** Parses the inflated output of `packed`. */
export function unpacked(bytes: Uint8Array): Pick<Bins, 'isFloat' | 'values'> & { ofBins: Float64Array } {
  const numbers = new Float64Array(Uint8Array.from(bytes).buffer)
  const [isFloat, count] = numbers
  const values = numbers.subarray(2, 2 + count)
  return { isFloat: isFloat === 1, values, ofBins: numbers.subarray(2 + count) }
}

export function readBins(bytes: Uint8Array): Bins {
  const { ofBins, ...bins } = unpacked(bytes)
  const size = SECTORS * bins.values.length
  const [cells, km2, farthestM] = [0, 1, 2].map((table) => ofBins.subarray(table * size, (table + 1) * size))
  return { ...bins, cells, km2, farthestM }
}
