import t from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { cellAt, gridPosition, OUTSIDE, readCellsAt } from '../../server/results/products/cells.ts'
import { Disc } from '../../server/results/products/disc.ts'
import { areaOf, runsAt, spansAt } from '../../server/results/products/polygons.ts'
import type { ResultSource } from '../../server/results/products/source.ts'
import { attributionOf, engineOf, subjectOf } from '../../server/results/products/subject.ts'
import type { CellWindow } from '../../storage/rasters/pyramid-reader.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'

// Which cells of a raster a place, a circle or a polygon has: by rasters of round numbers.

const geometry = {
  rows: 4,
  cols: 6,
  northDeg: 48,
  westDeg: 8,
  cellLatDeg: 0.5,
  cellLonDeg: 0.25,
} as RasterGeometry

t.test(
  'a place is in the cell south and east of its edges, and beside the raster from its far ones on',
  async (t) => {
    const at = (latDeg: number, lonDeg: number, raster = geometry) =>
      cellAt(raster, gridPosition(raster, latDeg, lonDeg))
    t.equal(at(48, 8), 0)
    t.equal(at(47.5, 8.25), 7)
    t.equal(at(46.01, 9.49), 23)
    for (const [latDeg, lonDeg] of [
      [48.01, 8.1],
      [46, 8.1],
      [47, 7.99],
      [47, 9.5],
    ])
      t.equal(at(latDeg, lonDeg), OUTSIDE, `${latDeg}, ${lonDeg}`)
    t.equal(at(47.9, 368.3), 1, 'a turn of the globe farther')
    const across = { ...geometry, westDeg: 179.25 }
    t.equal(at(47.9, -179.9, across), 3)
    t.equal(at(47.9, 179.9, across), 2)
  },
)

t.test('cells are read where they stand, whichever tile of the file holds them', async (t) => {
  const [rows, cols] = [1100, 1300]
  const windows: CellWindow[] = []
  const source = {
    geometry: { ...geometry, rows, cols },
    async readCells(_level: number, window: CellWindow) {
      windows.push(window)
      return Float32Array.from({ length: window.rows * window.cols }, (_, at) => {
        const row = window.row + Math.floor(at / window.cols)
        return row * cols + window.col + (at % window.cols)
      })
    },
    zonesOf: (cells: Float32Array) => Uint8Array.from(cells, (cell) => 1 + (cell % 7)),
  } as unknown as ResultSource
  const wanted = [512 * cols + 511, 0, OUTSIDE, 511 * cols + 512, 1099 * cols + 1299, 30 * cols + 40, 0]
  const { cells, zones } = await readCellsAt(source, wanted)
  const known = wanted.map((cell) => (cell === OUTSIDE ? Number.NaN : cell))
  t.same([...cells], known)
  t.same(
    [...zones],
    known.map((cell) => (Number.isNaN(cell) ? 0 : 1 + (cell % 7))),
  )
  t.same(
    windows.map(({ row, col, ...size }) => [row, col, size.rows, size.cols]),
    [
      [0, 0, 31, 41],
      [511, 512, 1, 1],
      [512, 511, 1, 1],
      [1099, 1299, 1, 1],
    ],
  )
})

