import { basename, dirname } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { makePlain } from '../../server/results/products/plain.ts'
import { SimulationSource } from '../../server/results/products/source.ts'
import type { ShownLayer } from '../../server/results/views/layers.ts'
import {
  classZones,
  legend,
  measureZones,
  UNKNOWN_COLOR,
  viridisRanges,
} from '../../server/results/views/styles.ts'
import { openStore } from '../../storage/objects/open.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import { mercatorBounds } from '../../storage/rasters/mercator.ts'
import type { BandKind, RasterGeometry } from '../../storage/rasters/types.ts'

async function writeRaster(
  path: string,
  geometry: RasterGeometry,
  kind: BandKind,
  cells: Uint8Array | Float32Array,
): Promise<void> {
  const writer = await openRasterWriter(path, { geometry, kind, metadata: {}, description: '' })
  await writer.writeRows(cells)
  await writer.close()
}

/** Draws all of a raster as in range: its middle is the transmitter. */
async function draw(
  tifPath: string,
  pngPath: string,
  { zones, unit }: Pick<ShownLayer, 'zones' | 'unit'>,
  geometry: RasterGeometry,
  rangeKm = 30_000,
) {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const subject = {
    id: 'sim_picture',
    tif: basename(tifPath),
    layer: { name: 'made', stored: 'made', zones, unit },
    params: {
      tx_lat: Math.max(-90, Math.min(90, northDeg - (rows * cellLatDeg) / 2)),
      tx_lon: westDeg + (cols * cellLonDeg) / 2,
      max_range: rangeKm,
    },
    engine: null,
    sources: [],
    completedAt: '',
  }
  const folder = dirname(tifPath)
  const source = await SimulationSource.open(subject, await openStore({ kind: 'folder', folder }))
  await makePlain(source, {}, pngPath)
  await source.close()
  const { width, height } = await sharp(pngPath).metadata()
  return { widthPx: width, heightPx: height }
}

/** Transparent, or the colour of unknown ground between the gaps of its hatching. */
function unknownAt(x: number, y: number): string {
  return (x + y) % 8 < 3 ? UNKNOWN_COLOR : '#00000000'
}

/** The picture as rows of `#rrggbbaa`. */
async function readPixels(path: string): Promise<string[][]> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  const rows: string[][] = []
  for (let y = 0; y < info.height; y++) {
    const row: string[] = []
    for (let x = 0; x < info.width; x++) {
      const start = (y * info.width + x) * info.channels
      row.push(`#${data.toString('hex', start, start + info.channels)}`)
    }
    rows.push(row)
  }
  return rows
}

/** Mercator's northing by the textbook formula; the code under test has another. */
function northing(latDeg: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latDeg * Math.PI) / 360))
}

const classes = { zones: classZones({ 1: 'visible', 0: 'blocked' }), unit: null }
const legendOfClasses = legend(classes.zones, null)
const classColor = new Map(legendOfClasses.entries.map(({ value, color }) => [value, color]))
const wantedAt = (value: number, x: number, y: number) =>
  value === 255 ? unknownAt(x, y) : classColor.get(value)

t.test('each cell has its colour at its position in Web Mercator', async (t) => {
  const folder = t.testdir()
  const [tifPath, pngPath] = [`${folder}/r.tif`, `${folder}/r.png`]
  // From 80° to 40° north the rows of a Mercator map differ more than fourfold in height.
  const geometry = { rows: 40, cols: 30, northDeg: 80, westDeg: 170, cellLatDeg: 1, cellLonDeg: 1 }
  const cells = new Uint8Array(40 * 30)
  for (let i = 0; i < cells.length; i++) cells[i] = [0, 1, 255, 1, 0][(i * 7 + (i >> 4)) % 5]
  await writeRaster(tifPath, geometry, 'visibility', cells)
  const picture = await draw(tifPath, pngPath, classes, geometry)

  const pixels = await readPixels(pngPath)
  const span = northing(80) - northing(40)
  t.equal(pixels[0].length, 30, 'a pixel a column')
  t.equal(pixels.length, Math.round(span / (Math.PI / 180)), 'square pixels')
  t.same([picture.widthPx, picture.heightPx], [pixels[0].length, pixels.length])

  let wrong = 0
  for (let row = 0; row < 40; row++) {
    const y = Math.floor(((northing(80) - northing(80 - row - 0.5)) / span) * pixels.length)
    for (let col = 0; col < 30; col++) {
      if (pixels[y][col] !== wantedAt(cells[row * 30 + col], col, y)) wrong++
    }
  }
  t.equal(wrong, 0, 'every cell is found at the position of its centre')

  const { hasAlpha, format, channels } = await sharp(pngPath).metadata()
  t.match({ hasAlpha, format, channels }, { hasAlpha: true, format: 'png', channels: 4 })
})

t.test('a large raster is drawn from an overview, without blends', async (t) => {
  const folder = t.testdir()
  const [tifPath, pngPath] = [`${folder}/r.tif`, `${folder}/r.png`]
  const [rows, cols] = [300, 4800]
  const geometry = { rows, cols, northDeg: 0.015, westDeg: 8, cellLatDeg: 0.0001, cellLonDeg: 0.0001 }
  // West: one visible cell in each block of four. Middle: unknown. East: blocked.
  const cells = new Uint8Array(rows * cols)
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      cells[row * cols + col] = col < 1600 ? row & col & 1 : col < 3200 ? 255 : 0
    }
  }
  await writeRaster(tifPath, geometry, 'visibility', cells)
  const { widthPx, heightPx } = await draw(tifPath, pngPath, classes, geometry)
  t.same([widthPx, heightPx], [2048, 128])

  const pixels = await readPixels(pngPath)
  const found = new Set(pixels.flat())
  t.same(
    [...found].sort(),
    [...classColor.values(), UNKNOWN_COLOR].sort(),
    'the colours of the classes and no others',
  )
  const columns = [0, 600, 682, 683, 1300, 1366, 2047]
  const values = [1, 1, 1, 255, 255, 0, 0]
  for (const y of [0, 50, 127]) {
    const wanted = values.map((value, index) => wantedAt(value, columns[index], y))
    t.same(
      columns.map((x) => pixels[y][x]),
      wanted,
    )
  }
})

