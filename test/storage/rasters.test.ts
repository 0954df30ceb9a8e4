import { readdir, readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { fromArrayBuffer, fromFile } from 'geotiff'
import sharp from 'sharp'
import t from 'tap'
import { openStore } from '../../storage/objects/open.ts'
import type { OpenObject } from '../../storage/objects/types.ts'
import { predictFloats, restoreFloats } from '../../storage/rasters/float-predictor.ts'
import { levelTags, structuralMetadata } from '../../storage/rasters/geotiff-tags.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import { pictureGrid } from '../../storage/rasters/mercator.ts'
import { ObjectSource } from '../../storage/rasters/object-source.ts'
import { halveClasses, levelSizes } from '../../storage/rasters/overviews.ts'
import { PyramidReader } from '../../storage/rasters/pyramid-reader.ts'
import { readGeometry, readRaster, unescapeXml } from '../../storage/rasters/read.ts'
import { encodeHead, headBytes } from '../../storage/rasters/tiff-directory.ts'
import { TileCompressor } from '../../storage/rasters/tile-compressor.ts'
import { TileStore } from '../../storage/rasters/tile-store.ts'
import type { BandKind, BandOptions } from '../../storage/rasters/types.ts'
import { worldFile } from '../../storage/rasters/world-file.ts'
import { noCogValidator, validateCog } from '../helpers/cog-validator.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { seededRandom } from '../references/random.ts'

/** Colors of classes that belong to no style: 0 is grey, 1 orange. */
const ORANGE_ON_GREY = [
  [198, 239],
  [198, 193],
  [203, 89],
].flatMap((levels) => [...levels.map((level) => 257 * level), ...new Array<number>(254).fill(0)])

type Cells = Uint8Array | Float32Array

/** mulberry32: the same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Classes or measures with much unknown in them, single cells as well as whole runs. */
function randomCells(kind: BandKind, count: number, seed: number): Cells {
  const random = seeded(seed)
  const cells = kind === 'visibility' ? new Uint8Array(count) : new Float32Array(count)
  const unknown = kind === 'visibility' ? 255 : Number.NaN
  for (let i = 0; i < count; ) {
    const run = random() < 0.5 ? 1 : Math.ceil(random() * 40)
    const pick = random()
    const value = pick < 0.4 ? unknown : kind === 'float' ? (random() - 0.5) * 300 : pick < 0.7 ? 1 : 0
    for (let k = 0; k < run && i < count; k++, i++) cells[i] = value
  }
  return cells
}

function band(kind: BandKind, rows: number, cols: number): BandOptions {
  return {
    geometry: { rows, cols, northDeg: 47.25, westDeg: 8.5, cellLatDeg: 0.0003, cellLonDeg: 0.0004 },
    kind,
    metadata: { MODEL: 'los', UNITS: 'class' },
    description: 'line of sight',
    ...(kind === 'float' ? { unit: 'dBµV/m' } : { colorMap: ORANGE_ON_GREY }),
  }
}

async function write(path: string, options: BandOptions, cells: Cells, rowsAtATime: number): Promise<number> {
  const writer = await openRasterWriter(path, options)
  const step = rowsAtATime * options.geometry.cols
  for (let start = 0; start < cells.length; start += step) {
    await writer.writeRows(cells.slice(start, start + step))
  }
  return (await writer.close()).bytes
}

/** Index of the first cell that differs, -1 if none does; NaN equals NaN. Far quicker than a deep comparison. */
function firstDifference(found: ArrayLike<number>, wanted: ArrayLike<number>): number {
  if (found.length !== wanted.length) return Math.min(found.length, wanted.length)
  for (let i = 0; i < wanted.length; i++) if (!Object.is(found[i], wanted[i])) return i
  return -1
}

/** The rules for overviews, once more and as plainly as possible. */
function expectedOverview(kind: BandKind, cells: Cells, rows: number, cols: number): Cells {
  const outRows = Math.ceil(rows / 2)
  const outCols = Math.ceil(cols / 2)
  const out = kind === 'visibility' ? new Uint8Array(outRows * outCols) : new Float32Array(outRows * outCols)
  for (let row = 0; row < outRows; row++) {
    for (let col = 0; col < outCols; col++) {
      const block: number[] = []
      for (const r of [2 * row, 2 * row + 1]) {
        for (const c of [2 * col, 2 * col + 1]) if (r < rows && c < cols) block.push(cells[r * cols + c])
      }
      const known = block.filter((value) => value !== 255 && !Number.isNaN(value))
      let value = kind === 'visibility' ? 255 : Number.NaN
      if (known.length > 0 && kind === 'visibility') value = known.includes(1) ? 1 : 0
      if (known.length > 0 && kind === 'float') value = known.reduce((a, b) => a + b) / known.length
      out[row * outCols + col] = value
    }
  }
  return out
}

const SIZES = [
  { rows: 1, cols: 1, rowsAtATime: 1 },
  { rows: 1, cols: 1000, rowsAtATime: 1 },
  { rows: 1000, cols: 1, rowsAtATime: 7 },
  { rows: 511, cols: 512, rowsAtATime: 511 },
  { rows: 512, cols: 513, rowsAtATime: 100 },
  { rows: 513, cols: 511, rowsAtATime: 1 },
  { rows: 1300, cols: 700, rowsAtATime: 37 },
  { rows: 1025, cols: 530, rowsAtATime: 600 },
]

for (const kind of ['visibility', 'float'] as const) {
  for (const { rows, cols, rowsAtATime } of SIZES) {
    t.test(`${kind} ${rows} x ${cols}, ${rowsAtATime} rows at a time`, async (t) => {
      const path = `${t.testdir()}/raster.tif`
      const cells = randomCells(kind, rows * cols, rows * 7919 + cols)
      await write(path, band(kind, rows, cols), cells, rowsAtATime)

      const tiff = await fromFile(path)
      let expected = cells
      let size = { rows, cols }
      const count = await tiff.getImageCount()
      for (let level = 0; level < count; level++) {
        if (level > 0) {
          expected = expectedOverview(kind, expected, size.rows, size.cols)
          size = { rows: Math.ceil(size.rows / 2), cols: Math.ceil(size.cols / 2) }
        }
        const image = await tiff.getImage(level)
        t.same([image.getHeight(), image.getWidth()], [size.rows, size.cols], `level ${level} has its size`)
        const [found] = await image.readRasters({ interleave: false })
        t.equal(firstDifference(found, expected), -1, `level ${level} is right in every cell`)
      }
      t.equal(count > 1, Math.max(rows, cols) > 512, 'overviews exactly where a tile does not hold it all')
      if (count > 1) t.ok(Math.max(size.rows, size.cols) <= 256, 'the last overview is small')
      await tiff.close()
    })
  }
}

t.test('the bytes do not depend on how rows come', async (t) => {
  const folder = t.testdir()
  const cells = randomCells('visibility', 1100 * 1000, 5)
  const files: Buffer[] = []
  for (const rowsAtATime of [1, 333, 1100]) {
    const path = `${folder}/${rowsAtATime}.tif`
    const bytes = await write(path, band('visibility', 1100, 1000), cells, rowsAtATime)
    files.push(await readFile(path))
    t.equal(files[files.length - 1].length, bytes, 'close returns the size of the file')
  }
  t.ok(files[0].equals(files[1]) && files[0].equals(files[2]))
})

t.test('directories come first, then overviews from the smallest, then the raster', async (t) => {
  const path = `${t.testdir()}/raster.tif`
  await write(path, band('float', 2100, 600), randomCells('float', 2100 * 600, 3), 64)
  const tiff = await fromFile(path)
  const bytes = await readFile(path)
  let lastDirectory = 0
  let dataBefore = Number.POSITIVE_INFINITY
  for (let level = 0; level < 5; level++) {
    const directory = (await tiff.getImage(level)).getFileDirectory()
    const offsets = Array.from((await directory.loadValue('TileOffsets')) ?? [], Number)
    const sizes = Array.from((await directory.loadValue('TileByteCounts')) ?? [], Number)
    const last = offsets.length - 1
    t.ok(
      offsets.every((offset, i) => i === 0 || offset === offsets[i - 1] + sizes[i - 1] + 8),
      'tiles are in order, with nothing but their leaders and trailers between them',
    )
    t.ok(offsets[last] + sizes[last] < dataBefore, `level ${level} lies before the larger one`)
    dataBefore = offsets[0]
    t.equal(bytes.readUInt32LE(offsets[last] - 4), sizes[last], 'the leader is the size')
    const end = offsets[last] + sizes[last]
    t.same(bytes.subarray(end, end + 4), bytes.subarray(end - 4, end), 'the trailer repeats the end')
    const next = directory.nextIFDByteOffset
    t.ok(level === 4 ? next === 0 : next > lastDirectory, 'directories are in order')
    lastDirectory = next || lastDirectory
  }
  t.equal(await tiff.getImageCount(), 5)
  t.ok(lastDirectory < dataBefore, 'all directories lie before all data')
  t.match(await tiff.getGhostValues(), { LAYOUT: 'IFDS_BEFORE_DATA', BLOCK_ORDER: 'ROW_MAJOR' })
  await tiff.close()
})

t.test('georeference, description and metadata', async (t) => {
  const path = `${t.testdir()}/raster.tif`
  const geometry = {
    rows: 30,
    cols: 40,
    northDeg: -16.5,
    westDeg: 179.9,
    cellLatDeg: 0.001,
    cellLonDeg: 0.01,
  }
  const metadata = { NOTE: 'a < b & "c" – 5 µV\n> 3', 'A<B': 'x' }
  const cells = randomCells('visibility', 1200, 9)
  const options = { geometry, kind: 'visibility', metadata, description: 'sicht & "mehr"' } as const
  await write(path, options, cells, 11)

  const raster = await readRaster(path)
  t.equal(firstDifference(raster.data, cells), -1)
  t.match(raster, { kind: 'visibility', noData: 255, description: 'sicht & "mehr"' })
  t.same(raster.metadata, metadata)
  t.same(raster.geometry, geometry, 'the georeference is kept to the last bit')

  const tiff = await fromFile(path)
  const image = await tiff.getImage()
  const wanted = [179.9, -16.53, 180.3, -16.5]
  image.getBoundingBox().forEach((deg, i) => {
    t.ok(Math.abs(deg - wanted[i]) < 1e-9, `bound ${i}: row 0 is north, east goes beyond 180`)
  })
  t.match(image.getGeoKeys(), {
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: 1,
    GeographicTypeGeoKey: 4326,
    GeogAngularUnitsGeoKey: 9102,
    GeogCitationGeoKey: 'WGS 84',
  })
  await tiff.close()
})

t.test('classes have a colour table at every level, measures a unit', async (t) => {
  const folder = t.testdir()
  const fields = async (kind: BandKind) => {
    const path = `${folder}/${kind}.tif`
    await write(path, band(kind, 1100, 600), randomCells(kind, 1100 * 600, 6), 500)
    const tiff = await fromFile(path)
    const levels = Array.from({ length: await tiff.getImageCount() }, async (_, level) => {
      const directory = (await tiff.getImage(level)).getFileDirectory()
      const colorMap = await directory.loadValue('ColorMap')
      return { photometric: directory.getValue('PhotometricInterpretation'), colorMap }
    })
    const items = await (await tiff.getImage()).getGDALMetadata(0)
    const found = { levels: await Promise.all(levels), items }
    await tiff.close()
    return found
  }
  const classes = await fields('visibility')
  t.equal(classes.levels.length, 4)
  for (const { photometric, colorMap } of classes.levels) {
    t.equal(photometric, 3)
    const colors = Array.from(colorMap as ArrayLike<number>)
    t.equal(colors.length, 3 * 256)
    t.same(
      [1, 257, 513].map((at) => colors[at]),
      [0xefef, 0xc1c1, 0x5959],
    )
  }
  t.same(classes.items, { DESCRIPTION: 'line of sight' })
  const measures = await fields('float')
  t.same(
    measures.levels.map(({ photometric }) => photometric),
    [1, 1, 1, 1],
  )
  t.same(measures.items, { DESCRIPTION: 'line of sight', UNITTYPE: 'dB&#181;V/m' })
})

t.test('BigTIFF directories hold offsets beyond 4 GiB', async (t) => {
  const size = { rows: 600, cols: 500 }
  const locations = { offsets: [5_000_000_000, 6_000_000_001], sizes: [10, 4_000_000_000] }
  const options = band('float', size.rows, size.cols)
  const directories = [0, 1].map((level) => levelTags(level, size, 512, options, locations, true))
  const head = encodeHead(directories, structuralMetadata(), true)
  t.equal(head.length, headBytes(directories, structuralMetadata(), true))

  const tiff = await fromArrayBuffer(new Uint8Array(head).buffer)
  t.equal(tiff.bigTiff, true)
  t.equal(await tiff.getImageCount(), 2)
  for (const level of [0, 1]) {
    const image = await tiff.getImage(level)
    const directory = image.getFileDirectory()
    t.same(Array.from((await directory.loadValue('TileOffsets')) ?? [], Number), locations.offsets)
    t.same(Array.from((await directory.loadValue('TileByteCounts')) ?? [], Number), locations.sizes)
    t.same([image.getHeight(), image.getWidth()], [600, 500])
  }
  t.same((await tiff.getImage(0)).getOrigin().slice(0, 2), [8.5, 47.25])
  t.match(await tiff.getGhostValues(), { LAYOUT: 'IFDS_BEFORE_DATA' })
})

t.test('abort leaves nothing', async (t) => {
  const folder = t.testdir()
  const writer = await openRasterWriter(`${folder}/raster.tif`, band('float', 1200, 600))
  await writer.writeRows(new Float32Array(1100 * 600))
  await writer.abort()
  await writer.abort()
  t.same(await readdir(folder), [])
  await t.rejects(writer.writeRows(new Float32Array(600)), { message: /aborted/ })
  await t.rejects(writer.close(), { message: /aborted/ })
})

t.test('abort after close keeps the file', async (t) => {
  const folder = t.testdir()
  const writer = await openRasterWriter(`${folder}/raster.tif`, band('visibility', 1, 1))
  await writer.writeRows(new Uint8Array(1))
  await writer.close()
  await writer.abort()
  t.same(await readdir(folder), ['raster.tif'])
})

t.test('wrong rows throw and leave nothing', async (t) => {
  const folder = t.testdir()
  const open = () => openRasterWriter(`${folder}/raster.tif`, band('visibility', 600, 10))

  const short = await open()
  await short.writeRows(new Uint8Array(599 * 10))
  await t.rejects(short.close(), { name: 'RangeError', message: 'Expected 600 rows, got 599.' })

  const long = await open()
  await t.rejects(long.writeRows(new Uint8Array(601 * 10)), { message: 'Expected 600 rows, got 601.' })
  await t.rejects(long.close(), { message: /aborted/ })

  await t.rejects((await open()).writeRows(new Uint8Array(11)), { message: /whole rows of 10/ })
  await t.rejects((await open()).writeRows(new Float32Array(10)), { message: /Expected Uint8Array/ })
  for (const [change, message] of [
    [{ rows: 0 }, /at least one row and one column, got 0 x 5/],
    [{ cols: 0 }, /got 5 x 0/],
    [{ rows: 1.5 }, /got 1.5 x 5/],
    [{ cols: 2.5 }, /got 5 x 2.5/],
    [{ northDeg: Number.NaN }, /a corner in degrees, got NaN/],
    [{ westDeg: Number.POSITIVE_INFINITY }, /a corner in degrees/],
    [{ cellLatDeg: 0 }, /cells of positive size, got 0 x/],
    [{ cellLonDeg: -1 }, /cells of positive size/],
  ] as const) {
    const one = band('float', 5, 5)
    const opening = openRasterWriter(`${folder}/raster.tif`, {
      ...one,
      geometry: { ...one.geometry, ...change },
    })
    await t.rejects(opening, { name: 'RangeError', message }, `${message}`)
  }
  await t.rejects(openRasterWriter(`${folder}/none/raster.tif`, band('float', 5, 5)), { code: 'ENOENT' })
  t.same(await readdir(folder), [])
})

t.test('tiles beyond the memory limit are spooled', async (t) => {
  const folder = t.testdir()
  const store = new TileStore(1, `${folder}/spool.part`, 100)
  const tiles = [0, 1, 2, 3].map((i) => new Uint8Array(40 + i).fill(i))
  await Promise.all([2, 0, 3, 1].map((i) => store.put(0, i, tiles[i])))
  t.same(await readdir(folder), ['spool.part'])
  t.same(store.sizes(0), [40, 41, 42, 43])
  for (let i = 0; i < tiles.length; i++) t.same(await store.get(0, i), tiles[i])
  await store.clear()
  await store.clear()
  t.same(await readdir(folder), [])
})

t.test('the first tile that fails ends a compressor, as does to give up', async (t) => {
  const tile = () => new Uint8Array(16).fill(7)
  const packed: Uint8Array[] = []
  const take = async (bytes: Uint8Array) => void packed.push(bytes)
  const working = new TileCompressor(4)
  t.equal(working.recycled(), undefined)
  const cells = tile()
  working.add(cells, take)
  for (let i = 0; i < 5; i++) working.add(tile(), take)
  await working.drained()
  t.equal(packed.length, 6)
  t.same([...inflateSync(packed[0])], [...cells])
  const recycled = Array.from({ length: 6 }, () => working.recycled())
  t.ok(recycled.includes(cells) && working.recycled() === undefined)
  const failing = new TileCompressor(4)
  let done = 0
  for (let i = 0; i < 9; i++) {
    failing.add(tile(), async () => {
      done++
      throw new Error(`tile ${done}`)
    })
  }
  await t.rejects(failing.drained(), { message: 'tile 1' })
  await t.rejects(failing.ready(), { message: 'tile 1' }, 'for good')
  await failing.stop()
  t.ok(done <= 3, 'those that had begun')
  const never = async () => void t.fail('nothing is done any more')
  failing.add(tile(), never)
  const left = new TileCompressor(4)
  left.add(tile(), never)
  await left.stop()
  await t.rejects(left.drained(), { message: 'the raster was abandoned' })
})

t.test('bytes of an object: its beginning is read once, its end is shorter', async (t) => {
  const content = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, i) => i % 251))
  const reads: number[][] = []
  let isClosed = false
  const source = new ObjectSource({
    bytes: content.length,
    read: async (offset: number, length: number) => {
      reads.push([offset, length])
      return content.subarray(offset, offset + length)
    },
    close: async () => {
      isClosed = true
    },
  } as unknown as OpenObject)
  t.equal(source.fileSize, 70_000)
  for (const [offset, length, taken] of [
    [0, 8, 8],
    [65_500, 36, 36],
    [65_500, 37, 37],
    [69_990, 100, 10],
    [70_000, 5, 0],
    [70_001, 5, 0],
  ] as const) {
    const [data] = await source.fetch([{ offset, length }])
    t.same([...new Uint8Array(data)], [...content.subarray(offset, offset + taken)], `${offset} + ${length}`)
    t.equal((await source.fetchSlice({ offset, length })).length, taken)
  }
  const begun = reads.filter(([offset]) => offset === 0)
  t.same(begun, [[0, 65_536]])
  t.ok(reads.every(([offset, length]) => length === 0 || offset + length <= 70_000))
  await source.close()
  t.ok(isClosed)
})

