import type { ObjectStore } from '../../../storage/objects/types.ts'
import type { Cells } from '../../../storage/rasters/overviews.ts'
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
  readonly #setZones: ZoneSetter
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
    this.#setZones = zoneSetter(this.zones, this.#unknown || this.#lacking)
  }

  static async open(subject: Subject, rasters: ObjectStore): Promise<ResultSource> {
    const { tif, classTif } = subject
    const reader = await PyramidReader.open(rasters, tif)
    try {
      const classes = classTif === undefined ? undefined : await PyramidReader.open(rasters, classTif)
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
      const from = row * window.cols + first - window.col
      const to = row * window.cols + end - window.col
      this.#setZones(zones, cells, from, to)
      if (classes === undefined) continue
      for (let at = from; at < to; at++) {
        if (zones[at] === this.#unknown && classes[at] === LACKING_CLASS) zones[at] = this.#lacking
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

/** In the order of a legend: the best first. */
export function legendZones({ zones, subject }: ResultSource): readonly Zone[] {
  const { look, params } = subject
  const isAscendingBest = look.style !== undefined && params.output !== 'path_loss'
  if (!isAscendingBest) return zones
  const covered = zones.filter(({ kind }) => kind === 'covered')
  return [...covered.toReversed(), ...zones.slice(covered.length)]
}

/** Writes the zones of cells from `from` on to before `to`. */
type ZoneSetter = (zones: Uint8Array, cells: Cells, from: number, to: number) => void

/** A cell without a value is in the zone of the unknown. */
function zoneSetter(list: readonly Zone[], unknown: number): ZoneSetter {
  if (list.some(({ value }) => value !== undefined)) {
    const table = new Uint8Array(256).fill(unknown)
    for (const [index, { value }] of list.entries()) if (value !== undefined) table[value] = index + 1
    return (zones, cells, from, to) => {
      for (let at = from; at < to; at++) zones[at] = table[cells[at]]
    }
  }
  const ranges = list.flatMap(({ range }) => (range ? [range] : []))
  const lowers = Float64Array.from(ranges, ([min]) => min ?? Number.NEGATIVE_INFINITY)
  return (zones, cells, from, to) => {
    for (let at = from; at < to; at++) {
      // NaN is in no range.
      let zone = lowers.length
      while (zone > 0 && !(cells[at] >= lowers[zone - 1])) zone--
      zones[at] = zone === 0 ? unknown : zone
    }
  }
}