t.test(
  'the circle of a result has the columns whose centers are in range, in every part of a row',
  async (t) => {
    for (const [latDeg, lonDeg, halfDeg] of [
      [47.6, 8.9, 0.25],
      [47.6, -179.9, 0.25],
      [88.9, 20, 20],
    ]) {
      const cols = 100
      const cellLonDeg = (2 * halfDeg) / cols
      const westDeg = (lonDeg === -179.9 ? 180.1 : lonDeg) - halfDeg
      const raster = { rows: 40, cols, northDeg: latDeg + 0.2, westDeg, cellLatDeg: 0.01, cellLonDeg }
      const rangeM = 15_000
      const disc = new Disc(raster as RasterGeometry, latDeg, lonDeg, rangeM)
      for (const rowDeg of [latDeg + 0.1, latDeg, latDeg - 0.13, latDeg - 0.15]) {
        const inRange = Array.from({ length: cols }, (_, col) => col).filter((col) => {
          const { distanceM } = inverse(latDeg, lonDeg, rowDeg, westDeg + (col + 0.5) * cellLonDeg)
          return distanceM <= rangeM
        })
        for (const [first, end] of [
          [0, cols],
          [10, 30],
          [49, 51],
          [60, 95],
          [0, 3],
        ]) {
          const own = inRange.filter((col) => col >= first && col < end)
          const wanted = own.length === 0 ? [0, 0] : [own[0], own[own.length - 1] + 1]
          t.same(disc.columnsInRange(raster, rowDeg, first, end), wanted, `${rowDeg}: ${first} to ${end}`)
        }
        for (const offsetDeg of [-0.7, 0.6]) {
          disc.setLatitude(rowDeg)
          const placeDeg = disc.lonDeg + offsetDeg * halfDeg
          const exact = inverse(latDeg, lonDeg, rowDeg, placeDeg)
          t.ok(Math.abs(disc.distanceM(placeDeg) - exact.distanceM) < 0.02)
          t.ok(Math.abs(disc.azimuthDeg(placeDeg) - ((exact.azimuthDeg + 360) % 360)) < 1e-4)
        }
      }
    }
  },
)

t.test('a polygon has the columns whose centers it holds; those that overlap are counted once', async (t) => {
  const square = (west: number, east: number): [number, number][][] => [
    [
      [west, 46.9],
      [east, 46.9],
      [east, 47.6],
      [west, 47.6],
      [west, 46.9],
    ],
  ]
  const [outer = []] = square(8.1, 9.4)
  const [hole = []] = square(8.5, 9)
  const runs = (polygons: [number, number][][][], latDeg: number) =>
    runsAt(areaOf(polygons, geometry), latDeg, geometry).map(({ first, end }) => [first, end])
  t.same(runs([square(8.13, 8.6)], 47.25), [[1, 2]])
  t.same(runs([square(8.12, 8.63)], 47.25), [[0, 3]])
  t.same(runs([square(8.12, 8.63)], 47.61), [])
  t.same(runs([[outer, hole]], 47), [
    [0, 2],
    [4, 6],
  ])
  t.same(runs([square(8.6, 9.2), square(8, 8.7)], 47), [[0, 5]])
  t.same(runs([square(8.8, 9.2), square(8, 8.3)], 47), [
    [0, 1],
    [3, 5],
  ])
  t.same(runs([square(-352, -351.5)], 47), [[0, 2]], 'in another turn of the globe')
  t.same(
    spansAt(
      [
        [0, 0, 4, 4],
        [6, 4, 6, 0],
      ],
      1,
    ),
    [[1, 6]],
  )
})

t.test('a product names each source of its ground once, and the raster of each layer', async (t) => {
  const sources = ['of A', '', 'of B', 'of A'].map((attribution, at) => ({ name: `${at}`, attribution }))
  const simulation = { id: 'sim_a', params: {}, engine: null, terrain: { sources } }
  const layer = { name: 'class', stored: 'value' }
  const nameOf = (of: string) => `sim_a.${of}.tif`
  const subject = subjectOf(simulation, layer as never, nameOf)
  t.equal(attributionOf(subject), 'of A; of B')
  t.equal(attributionOf(subjectOf({ ...simulation, terrain: null }, layer as never, nameOf)), 'unknown')
  t.equal(engineOf(subject), 'radio-coverage-service')
  const engine = { version: '1.2.3', backend: 'cpu', device: 'a processor' }
  t.equal(engineOf({ ...subject, engine }), 'radio-coverage-service 1.2.3 (cpu, a processor)')
  t.match(subject, { tif: 'sim_a.value.tif', classTif: undefined, completedAt: '' })
  const erased = (hasClass: boolean) =>
    subjectOf(simulation, { ...layer, erased: { hasClass } } as never, nameOf)
  t.equal(erased(true).classTif, 'sim_a.class.tif')
  t.notOk('classTif' in erased(false))
})