t.test('windows of a raster and of its overviews, also beyond their edges', async (t) => {
  const folder = t.testdir()
  const store = await openStore({ kind: 'folder', folder })
  const [rows, cols] = [600, 700]
  for (const kind of ['visibility', 'float'] as const) {
    const cells = randomCells(kind, rows * cols, 13)
    const options = band(kind, rows, cols)
    await write(`${folder}/${kind}.tif`, options, cells, 100)
    t.same(await readGeometry(store, `${kind}.tif`), options.geometry)
    const reader = await PyramidReader.open(store, `${kind}.tif`)
    t.match(reader, { kind, geometry: options.geometry, metadata: options.metadata })
    t.same(reader.sizes, [
      { rows: 600, cols: 700 },
      { rows: 300, cols: 350 },
      { rows: 150, cols: 175 },
    ])
    t.same(
      [0, 1, 1.9, 2, 3.9, 4, 1000].map((width) => reader.levelFor(width)),
      [0, 0, 0, 1, 1, 2, 2],
    )
    t.match(reader.levelGeometry(1), {
      rows: 300,
      cols: 350,
      northDeg: 47.25,
      cellLatDeg: 0.0006,
      cellLonDeg: 0.0008,
    })
    const overview = expectedOverview(kind, cells, rows, cols)
    const unknown = kind === 'visibility' ? 255 : Number.NaN
    for (const [level, held, width] of [
      [0, cells, 700],
      [1, overview, 350],
    ] as const) {
      const height = held.length / width
      for (const window of [
        { row: height - 30, col: width - 40, rows: 50, cols: 60 },
        { row: -5, col: -7, rows: 9, cols: 20 },
        { row: 505, col: 500, rows: 15, cols: 30 },
      ]) {
        const found = await reader.read(level, window)
        const wanted = Array.from({ length: window.rows * window.cols }, (_, i) => {
          const [row, col] = [window.row + Math.floor(i / window.cols), window.col + (i % window.cols)]
          return row < 0 || col < 0 || row >= height || col >= width ? unknown : held[row * width + col]
        })
        t.equal(
          firstDifference(found, wanted),
          -1,
          `${kind}, level ${level}, from ${window.row} ${window.col}`,
        )
      }
    }
    await reader.close()
  }
  await t.rejects(PyramidReader.open(store, 'none.tif'), { message: /none/ })
  t.equal(await readGeometry(store, 'none.tif'), undefined)
  await store.close()
})

