import type { ObjectStore } from '../../../storage/objects/types.ts'
import type { Cells, SpareCells } from '../../../storage/rasters/overviews.ts'
import type { Pyramid } from '../../../storage/rasters/pyramid.ts'
import { type CellWindow, PyramidReader } from '../../../storage/rasters/pyramid-reader.ts'
import type { TileCache } from '../../../storage/rasters/tile-cache.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { type AzimuthsField, azimuthsOf } from '../../requests/azimuths.ts'
import type { Zone } from '../views/styles.ts'
import { type ZoneSetter, zoneSetter } from '../views/zones.ts'
import { circleOf } from './circle.ts'
import { Disc } from './disc.ts'
import type { Subject } from './subject.ts'

const UNKNOWN_CLASS = 255
const NOT_COVERED_CLASS = 0

interface SourceOptions {
  cache?: TileCache | undefined
  /** Awaited before each read of cells. */
  beforeRead?: () => Promise<void>
}

interface Opened extends Required<Pick<SourceOptions, 'beforeRead'>> {
  reader: PyramidReader
  classes: PyramidReader | undefined
  disc: Disc
}

export interface SourceSite {
  name: string
  /** Color as `#rrggbb`, if set. */
  color?: string
  disc: Disc
  params: Readonly<Record<string, unknown>>
}

type EachRun = (from: number, to: number, row: number) => void

export abstract class ResultSource {
  readonly subject: Subject
  readonly geometry: RasterGeometry
  readonly reader: Pyramid & Pick<PyramidReader, 'kind' | 'metadata'>
  /** Disc within range of the transmitter, or, for a network, a circle around the discs of all sites. */
  readonly disc: Disc
  readonly sites: readonly SourceSite[]
  readonly zones: readonly Zone[]
  /** Unit of the values; null for classes. */
  readonly unit: string | null

  constructor(subject: Subject, reader: ResultSource['reader'], disc: Disc, sites: readonly SourceSite[]) {
    this.subject = subject
    this.geometry = reader.geometry
    this.reader = reader
    this.disc = disc
    this.sites = sites
    this.zones = subject.layer.zones
    this.unit = subject.layer.unit
  }

  /** Cells of a window, as input of `zonesOf` and `valueOf`. */
  abstract readCells(level: number, window: CellWindow): Promise<Cells>
  /** Zones of cells; cells with the center beyond the range have the zone 0, out of range. */
  abstract zonesOf(cells: Cells, level: number, window: CellWindow): Uint8Array
  /** Calls `call` for each run of adjacent cells in range, row by row; `to` is exclusive. */
  abstract eachRun(level: number, window: CellWindow, call: EachRun): void
  /** Displayed values of the cells of a window: classes, or measures, which may be infinite or NaN. */
  abstract readValues(level: number, window: CellWindow): Promise<Cells>
  abstract valueOf(cell: number, zone: number): number | undefined

  async readZones(level: number, window: CellWindow): Promise<Uint8Array> {
    return this.zonesOf(await this.readCells(level, window), level, window)
  }
}

export class SimulationSource extends ResultSource {
  readonly #opened: Opened
  readonly #setZones: ZoneSetter

  private constructor(subject: Subject, opened: Opened) {
    const { reader, disc } = opened
    super(subject, reader, disc, [{ name: '', disc, params: subject.params }])
    this.#opened = opened
    this.#setZones = zoneSetter(subject.layer, reader.kind === 'float')
  }

  static async open(
    subject: Subject,
    rasters: ObjectStore,
    { cache, beforeRead = async () => {} }: SourceOptions = {},
  ): Promise<SimulationSource> {
    const { tif, classTif } = subject
    const reader = await PyramidReader.open(rasters, tif, cache)
    try {
      const classes = classTif === undefined ? undefined : await PyramidReader.open(rasters, classTif, cache)
      const azimuths = subject.params.azimuths as AzimuthsField | undefined
      const disc = new Disc(reader.geometry, circleOf(subject.params), azimuths && azimuthsOf(azimuths))
      return new SimulationSource(subject, { reader, classes, disc, beforeRead })
    } catch (error) {
      await reader.close()
      throw error
    }
  }

  viewedAs(subject: Subject): SimulationSource {
    return new SimulationSource(subject, this.#opened)
  }

  async close(): Promise<void> {
    await this.#opened.reader.close()
    await this.#opened.classes?.close()
  }

  /** Stored cells of a window; in results of earlier versions too weak cells become −∞, which is never covered. */
  async readCells(level: number, window: CellWindow, spare?: SpareCells): Promise<Cells> {
    const { reader, classes, beforeRead } = this.#opened
    await beforeRead()
    const cells = await reader.read(level, window, spare)
    if (classes === undefined) return cells
    const known = await classes.read(level, window)
    for (let at = 0; at < cells.length; at++) {
      if (Number.isNaN(cells[at]) && known[at] === NOT_COVERED_CLASS) cells[at] = Number.NEGATIVE_INFINITY
    }
    return cells
  }

  zonesOf(cells: Cells, level: number, window: CellWindow): Uint8Array {
    const zones = new Uint8Array(cells.length)
    this.eachRun(level, window, (from, to) => this.#setZones(zones, cells, from, to))
    return zones
  }

  eachRun(level: number, window: CellWindow, call: EachRun): void {
    const geometry = this.reader.levelGeometry(level)
    const firstCol = Math.max(0, window.col)
    const endCol = Math.min(geometry.cols, window.col + window.cols)
    for (let row = 0; row < window.rows; row++) {
      const from = row * window.cols - window.col
      for (const [first, end] of this.#inRange(geometry, window.row + row, firstCol, endCol)) {
        call(from + first, from + end, row)
      }
    }
  }

  async readValues(level: number, window: CellWindow): Promise<Cells> {
    const cells = await this.readCells(level, window)
    const { cells: view, unit } = this.subject.layer
    if (view === undefined) return cells
    if (unit === null) {
      const classOf = Uint8Array.of(UNKNOWN_CLASS, ...this.zones.map(({ value = UNKNOWN_CLASS }) => value))
      return this.zonesOf(cells, level, window).map((zone) => classOf[zone])
    }
    if (view.offsetDb !== 0) for (let at = 0; at < cells.length; at++) cells[at] += view.offsetDb
    return cells
  }

  valueOf(cell: number, zone: number): number | undefined {
    const { cells: view, unit } = this.subject.layer
    const shown = this.zones[zone - 1]
    if (shown === undefined || shown.kind === 'unknown') return undefined
    // Rounded to a 32-bit float, because windows of values contain 32-bit floats.
    const value = view && unit === null ? Number(shown.value) : Math.fround(cell + (view?.offsetDb ?? 0))
    return Number.isFinite(value) ? value : undefined
  }

  #inRange(
    geometry: RasterGeometry,
    row: number,
    firstCol: number,
    endCol: number,
  ): Iterable<[number, number]> {
    if (row < 0 || row >= geometry.rows) return []
    const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
    return this.disc.columnsInRange(geometry, latDeg, firstCol, endCol)
  }
}

/** Zones in legend order, best first. */
export function legendZones({ zones, subject }: ResultSource): readonly Zone[] {
  const isAscendingBest = subject.layer.cells !== undefined && subject.params.output !== 'path_loss'
  if (!isAscendingBest) return zones
  const ranges = zones.filter(({ range }) => range)
  return [...ranges.toReversed(), ...zones.slice(ranges.length)]
}
