import t from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { cellAt, gridPosition, OUTSIDE, readCellsAt } from '../../server/results/products/cells.ts'
import { Disc } from '../../server/results/products/disc.ts'
import { LineReader, TooLongError } from '../../server/results/products/lines.ts'
import { panelZones } from '../../server/results/products/map/cells.ts'
import { frameAround } from '../../server/results/products/map/frame.ts'
import { areaOf, runsAt, spansAt } from '../../server/results/products/polygons.ts'
import type { ResultSource } from '../../server/results/products/source.ts'
import { attributionOf, engineOf, subjectOf } from '../../server/results/products/subject.ts'
import { countZones } from '../../server/results/products/zone-counts.ts'
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
      const disc = new Disc(raster as RasterGeometry, { latDeg, lonDeg, rangeM })
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
          const wanted = own.length === 0 ? [] : [[own[0], own[own.length - 1] + 1]]
          t.same(
            [...disc.columnsInRange(raster, rowDeg, first, end)],
            wanted,
            `${rowDeg}: ${first} to ${end}`,
          )
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

t.test('a line has each cell that it enters, in order, whichever direction it goes', async (t) => {
  for (const [name, northDeg, lonDeg] of [
    ['at the equator', 0.005, 0],
    ['where cells are narrow', 85, 0],
    ['across 180 degrees', 10, 180],
  ] as const) {
    const cellDeg = 0.001
    const raster = {
      rows: 10,
      cols: 12,
      northDeg,
      westDeg: lonDeg - 0.006,
      cellLatDeg: cellDeg,
      cellLonDeg: cellDeg,
    }
    const disc = { latDeg: northDeg - 0.005, lonDeg, rangeM: 500 }
    const source = { geometry: raster, disc } as unknown as ResultSource
    // From the middle of the first cell 3.1 rows down and 11 columns to the right: straight, as short as it is.
    const [rowsDown, colsRight] = [3.1, 11]
    const crossed = [
      ...[0, 1, 2].map((row) => ({ fraction: (row + 0.5) / rowsDown, step: raster.cols })),
      ...Array.from({ length: 11 }, (_, col) => ({ fraction: (col + 0.5) / colsRight, step: 1 })),
    ].sort((one, other) => one.fraction - other.fraction)
    const cells = [0]
    for (const { step } of crossed) cells.push((cells.at(-1) ?? 0) + step)
    const placeAt = (row: number, col: number): [number, number] => [
      raster.westDeg + col * cellDeg - (raster.westDeg + col * cellDeg > 180 ? 360 : 0),
      northDeg - row * cellDeg,
    ]
    const ends = [placeAt(0.5, 0.5), placeAt(0.5 + rowsDown, 0.5 + colsRight)] as const
    const there = new LineReader(source, 1000).read(ends)
    t.same(there.cells, cells, name)
    const back = new LineReader(source, 1000).read([ends[1], ends[0]])
    t.same(back.cells, cells.toReversed(), name)
    const shares = there.fromM.slice(1).map((fromM) => fromM / there.lengthM)
    t.ok(
      shares.every((share, at) => Math.abs(share - (crossed[at]?.fraction ?? 9)) < 1e-3),
      name,
    )
    t.throws(() => new LineReader(source, 21).read(ends), new TooLongError(), 'half a cell a step')
  }
})

t.test('zones are counted in areas that overlap, over many rows', async (t) => {
  const raster = { rows: 70, cols: 5, northDeg: 0.07, westDeg: 0, cellLatDeg: 0.001, cellLonDeg: 0.001 }
  const source = {
    geometry: raster,
    zones: [{}, {}],
    // Every third cell of a row is out of range, the others are of one zone and the other.
    readZones: async (_level: number, { row, col, rows, cols }: CellWindow) =>
      Uint8Array.from(
        { length: rows * cols },
        (_, at) => (row + Math.floor(at / cols) + col + (at % cols)) % 3,
      ),
  } as unknown as ResultSource
  const box = ([top, left, bottom, right]: readonly [number, number, number, number]) => {
    const [north, south] = [0.07 - 0.001 * top, 0.07 - 0.001 * bottom]
    const [west, east] = [0.001 * left, 0.001 * right]
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    return [[ring]] as never
  }
  const boxes = [
    [0, 0, 70, 5],
    [30, 1, 34, 4],
    [31, 2, 32, 3],
    [64, 0, 65, 5],
  ] as const
  const areas = boxes.map((one) => areaOf(box(one), raster))
  const counted = await countZones(source, areas)
  for (const [index, [top, left, bottom, right]] of boxes.entries()) {
    const cells = [0, 0]
    for (let row = top; row < bottom; row++) {
      for (let col = left; col < right; col++) {
        const zone = (row + col) % 3
        if (zone > 0) cells[zone - 1] = (cells[zone - 1] ?? 0) + 1
      }
    }
    t.same(counted[index]?.cells, cells)
    // 110.574 m by 111.32 m at the equator.
    const km2 = counted[index]?.km2 ?? []
    t.ok(km2.every((area, zone) => Math.abs(area - (cells[zone] ?? 0) * 0.012309) < 1e-4 * (1 + area)))
  }
})

t.test('a pixel of the map shows the cell of the highest rank in it', async (t) => {
  // 1200 pixels; the range is 546 of them, so that one is 10 m, and a cell at the equator 5 m.
  const [rows, cols, metresLat, metresLon] = [8, 8, 110_574.3, 111_319.5]
  const [cellLatDeg, cellLonDeg] = [5 / metresLat, 5 / metresLon]
  const raster = { rows, cols, northDeg: 4 * cellLatDeg, westDeg: -4 * cellLonDeg, cellLatDeg, cellLonDeg }
  const kinds = ['unknown', 'lacking', 'covered'] as const
  // Of each pixel its four cells.
  const pixels = [
    [0, 0, 0, 0],
    [0, 1, 0, 0],
    [1, 2, 1, 1],
    [2, 3, 1, 0],
    [3, 0, 0, 0],
    [0, 0, 0, 2],
    [0, 0, 1, 0],
    [2, 2, 2, 3],
  ]
  const zoneOf = (row: number, col: number) =>
    pixels[((row >> 1) * 4 + (col >> 1)) % 8]?.[2 * (row % 2) + (col % 2)] ?? 0
  const source = {
    geometry: raster,
    disc: { latDeg: 0, lonDeg: 0, rangeM: 5459.9 },
    zones: kinds.map((kind) => ({ kind })),
    reader: { sizes: [{ rows, cols }], levelFor: () => 0, levelGeometry: () => raster },
    readZones: async (_level: number, { row, col, rows, cols }: CellWindow) =>
      Uint8Array.from({ length: rows * cols }, (_, at) =>
        zoneOf(row + Math.floor(at / cols), col + (at % cols)),
      ),
  } as unknown as ResultSource
  const { zones, cellsPerPixel } = await panelZones(
    source,
    frameAround({ latDeg: 0, lonDeg: 0, rangeM: 5459.9 }),
  )
  t.equal(cellsPerPixel, 2)
  const shown = Array.from({ length: 16 }, (_, at) => zones[(598 + (at >> 2)) * 1200 + 598 + (at % 4)])
  t.same(
    shown,
    [...pixels, ...pixels].map((cells) => Math.max(...cells)),
  )
  t.equal(zones.filter((zone) => zone > 0).length, 14, 'nothing beside the raster')
})