t.test('overviews, predictors, texts and pictures by their definitions', async (t) => {
  t.same(
    [levelSizes(512, 512), levelSizes(513, 1)],
    [
      [{ rows: 512, cols: 512 }],
      [
        { rows: 513, cols: 1 },
        { rows: 257, cols: 1 },
        { rows: 129, cols: 1 },
      ],
    ],
  )
  // 1 and -2 are 3f800000 and c0000000; Technical Note 3: bytes by significance, then their differences.
  const packed = new Uint8Array(16)
  const floats = Float32Array.of(1, -2, Number.NaN, 1.5)
  predictFloats(floats, 2, packed)
  t.same([...packed.subarray(0, 8)], [0x3f, 0x81, 0xc0, 0x80, 0, 0, 0, 0])
  restoreFloats(packed, 2)
  t.same(new Float32Array(packed.buffer), floats)
  t.equal(unescapeXml('a &lt; b &amp;amp; &#181;&quot;&apos;&unknown;'), 'a < b &amp; µ"\'&unknown;')

  // At the equator a degree is as long on the map in both directions.
  const geometry = { rows: 20, cols: 40, northDeg: 0.1, westDeg: 8, cellLatDeg: 0.01, cellLonDeg: 0.01 }
  const same = pictureGrid(geometry, 100)
  t.same([same.widthPx, same.heightPx], [40, 20])
  t.same(
    [...same.rowOfPixel],
    Array.from({ length: 20 }, (_, row) => row),
  )
  const fifth = pictureGrid(geometry, 8)
  t.same([fifth.widthPx, fifth.heightPx], [8, 4])
  t.same([...fifth.colOfPixel].slice(0, 3), [2, 7, 12])
  t.same([...fifth.rowOfPixel].slice(0, 3), [2, 7, 12])
  // At 60 degrees a degree of latitude is twice as long as one of longitude.
  const north = { ...geometry, northDeg: 60.1 }
  t.same([pictureGrid(north, 100).widthPx, pictureGrid(north, 100).heightPx], [40, 40])
  t.same(
    [pictureGrid({ ...north, rows: 40 }, 40).widthPx, pictureGrid({ ...north, rows: 40 }, 40).heightPx],
    [20, 40],
  )
  const degreeM = (6_378_137 * Math.PI) / 180
  const lines = worldFile(geometry).trim().split('\n').map(Number)
  const wanted = [0.01, 0, 0, -0.01, 8.005, 0.095].map((degrees) => degrees * degreeM)
  for (const [i, line] of lines.entries()) t.ok(Math.abs(line - wanted[i]) < 0.01, `line ${i}: ${line}`)
})

