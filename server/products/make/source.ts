import { type Zone, zonesOf } from '../../../storage/rasters/palette.ts'
import { type CellWindow, PyramidReader } from '../../../storage/rasters/pyramid-reader.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { Disc } from './disc.ts'
import type { Subject } from './subject.ts'

/** The zone of cells out of range; that of `zones[i]` is i + 1. */
export const OUT_OF_RANGE = 0
const LACKING_CLASS = 0

/** A layer of a result as its products are drawn from it: cells by zone, read in windows. */
export class ResultSource {
  readonly subject: Subject
  readonly geometry: RasterGeometry
  readonly disc: Disc
  readonly zones: readonly Zone[]
  readonly reader: PyramidReader
  readonly #classes: PyramidReader | undefined
  readonly #zoneOf: (value: number) => number
  /** Zones of cells that have no value: too weak, and unknown. */
  readonly #lacking: number
  readonly #unknown: number

  private constructor(subject: Subject, reader: PyramidReader, classes: PyramidReader | undefined) {
    this.subject = subject
    this.reader = reader
    this.geometry = reader.geometry
    this.#classes = classes
    const { tx_lat, tx_lon, max_range } = subject.params
    this.disc = new Disc(reader.geometry, Number(tx_lat), Number(tx_lon), 1000 * Number(max_range))
    this.zones = zonesOf(subject.look, classes !== undefined)
    this.#lacking = 1 + this.zones.findIndex(({ kind }) => kind === 'lacking')
    this.#unknown = 1 + this.zones.findIndex(({ kind }) => kind === 'unknown')
    this.#zoneOf = zoneFinder(this.zones, this.#unknown || this.#lacking)
  }

  static async open(subject: Subject): Promise<ResultSource> {
    const reader = await PyramidReader.open(subject.tifPath)
    try {
      const classes =
        subject.classPath === undefined ? undefined : await PyramidReader.open(subject.classPath)
      return new ResultSource(subject, reader, classes)
    } catch (error) {
      await reader.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.reader.close()
    await this.#classes?.close()
  }

  /** The zone of each cell of a window: what is out of range is what lies beyond it by its centre. */
  async readZones(level: number, window: CellWindow): Promise<Uint8Array> {
    const cells = await this.reader.read(level, window)
    const zones = new Uint8Array(cells.length)
    const classes = this.#classes && (await this.#classes.read(level, window))
    const geometry = this.reader.levelGeometry(level)
    const firstCol = Math.max(0, window.col)
    const endCol = Math.min(geometry.cols, window.col + window.cols)
    for (let row = 0; row < window.rows; row++) {
      const [first, end] = this.#inRange(geometry, window.row + row, firstCol, endCol)
      const from = first - window.col
      const to = end - window.col
      for (let at = row * window.cols + from; at < row * window.cols + to; at++) {
        const zone = this.#zoneOf(cells[at])
        zones[at] = classes && zone === this.#unknown && classes[at] === LACKING_CLASS ? this.#lacking : zone
      }
    }
    return zones
  }

  #inRange(geometry: RasterGeometry, row: number, firstCol: number, endCol: number): [number, number] {
    if (row < 0 || row >= geometry.rows) return [0, 0]
    const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
    return this.disc.columnsInRange(geometry, latDeg, firstCol, endCol)
  }
}

/** From a cell's value to its zone; without a value, to that of the unknown. */
function zoneFinder(zones: readonly Zone[], unknown: number): (value: number) => number {
  if (zones.some(({ value }) => value !== undefined)) {
    const table = new Uint8Array(256).fill(unknown)
    for (const [index, { value }] of zones.entries()) if (value !== undefined) table[value] = index + 1
    return (value) => table[value]
  }
  const ranges = zones.flatMap(({ range }) => (range ? [range] : []))
  const lowers = ranges.map(([min]) => min ?? Number.NEGATIVE_INFINITY)
  return (value) => {
    // NaN is in no range.
    for (let index = lowers.length - 1; index >= 0; index--) if (value >= lowers[index]) return index + 1
    return unknown
  }
}
