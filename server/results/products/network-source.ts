import { type Cells, levelSizes, SpareCells } from '../../../storage/rasters/overviews.ts'
import { Pyramid } from '../../../storage/rasters/pyramid.ts'
import type { CellWindow } from '../../../storage/rasters/pyramid-reader.ts'
import { zonesOfSites } from '../views/styles.ts'
import { zoneOfKind, zoneSetter } from '../views/zones.ts'
import { circleOf, circleOfSubject } from './circle.ts'
import { Disc } from './disc.ts'
import { mergerOf, OUT_OF_RANGE_CODE, OUT_OF_RANGE_VALUE, type Part, UNKNOWN_CODE } from './network-merge.ts'
import { ResultSource, type SimulationSource } from './source.ts'
import type { NetworkCells, NetworkSite, Placement, Subject } from './subject.ts'

const UNKNOWN_CLASS = 255
const OPENED_AT_ONCE = 16

/** Opens the raster of a site; the provider of the function also closes the raster. */
export type OpenSite = (subject: Subject) => Promise<SimulationSource>

/** Layer of a network, merged window by window from the rasters of its sites. */
export class NetworkSource extends ResultSource {
  readonly network: NetworkCells
  readonly #open: OpenSite
  readonly #setZones: (zones: Uint8Array, cells: Cells) => void

  constructor(subject: Subject, network: NetworkCells, open: OpenSite) {
    const { geometry, sites } = network
    const kind = isFloat(network) ? 'float' : 'visibility'
    const pyramid = new Pyramid(geometry, levelSizes(geometry.rows, geometry.cols))
    const disc = new Disc(geometry, circleOfSubject({ params: subject.params, network }))
    const placed = sites.map(({ name, color, subject: { params } }) => {
      return { name, color, params, disc: new Disc(geometry, circleOf(params)) }
    })
    super(subject, Object.assign(pyramid, { kind, metadata: {} } as const), disc, placed)
    this.network = network
    this.#open = open
    this.#setZones = isFloat(network) ? zonesOfMeasures(subject) : zonesOfCodes(subject, network)
  }

  async readCells(level: number, window: CellWindow): Promise<Cells> {
    const merger = mergerOf(this.network.layer, window.rows * window.cols)
    await this.eachPart(level, window, (site, number, part) => merger.add(site, number, part))
    return merger.cells
  }