t.test('GDAL reads the same', { skip: noGdal }, async (t) => {
  const folder = t.testdir()
  for (const kind of ['visibility', 'float'] as const) {
    const [rows, cols] = [1300, 700]
    const path = `${folder}/${kind}.tif`
    const cells = randomCells(kind, rows * cols, 77)
    await write(path, band(kind, rows, cols), cells, 41)

    await gdal('gdal_translate', ['-q', '-of', 'ENVI', path, `${folder}/${kind}.raw`])
    const raw = await readFile(`${folder}/${kind}.raw`)
    const found = kind === 'float' ? new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4) : raw
    t.equal(firstDifference(found, cells), -1, `${kind}: every cell`)

    const info = JSON.parse(await gdal('gdalinfo', ['-json', path]))
    t.same(info.geoTransform, [8.5, 0.0004, 0, 47.25, 0, -0.0003])
    t.match(info.coordinateSystem.wkt, /"EPSG",4326/)
    t.match(info.metadata[''], { MODEL: 'los', UNITS: 'class', AREA_OR_POINT: 'Area' })
    t.match(info.metadata.IMAGE_STRUCTURE, { LAYOUT: 'COG', COMPRESSION: 'DEFLATE' })
    t.equal(info.bands[0].description, 'line of sight')
    t.equal(String(info.bands[0].noDataValue).toLowerCase(), kind === 'float' ? 'nan' : '255')
    t.equal(info.bands[0].overviews.length, 3)
    if (kind === 'float') {
      t.match(info.bands[0], { unit: 'dBµV/m', colorInterpretation: 'Gray' })
    } else {
      t.equal(info.bands[0].colorInterpretation, 'Palette')
      const { entries } = info.bands[0].colorTable
      // A light grey, an orange, and what is no data is transparent.
      t.same(
        [0, 1].map((value) => entries[value]),
        [
          [198, 198, 203, 255],
          [239, 193, 89, 255],
        ],
      )
      const shown = `${folder}/shown.png`
      await gdal('gdal_translate', [
        '-q',
        '-of',
        'PNG',
        '-expand',
        'rgba',
        '-outsize',
        '175',
        '0',
        path,
        shown,
      ])
      const { data } = await sharp(shown).raw().toBuffer({ resolveWithObject: true })
      const colors = new Set<string>()
      for (let at = 0; at < data.length; at += 4) colors.add(data.toString('hex', at, at + 4))
      t.same([...colors].sort(), ['00000000', 'c6c6cbff', 'efc159ff'], 'an overview has the same colours')
    }
  }
})