t.test('measures are coloured by range', async (t) => {
  const folder = t.testdir()
  const [tifPath, pngPath] = [`${folder}/r.tif`, `${folder}/r.png`]
  const geometry = { rows: 1, cols: 7, northDeg: 0.5, westDeg: 8, cellLatDeg: 1, cellLonDeg: 1 }
  const values = [-130, -120, -100.5, -100, -80, 0, Number.NaN]
  await writeRaster(tifPath, geometry, 'float', new Float32Array(values))
  const ranges = viridisRanges([-120, -100, -80])
  const zones = measureZones(ranges)
  await draw(tifPath, pngPath, { zones, unit: 'dBm' }, geometry)

  const [low, fair, good, best] = ranges.map(({ color }) => color)
  t.same(await readPixels(pngPath), [[low, fair, fair, good, best, best, unknownAt(6, 0)]])
  t.equal(new Set([low, fair, good, best]).size, 4)
  t.match(legend(zones, 'dBm'), {
    unit: 'dBm',
    entries: [
      { range: [null, -120], color: low, label: 'below -120' },
      { range: [-120, -100], label: '-120 to -100' },
      { range: [-100, -80] },
      { range: [-80, null], label: '-80 and above' },
    ],
  })
  t.throws(() => viridisRanges([1, 2, 3, 4, 5, 6, 7, 8]), { name: 'RangeError' })
})

t.test('legend of the classes', async (t) => {
  const { unit, entries } = legendOfClasses
  t.equal(unit, null)
  t.same(
    entries.map(({ value }) => value),
    [1, 0, 255, 255],
  )
  for (const { color } of entries) t.match(color, /^#[0-9a-f]{8}$/)
})

t.test('bounds are those of the raster, up to where Web Mercator ends', async (t) => {
  const boundsAt = (northDeg: number, rows: number) =>
    mercatorBounds({ rows, cols: 3, northDeg, westDeg: 179, cellLatDeg: 1, cellLonDeg: 1 })
  t.same(boundsAt(50, 20), [179, 30, 182, 50])
  const edgeDeg = 85.0511287798066
  for (const [northDeg, rows, southDeg, endDeg] of [
    [88, 20, 68, edgeDeg],
    [-70, 18, -edgeDeg, -70],
    [88, 176, -edgeDeg, edgeDeg],
  ] as const) {
    const [, south, , north] = boundsAt(northDeg, rows)
    t.ok(Math.abs(south - southDeg) < 1e-9 && Math.abs(north - endDeg) < 1e-9, `${northDeg}`)
  }
  // Beyond the edge altogether it is drawn where it is.
  t.same(
    [boundsAt(89, 2), boundsAt(-87, 2)],
    [
      [179, 87, 182, 89],
      [179, -89, 182, -87],
    ],
  )
  const geometry = { rows: 10, cols: 20, northDeg: 88, westDeg: 175, cellLatDeg: 0.5, cellLonDeg: 1 }
  t.same(mercatorBounds(geometry), [175, 83, 195, 85.0511287798066])
  t.same(mercatorBounds({ ...geometry, northDeg: -82 }), [175, -85.0511287798066, 195, -82])

  const folder = t.testdir()
  const [tifPath, pngPath] = [`${folder}/r.tif`, `${folder}/r.png`]
  for (const northDeg of [88, 90, 95, -85.1]) {
    const moved = { ...geometry, northDeg, cellLatDeg: 0.01 }
    await writeRaster(tifPath, moved, 'visibility', new Uint8Array(200).fill(1))
    const { widthPx, heightPx } = await draw(tifPath, pngPath, classes, moved)
    t.ok(widthPx <= 2048 && heightPx <= 2048 && widthPx > 0 && heightPx > 0, `a picture at ${northDeg}°`)
  }
})

t.test('unknown ground is hatched, what is out of range is transparent', async (t) => {
  const folder = t.testdir()
  const [tifPath, pngPath] = [`${folder}/r.tif`, `${folder}/r.png`]
  const geometry = {
    rows: 101,
    cols: 101,
    northDeg: 0.0505,
    westDeg: 8,
    cellLatDeg: 0.001,
    cellLonDeg: 0.001,
  }
  await writeRaster(tifPath, geometry, 'visibility', new Uint8Array(101 * 101).fill(255))
  await draw(tifPath, pngPath, classes, geometry, 4)
  const pixels = await readPixels(pngPath)
  t.equal(pixels.length, 101)
  let wrong = 0
  for (const [y, row] of pixels.entries()) {
    for (const [x, color] of row.entries()) {
      const fromMiddleKm = 0.111 * Math.hypot(x - 50, y - 50)
      if (Math.abs(fromMiddleKm - 4) < 0.12) continue
      if (color !== (fromMiddleKm < 4 ? unknownAt(x, y) : '#00000000')) wrong++
    }
  }
  t.equal(wrong, 0)
})
