import type { Cells } from '../../../storage/rasters/overviews.ts'
import type { NetworkLayer } from '../views/networks.ts'
import type { NetworkSite } from './subject.ts'

/** Cell code in a byte layer: covered by no site, and unknown for at least one site in range. */
export const UNKNOWN_CODE = 254
/** Cell code in a byte layer: out of range of all sites. */
export const OUT_OF_RANGE_CODE = 255
/** Cell value in a layer of measures: out of range of all sites. NaN is unknown. */
export const OUT_OF_RANGE_VALUE = Number.POSITIVE_INFINITY

/** Classes of a cell in the raster of a site. */
const COVERED = 1
const UNKNOWN = 255

export interface Part {
  cells: Cells
  /** Runs of adjacent cells, as triples: first cell, end cell, and index of the first cell in the merged window. */
  runs: readonly number[]
}

/** Merges the cells of sites, one site after the other. */
export interface Merger {
  add(site: NetworkSite, number: number, part: Part): void
  readonly cells: Cells
}

export function mergerOf(layer: NetworkLayer | 'alone', count: number): Merger {
  switch (layer) {
    case 'alone':
      return onlyServer(count)
    case 'any':
      return ofStates(count, tables.any)
    case 'count':
      return ofStates(count, tables.count)
    case 'known':
      return ofStates(count, tables.known)
    case 'best_server':
      return bestServer(count)
    case 'strongest':
      return largest(count, ({ power }) => power && { sign: power.sign, offset: power.offsetDb })
    case 'margin':
      return largest(count, marginOf)
  }
}

/** State of each cell in the runs: 1 covered, 0 not covered, 255 unknown. */
export function statesOf({ covered, power }: NetworkSite, { cells, runs }: Part): Uint8Array {
  if (power === undefined) return cells as Uint8Array
  const { from, to } = covered ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  const states = new Uint8Array(cells.length)
  for (let run = 0; run < runs.length; run += 3) {
    for (let at = runs[run]; at < runs[run + 1]; at++) {
      const value = cells[at]
      states[at] = value >= from && value <= to ? COVERED : Number.isNaN(value) ? UNKNOWN : 0
    }
  }
  return states
}

type Merge = (merged: number, state: number) => number

/** 1 if a site covers the cell; otherwise unknown if any site in range is unknown there; otherwise 0. */
function mergeAny(merged: number, state: number): number {
  if (merged === 1 || state === COVERED) return 1
  return merged === UNKNOWN_CODE || state === UNKNOWN ? UNKNOWN_CODE : 0
}

function mergeCount(merged: number, state: number): number {
  const isCounted = merged > 0 && merged < UNKNOWN_CODE
  if (state === COVERED) return isCounted ? merged + 1 : 1
  if (isCounted) return merged
  return merged === UNKNOWN_CODE || state === UNKNOWN ? UNKNOWN_CODE : 0
}

/** Number of sites with known coverage of the cell; unknown if coverage by all sites in range is unknown. */
function mergeKnown(merged: number, state: number): number {
  const isCounted = merged < UNKNOWN_CODE
  if (state === UNKNOWN) return isCounted ? merged : UNKNOWN_CODE
  return isCounted ? merged + 1 : 1
}

/** Lookup table of a merge, indexed by 256 · merged + state. */
function tableOf(merge: Merge): Uint8Array {
  return Uint8Array.from({ length: 256 * 256 }, (_, pair) => merge(pair >> 8, pair & 255))
}

const tables = { any: tableOf(mergeAny), count: tableOf(mergeCount), known: tableOf(mergeKnown) }

function ofStates(count: number, table: Uint8Array): Merger {
  const cells = new Uint8Array(count).fill(OUT_OF_RANGE_CODE)
  return {
    cells,
    add(site, _number, part) {
      const states = statesOf(site, part)
      const { runs } = part
      for (let run = 0; run < runs.length; run += 3) {
        const shift = runs[run + 2] - runs[run]
        for (let at = runs[run]; at < runs[run + 1]; at++) {
          cells[at + shift] = table[256 * cells[at + shift] + states[at]]
        }
      }
    },
  }
}

/** Number of the only site that covers a cell; 0 if there is no such site, or several. */
function onlyServer(count: number): Merger {
  const cells = new Uint8Array(count).fill(OUT_OF_RANGE_CODE)
  const counts = new Uint8Array(count)
  return {
    cells,
    add(site, number, part) {
      const states = statesOf(site, part)
      const { runs } = part
      for (let run = 0; run < runs.length; run += 3) {
        const shift = runs[run + 2] - runs[run]
        for (let at = runs[run]; at < runs[run + 1]; at++) {
          const into = at + shift
          if (states[at] === COVERED) cells[into] = ++counts[into] === 1 ? number : 0
          else if (cells[into] === OUT_OF_RANGE_CODE) cells[into] = 0
        }
      }
    },
  }
}

/** Number of the strongest covering site, the first on a tie, or, for visibility, the first covering site. */
function bestServer(count: number): Merger {
  const cells = new Uint8Array(count).fill(OUT_OF_RANGE_CODE)
  const best = new Float32Array(count).fill(Number.NEGATIVE_INFINITY)
  return {
    cells,
    add({ power, covered }, number, { cells: values, runs }) {
      const { sign, offsetDb } = power ?? { sign: 1, offsetDb: 0 }
      const { from, to } = power
        ? (covered ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })
        : { from: COVERED, to: COVERED }
      const unknown = power ? Number.NaN : UNKNOWN
      for (let run = 0; run < runs.length; run += 3) {
        const shift = runs[run + 2] - runs[run]
        for (let at = runs[run]; at < runs[run + 1]; at++) {
          const value = values[at]
          const into = at + shift
          if (value >= from && value <= to) {
            const powerDbm = Math.fround(sign * value + offsetDb)
            if (powerDbm > best[into]) {
              best[into] = powerDbm
              cells[into] = number
            } else if (cells[into] === OUT_OF_RANGE_CODE) cells[into] = 0
          } else if (cells[into] === OUT_OF_RANGE_CODE || cells[into] === 0) {
            cells[into] = Object.is(value, unknown) ? UNKNOWN_CODE : 0
          }
        }
      }
    },
  }
}

/** Margin of a value above the weakest covered value, as an affine function of the value. */
function marginOf({ power, covered }: NetworkSite): { sign: number; offset: number } | undefined {
  if (power === undefined || covered === undefined) return undefined
  return power.sign === 1 ? { sign: 1, offset: -covered.from } : { sign: -1, offset: covered.to }
}

function largest(
  count: number,
  affineOf: (site: NetworkSite) => { sign: number; offset: number } | undefined,
): Merger {
  const cells = new Float32Array(count).fill(OUT_OF_RANGE_VALUE)
  return {
    cells,
    add(site, _number, { cells: values, runs }) {
      const affine = affineOf(site)
      if (affine === undefined) return
      const { sign, offset } = affine
      for (let run = 0; run < runs.length; run += 3) {
        const shift = runs[run + 2] - runs[run]
        for (let at = runs[run]; at < runs[run + 1]; at++) {
          const value = Math.fround(sign * values[at] + offset)
          const before = cells[at + shift]
          const isFirst = before === OUT_OF_RANGE_VALUE || Number.isNaN(before)
          if (value > before || (isFirst && !(Number.isNaN(value) && Number.isNaN(before)))) {
            cells[at + shift] = value
          }
        }
      }
    },
  }
}