t.test('GDAL finds it cloud-optimised', { skip: noCogValidator }, async (t) => {
  const path = `${t.testdir()}/raster.tif`
  for (const [rows, cols] of [
    [1, 1],
    [1, 1000],
    [1300, 700],
  ]) {
    await write(path, band('visibility', rows, cols), randomCells('visibility', rows * cols, 1), 500)
    const verdict = await validateCog(path)
    t.match(verdict, /is a valid cloud optimized GeoTIFF/)
    t.notMatch(verdict, /warning/i)
  }
})

t.test('overviews of numbers have the commonest that is neither 0 nor unknown', async (t) => {
  const random = seededRandom(41)
  const cols = 7
  for (let n = 0; n < 500; n++) {
    // Few numbers, so that blocks have some alike.
    const rows = [0, 1].map(() =>
      Uint8Array.from({ length: cols }, () => [0, 1, 2, 7, 254, 255][Math.floor(random() * 6)]),
    )
    const out = new Uint8Array(4)
    halveClasses(rows[0], 0, rows[1], 0, cols, out)
    const expected = Array.from(out, (_, block) => {
      const cells = [2 * block, 2 * block + 1].flatMap((col) =>
        col < cols ? rows.map((row) => row[col]) : [],
      )
      const numbers = cells.filter((cell) => cell !== 0 && cell !== 255)
      if (numbers.length === 0) return cells.every((cell) => cell === 255) ? 255 : 0
      const counts = numbers.map((cell) => numbers.filter((other) => other === cell).length)
      const largest = Math.max(...counts)
      return new Set(numbers.filter((_, at) => counts[at] === largest))
    })
    const isRight = expected.every((one, at) => (one instanceof Set ? one.has(out[at]) : one === out[at]))
    if (!isRight) return t.same([...out], expected, `${rows}`)
  }
  t.pass('500 pairs of rows')
})