  /** Calls `call` for each site in a window. Sites are counted from 1; cells are valid until the next call. */
  async eachPart(
    level: number,
    window: CellWindow,
    call: (site: NetworkSite, number: number, part: Part) => void,
  ): Promise<void> {
    const met = this.network.sites.flatMap((site, index) => {
      const rows = indicesOf(window.row, window.rows, level, site.placement, 'row')
      const cols = indicesOf(window.col, window.cols, level, site.placement, 'col')
      return rows && cols ? [{ site, number: index + 1 }] : []
    })
    const spare = new SpareCells()
    for (let first = 0; first < met.length; first += OPENED_AT_ONCE) {
      const some = met.slice(first, first + OPENED_AT_ONCE)
      const opened = await Promise.all(some.map(({ site }) => this.#open(site.subject)))
      for (const [index, { site, number }] of some.entries()) {
        const part = await partOf({ source: opened[index], site, spare }, level, window)
        if (part) call(site, number, part)
      }
    }
  }

  zonesOf(cells: Cells): Uint8Array {
    const zones = new Uint8Array(cells.length)
    this.#setZones(zones, cells)
    return zones
  }

  /** Calls `call` for all cells of the window, because codes in the cells mark cells out of range. */
  eachRun(level: number, window: CellWindow, call: (from: number, to: number, row: number) => void): void {
    const { rows, cols } = this.reader.sizes[level]
    const first = Math.max(0, window.col) - window.col
    const end = Math.min(cols, window.col + window.cols) - window.col
    for (let row = 0; row < window.rows; row++) {
      const isInside = window.row + row >= 0 && window.row + row < rows && first < end
      if (isInside) call(row * window.cols + first, row * window.cols + end, row)
    }
  }

  /** Unknown and out-of-range cells: 255 in the layer `any`, 0 in counts and site numbers, NaN in measures. */
  async readValues(level: number, window: CellWindow): Promise<Cells> {
    const cells = await this.readCells(level, window)
    if (cells instanceof Float32Array) {
      for (let at = 0; at < cells.length; at++) if (!Number.isFinite(cells[at])) cells[at] = Number.NaN
      return cells
    }
    const none = this.network.layer === 'any' ? UNKNOWN_CLASS : 0
    for (let at = 0; at < cells.length; at++) if (cells[at] >= UNKNOWN_CODE) cells[at] = none
    return cells
  }

  valueOf(cell: number, zone: number): number | undefined {
    const shown = this.zones[zone - 1]
    if (shown === undefined || shown.kind === 'unknown') return undefined
    return Number.isFinite(cell) ? cell : undefined
  }

  siteSource({ subject }: NetworkSite): Promise<SimulationSource> {
    return this.#open(subject)
  }

  /** Source whose zones are the sites: a cell is in the zone of the only site that covers the cell. */
  exclusiveSource(): NetworkSource {
    return this.#numbers('alone', 'none or several')
  }

  /** Source whose zones are the sites: a cell's strongest site, or for visibility its first covering site. */
  serverSource(): NetworkSource {
    return this.#numbers('best_server', 'none')
  }

  #numbers(name: 'alone' | 'best_server', noneLabel: string): NetworkSource {
    const layer = { ...this.subject.layer, unit: null, zones: zonesOfSites(this.network.sites, noneLabel) }
    return new NetworkSource({ ...this.subject, layer }, { ...this.network, layer: name }, this.#open)
  }
}

function isFloat({ layer }: NetworkCells): boolean {
  return layer === 'strongest' || layer === 'margin'
}

function zonesOfMeasures({ layer }: Subject): (zones: Uint8Array, cells: Cells) => void {
  const set = zoneSetter(layer, true)
  return (zones, cells) => {
    set(zones, cells, 0, cells.length)
    for (let at = 0; at < cells.length; at++) if (cells[at] === OUT_OF_RANGE_VALUE) zones[at] = 0
  }
}

function zonesOfCodes(
  { layer: { zones: list } }: Subject,
  { layer }: NetworkCells,
): (zones: Uint8Array, cells: Cells) => void {
  const unknown = zoneOfKind(list, 'unknown')
  const table = Uint8Array.from({ length: 256 }, (_, code) => {
    if (code === OUT_OF_RANGE_CODE) return 0
    if (code === UNKNOWN_CODE) return unknown
    const found = list.findIndex(({ value, range }) =>
      range ? code >= Number(range[0]) && code < (range[1] ?? UNKNOWN_CODE) : value === code,
    )
    return found < 0 && layer === 'known' ? unknown : found + 1
  })
  return (zones, cells) => {
    for (let at = 0; at < cells.length; at++) zones[at] = table[cells[at]]
  }
}

async function partOf(
  { source, site, spare }: { source: SimulationSource; site: NetworkSite; spare: SpareCells },
  level: number,
  window: CellWindow,
): Promise<Part | undefined> {
  const { placement } = site
  const own = Math.min(level, source.reader.sizes.length - 1)
  const rows = indicesOf(window.row, window.rows, level, placement, 'row', own)
  const cols = indicesOf(window.col, window.cols, level, placement, 'col', own)
  if (rows === undefined || cols === undefined) return undefined
  const read = {
    row: rows.from,
    col: cols.from,
    rows: rows.to - rows.from + 1,
    cols: cols.to - cols.from + 1,
  }
  const cells = await source.readCells(own, read, spare)
  const runs: number[] = []
  if (rows.isContiguous && cols.isContiguous) {
    source.eachRun(own, read, (from, to, row) => {
      const start = (rows.first + row) * window.cols + cols.first
      runs.push(from, to, start + from - row * read.cols)
    })
    return runs.length > 0 ? { cells, runs } : undefined
  }
  const inRange = new Uint8Array(cells.length)
  source.eachRun(own, read, (from, to) => inRange.fill(1, from, to))
  return gathered(cells, inRange, { rows, cols, width: read.cols, windowCols: window.cols })
}

/** Copies cells one by one, for a network and a site whose cells do not align. */
function gathered(
  cells: Cells,
  inRange: Uint8Array,
  {
    rows,
    cols,
    width,
    windowCols,
  }: { rows: SiteIndices; cols: SiteIndices; width: number; windowCols: number },
): Part | undefined {
  const count = rows.indices.length * cols.indices.length
  const out = cells instanceof Float32Array ? new Float32Array(count) : new Uint8Array(count)
  const runs: number[] = []
  let at = 0
  for (const [y, row] of rows.indices.entries()) {
    const start = (row - rows.from) * width - cols.from
    const into = (rows.first + y) * windowCols + cols.first
    let since = -1
    for (const [x, col] of cols.indices.entries()) {
      const isIn = inRange[start + col] === 1
      out[at] = cells[start + col]
      if (isIn && since < 0) since = at
      if (!isIn && since >= 0) {
        runs.push(since, at, into + x - (at - since))
        since = -1
      }
      at++
    }
    if (since >= 0) runs.push(since, at, into + cols.indices.length - (at - since))
  }
  return runs.length > 0 ? { cells: out, runs } : undefined
}

interface SiteIndices {
  first: number
  /** Row or column in the site's raster for each network cell, beginning with the network cell `first`. */
  indices: Int32Array
  from: number
  to: number
  isContiguous: boolean
}

/**
 * Row or column in the site's raster under each network cell from `start` on; `undefined` outside of the raster.
 * Overviews align only if the site begins at a multiple of their cells; else the error is at most half a cell.
 */
function indicesOf(
  start: number,
  count: number,
  level: number,
  placement: Placement,
  axis: 'row' | 'col',
  ownLevel = level,
): SiteIndices | undefined {
  const offset = placement[axis]
  const scale = axis === 'row' ? placement.rowScale : placement.colScale
  const size = Math.ceil((axis === 'row' ? placement.rows : placement.cols) / 2 ** ownLevel)
  const indexOf = (index: number) =>
    Math.floor((((start + index + 0.5) * 2 ** level - offset) * scale) / 2 ** ownLevel)
  let first = 0
  while (first < count && indexOf(first) < 0) first++
  let end = count
  while (end > first && indexOf(end - 1) >= size) end--
  if (first >= end) return undefined
  const indices = Int32Array.from({ length: end - first }, (_, at) => indexOf(first + at))
  const [from, to] = [indices[0], indices[indices.length - 1]]
  return { first, indices, from, to, isContiguous: to - from === indices.length - 1 }
}
