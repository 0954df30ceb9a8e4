import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { decompress, whyUnreadable } from '../../storage/terrain/formats/geotiff-codecs.ts'
import { decode } from '../../storage/terrain/formats/text-grid-heights.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { putLzwStrip } from '../helpers/strips.ts'
import { csvRows, testData } from '../helpers/test-data.ts'
import { openTileAt, putGeotiff, putHgt } from '../helpers/tiles.ts'
import { writeHgt } from '../references/hgt-file.ts'

// What formats and lists say beyond bare heights: pictures, letters, units, the sea, and files that lie.

t.test('a Terrarium tile gives the heights of its colours', async (t) => {
  const folder = t.testdir()
  const path = join(folder, '11/1071/724.png')
  await mkdir(dirname(path), { recursive: true })
  await copyFile(testData('terrain/terrarium/11/1071/724.png'), path)
  const tile = await openTileAt(path)
  const posts = await tile.readChunk(0, 0)
  t.equal(posts.length, 65_536)
  const samples = await csvRows(testData('terrain/terrarium/samples.csv'))
  t.equal(samples.length, 64)
  for (const [row, col, heightM] of samples) {
    const off = Math.abs(posts[Number(row) * 256 + Number(col)] - Number(heightM))
    // The blue of a pixel counts 1/256 m.
    t.ok(off <= 0.5 / 256 + 1e-4, `row ${row}, column ${col}: ${off} m off`)
  }
  const bounds = tile.projected?.bounds
  // 1071 and 724 of 2048: longitude 8.26, the parallel of Web Mercator's row.
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2048))) * 180) / Math.PI
  t.ok(bounds && Math.abs(bounds.westDeg - (1071 / 2048) * 360 + 180) < 0.005, `west ${bounds?.westDeg}`)
  t.ok(bounds && Math.abs(bounds.northDeg - lat(724)) < 0.005, `north ${bounds?.northDeg}`)
  const terrain = await openTerrain({ folders: [folder] })
  const at = await terrain.elevationAt((lat(724) + lat(725)) / 2, (1071.5 / 2048) * 360 - 180)
  t.equal(at.state, 'known')
  t.equal(at.source, 'Terrarium tile')
})

/** Writes a Terrarium tile of one height. */
async function putTerrarium(path: string, heightM: number): Promise<void> {
  const value = Math.round((heightM + 32768) * 256)
  const pixels = Buffer.alloc(256 * 256 * 3)
  for (let i = 0; i < pixels.length; i += 3) pixels.writeUIntBE(value, i, 3)
  await mkdir(dirname(path), { recursive: true })
  const picture = sharp(pixels, { raw: { width: 256, height: 256, channels: 3 } })
  await writeFile(path, await picture.png().toBuffer())
}

t.test('of several zooms the deepest wins, and the square joins at 180 degrees', async (t) => {
  const folder = t.testdir()
  await putTerrarium(join(folder, 'tiles/4/15/7.png'), 100)
  await putTerrarium(join(folder, 'tiles/4/0/7.png'), 100)
  await putTerrarium(join(folder, 'tiles/5/31/15.png'), -20.5)
  await writeFile(join(folder, 'tiles/4/15/notes.png'), 'no tile')
  const terrain = await openTerrain({ folders: [folder] })
  t.same(terrain.problems(), [], 'a picture without a position is no tile')
  t.equal((await terrain.elevationAt(5, 175)).elevationM, -20.5)
  t.equal((await terrain.elevationAt(15, 160)).elevationM, 100)
  for (const lonDeg of [180, -180, 179.9999, -179.99]) {
    t.equal((await terrain.elevationAt(15, lonDeg)).elevationM, 100, `at ${lonDeg}`)
  }
  const area = await terrain.openArea({ southDeg: 13, northDeg: 15, westDeg: 178, eastDeg: 182 })
  const firstCol = Math.round((178 - (area?.lattice.westDeg ?? 0)) / (area?.lattice.lonStepDeg ?? 1))
  const firstRow = Math.round(((area?.lattice.northDeg ?? 0) - 15) / (area?.lattice.latStepDeg ?? 1))
  const heights = await area?.read({ firstRow, firstCol, rows: 20, cols: 90 })
  t.ok(
    heights?.every((height) => height === 100),
    'no gap',
  )
})

const ASC = ['ncols 3', 'nrows 2', 'xllcenter 10', 'yllcenter 50', 'dx 0.5', 'dy 0.25', 'NODATA_value -9999']

t.test('an Esri ASCII grid, and what can be wrong with it', async (t) => {
  const folder = t.testdir()
  const put = (name: string, lines: string[]) => writeFile(join(folder, name), `${lines.join('\n')}\n`)
  await put('good.asc', [...ASC, '1 2.5 -9999', '-4e0 5 6'])
  const tile = await openTileAt(join(folder, 'good.asc'))
  t.same(tile.lattice, { northDeg: 50.25, westDeg: 10, latStepDeg: 0.25, lonStepDeg: 0.5 })
  t.same([...(await tile.readChunk(0, 0))], [1, 2.5, Number.NaN, -4, 5, 6])
  // Voids by their value, however they are written; corners of cells of two sizes; a comma of other languages.
  const corners = ['NCOLS 2', 'nrows 3', 'xllcorner 10,5', 'yllcorner 50', 'dx 0.5', 'dy 0.25']
  await put('corner.asc', [...corners, 'nodata_value -9999', '-9999.0 -9.999e3 nan', '40000 -9998 0'])
  const corner = await openTileAt(join(folder, 'corner.asc'))
  t.same(corner.lattice, { northDeg: 50.625, westDeg: 10.75, latStepDeg: 0.25, lonStepDeg: 0.5 })
  const { NaN: voidM } = Number
  t.same([...(await corner.readChunk(0, 0))], [voidM, voidM, voidM, voidM, -9998, 0])
  const fails: [string, string[], RegExp][] = [
    ['few.asc', [...ASC, '1 2', '3 4 5'], /few.asc: truncated: 5 heights, its header says 6/],
    ['many.asc', [...ASC, '1 2 3 4 5 6 7'], /many.asc: more heights/],
    ['word.asc', [...ASC, '1 2 3 4 five 6'], /word.asc: a height of "five"/],
    ['huge.asc', ['ncols 90000', 'nrows 90000', ...ASC.slice(2), '1'], /huge.asc: 90000 rows/],
    ['lie.asc', ['ncols 9000', 'nrows 900', ...ASC.slice(2), '1'], /lie.asc: truncated/],
    ['flat.asc', [...ASC.slice(0, 4), 'cellsize 0', '1 2 3 4 5 6'], /flat.asc: cells of 0 × 0, expected/],
    ['none.asc', ['ncols 3', 'nrows 2', '1 2 3'], /none.asc: its header has no/],
    [
      'metres.asc',
      [...ASC.slice(0, 2), 'xllcorner 500000', 'yllcorner 5500000', 'cellsize 90', '1 2 3 4 5 6'],
      /no .prj file/,
    ],
  ]
  for (const [name, lines, message] of fails) {
    await put(name, lines)
    await t.rejects(
      openTileAt(join(folder, name)).then((tile) => tile.readChunk(0, 0)),
      message,
    )
  }
})

t.test('heights in letters are read on where a chunk of text has cut them', async (t) => {
  const file = { name: 'cut.asc', postCount: 5, nodata: -32768 }
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
  const first = decode({ ...file, bytes: bytesOf(' 12.5\r\n-327'), isLast: false, count: 0, rest: '' })
  t.match(first, { count: 1, rest: '-327' })
  const second = decode({ ...file, ...first, bytes: bytesOf('68 7 -0.25 9'), isLast: false })
  const last = decode({ ...file, ...second, bytes: bytesOf('1'), isLast: true })
  t.same([...last.posts], [12.5, Number.NaN, 7, -0.25, 91])
  t.equal(last.count, 5)
  const beyond = {
    ...file,
    bytes: bytesOf('32000 -32000 32000.1 -32001 1e9'),
    isLast: true,
    count: 0,
    rest: '',
  }
  const { NaN: voidM } = Number
  t.same([...decode(beyond).posts], [32_000, -32_000, voidM, voidM, voidM], 'nothing on earth is higher')
  const endless = { ...file, bytes: bytesOf('1'.repeat(65)), isLast: false, count: 0, rest: '' }
  t.throws(() => decode(endless), /cut.asc: a height of more than 64 characters/)
})

t.test('PackBits and LZW by their definitions, and no more than was asked for', async (t) => {
  const unpack = async (compression: number, bytes: number[], maximumBytes: number) => [
    ...(await decompress(compression, Uint8Array.from(bytes), maximumBytes)),
  ]
  // TIFF 6.0, section 9: a run of 3, two bytes as they are, -128 that says nothing, a run of 128.
  const packed = [0xfe, 0xaa, 0x01, 0x80, 0x00, 0x80, 0x81, 0x22]
  const unpacked = [0xaa, 0xaa, 0xaa, 0x80, 0x00, ...Array(128).fill(0x22)]
  t.same(await unpack(32_773, packed, 200), unpacked)
  t.same(await unpack(32_773, packed, 4), unpacked.slice(0, 4))
  // Codes of nine bits: clear, 7, 8, what both made, the code that is being made (7 8 7), end.
  const codes = [256, 7, 8, 258, 260, 257]
  const bits = codes
    .map((code) => code.toString(2).padStart(9, '0'))
    .join('')
    .padEnd(56, '0')
  const lzw = Array.from({ length: 7 }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2))
  t.same(await unpack(5, lzw, 100), [7, 8, 7, 8, 7, 8, 7])
  t.same(await unpack(5, lzw, 5), [7, 8, 7, 8, 7])
  await t.rejects(unpack(5, [0x80, 0x7f, 0xff, 0xff], 9), /an undefined code/)
  t.match([1, 5, 8, 32_946, 32_773, 34_887, 50_000].map(whyUnreadable), Array(7).fill(undefined))
})

t.test('units, scale and offset of a GeoTIFF', { skip: noGdal }, async (t) => {
  const folder = t.testdir()
  const small = { rows: 4, cols: 4, northDeg: 10, westDeg: 20, latStepDeg: 0.1, lonStepDeg: 0.1 }
  await putGeotiff(join(folder, 'plain.tif'), { ...small, heightAt: () => 1000, nodata: '-1' })
  const make = async (name: string, ...options: string[]) => {
    const path = join(folder, name)
    await gdal('gdal_translate', ['-q', ...options, join(folder, 'plain.tif'), path])
    return (await (await openTileAt(path)).readChunk(0, 0))[0]
  }
  t.equal(await make('scaled.tif', '-a_scale', '0.5', '-a_offset', '-100'), 400)
  t.equal(await make('feet.tif', '-a_srs', 'EPSG:4326+8228'), Math.fround(304.8))
  for (const type of ['Byte', 'UInt16', 'UInt32', 'Int32', 'Float64']) {
    const shown = type === 'Byte' ? 200 : 1000
    const scale = type === 'Byte' ? ['-scale', '0', '1000', '0', '200'] : []
    const options = [
      '-co',
      'COMPRESS=DEFLATE',
      '-co',
      'ENDIANNESS=BIG',
      '-co',
      'BIGTIFF=YES',
      '-co',
      'BLOCKYSIZE=1',
    ]
    t.equal(
      await make(`${type}.tif`, '-ot', type, ...scale, ...options),
      shown,
      `${type}, big-endian BigTIFF`,
    )
  }
  await t.rejects(
    make('jpeg.tif', '-ot', 'Byte', '-co', 'COMPRESS=JPEG'),
    /jpeg.tif: JPEG compression is lossy/,
  )
})

t.test('long lists of a big-endian file are read in their own order', { skip: noGdal }, async (t) => {
  const folder = t.testdir()
  const tall = { rows: 3000, cols: 2, northDeg: 10, westDeg: 20, latStepDeg: 0.001, lonStepDeg: 0.001 }
  await putGeotiff(join(folder, 'plain.tif'), { ...tall, heightAt: (row, col) => row + col })
  const path = join(folder, 'big.tif')
  const options = ['-co', 'ENDIANNESS=BIG', '-co', 'COMPRESS=LZW', '-co', 'BLOCKYSIZE=1']
  await gdal('gdal_translate', ['-q', ...options, join(folder, 'plain.tif'), path])
  const tile = await openTileAt(path)
  t.same(
    [...((await tile.readPosts?.({ firstRow: 2998, firstCol: 0, rows: 2, cols: 2 })) ?? [])],
    [2998, 2999, 2999, 3000],
  )
})

t.test('sea only where a list declares it; a 0 in a tile is a known 0', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N54E006.hgt'), (_row, col) => (col === 0 ? 0 : 50))
  const before = await openTerrain({ folders: [folder] })
  t.equal((await before.elevationAt(54.5, 7.5)).state, 'unknown', 'a missing tile is no sea')
  await writeFile(join(folder, 'ocean-tiles.txt'), '# North Sea\nN54E007\n\nn53w180 # far away\n')
  const terrain = await openTerrain({ folders: [folder] })
  t.same(await terrain.elevationAt(54.5, 7.5), { state: 'sea', elevationM: 0, source: 'List of ocean tiles' })
  t.same(await terrain.elevationAt(54.5, 6), { state: 'known', elevationM: 0, source: 'SRTM HGT file' })
  t.equal((await terrain.elevationAt(54.5, 6.5)).elevationM, 50)
  t.equal((await terrain.elevationAt(53.5, 180)).state, 'sea', 'also beyond 180 degrees')
  t.equal((await terrain.elevationAt(54.5, 8.5)).state, 'unknown')
  t.equal((await terrain.elevationAt(55, 8)).state, 'sea', 'a post on the edge belongs to the cell')
  t.equal((await terrain.elevationAt(55.001, 8)).state, 'unknown')
  const area = await terrain.openArea({ southDeg: 54.4, northDeg: 54.6, westDeg: 6.9, eastDeg: 7.1 })
  const firstCol = Math.round((6.9 - (area?.lattice.westDeg ?? 0)) * 1200)
  const heights = await area?.read({ firstRow: 600, firstCol, rows: 1, cols: 240 })
  t.same([heights?.[119], heights?.[120], heights?.[121], heights?.[239]], [50, 50, 0, 0])
  t.same(
    area?.used().sources.map(({ name }) => name),
    ['List of ocean tiles', 'SRTM HGT file'],
  )
  const cell = await terrain.elevationAt(54.5, 7 + 0.5 / 1200)
  t.ok(cell.state === 'known' && Math.abs((cell.elevationM ?? 0) - 25) < 1e-3, 'the shore slopes to the sea')
  await writeFile(join(folder, 'ocean-tiles.txt'), 'N54E07x\n')
  const bad = await openTerrain({ folders: [folder] })
  t.match(bad.problems()[0]?.detail, /ocean-tiles.txt: line 1: expected a cell like N54E007, got "N54E07x"/)
  t.equal((await bad.elevationAt(54.5, 7.5)).state, 'unknown')
})

t.test('headers that lie about sizes are refused before anything is made of them', async (t) => {
  const folder = t.testdir()
  const small = { rows: 20, cols: 20, northDeg: 10, westDeg: 20, latStepDeg: 0.1, lonStepDeg: 0.1 }
  await putGeotiff(join(folder, 'own.tif'), { ...small, heightAt: (row) => row })
  const own = await readFile(join(folder, 'own.tif'))
  // The directory of this writer is big-endian; entries are tag, type, count, value.
  const entry = (tag: number) => {
    for (let at = own.readUInt32BE(4) + 2; ; at += 12) if (own.readUInt16BE(at) === tag) return at
  }
  const change = async (tag: number, offset: number, value: number) => {
    const bytes = Buffer.from(own)
    bytes.writeUInt32BE(value, entry(tag) + offset)
    await writeFile(join(folder, 'changed.tif'), bytes)
    return openTileAt(join(folder, 'changed.tif'))
  }
  await t.rejects(
    change(273, 4, 0xffffffff),
    /changed.tif: its tag 273 has 4294967295 values, expected at most 4194304/,
  )
  await t.rejects(change(273, 4, 100_000), /changed.tif: truncated/)
  await t.rejects(change(279, 8, 0x7fffffff), /changed.tif: truncated/)
  await t.rejects(
    change(257, 8, 0xffff0000),
    /changed.tif: expected .* blocks|changed.tif: an image of|too large/,
  )
  await writeFile(join(folder, 'empty.tif'), '')
  await t.rejects(openTileAt(join(folder, 'empty.tif')), /empty.tif: not a TIFF file/)
})

t.test('a folder of very many files: what is asked costs what lies there', async (t) => {
  const folder = t.testdir()
  const tile = Buffer.alloc(24)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(tile)
  tile.writeUInt32BE(256, 16)
  tile.writeUInt32BE(256, 20)
  // Headers of tiles suffice to be listed; 400 in 10 folders stand for as many as one likes.
  for (let x = 5; x < 15; x++) {
    await mkdir(join(folder, `9/${x + 200}`), { recursive: true })
    for (let y = 0; y < 40; y++) await writeFile(join(folder, `9/${x + 200}/${y + 180}.png`), tile)
  }
  await putTerrarium(join(folder, '9/210/200.png'), 77)
  const terrain = await openTerrain({ folders: [folder] })
  const latDeg = (Math.atan(Math.sinh(Math.PI * (1 - (2 * 200.5) / 512))) * 180) / Math.PI
  t.equal((await terrain.elevationAt(latDeg, (210.5 / 512) * 360 - 180)).elevationM, 77)
  t.equal(terrain.problems().length, 0, 'no other picture was opened')
})

t.test('a directory that names more bytes than a block can have is refused before any is read', async (t) => {
  const folder = t.testdir()
  const posts = new Int16Array(64 * 64).fill(7)
  await putLzwStrip(join(folder, 'honest.tif'), 10, 10, posts)
  await putLzwStrip(join(folder, 'lying.tif'), 12, 10, posts, 1_900_000_000)
  const problems: string[] = []
  const terrain = await openTerrain({ folders: [folder], onProblem: ({ detail }) => problems.push(detail) })
  t.teardown(() => terrain.close())
  t.match(await terrain.elevationAt(10.5, 10.5), { state: 'known', elevationM: 7 })
  const beforeBytes = process.memoryUsage().rss
  t.match(await terrain.elevationAt(12.5, 10.5), { state: 'unknown' })
  t.ok(process.memoryUsage().rss - beforeBytes < 200 * 2 ** 20)
  t.match(problems, [/lying\.tif.*packed block of 1900000000 bytes/])
})

t.test('only the requested rows of an unpacked SRTM file are read', async (t) => {
  const side = 3601
  const path = join(t.testdir(), 'N47E009.hgt')
  const heightsM = Int16Array.from({ length: side * side }, (_, post) => Math.floor(post / side) + (post % 7))
  await writeHgt(path, heightsM)
  const tile = await openTileAt(path)
  const { openBytes } = tile.file
  let readBytes = 0
  tile.file.openBytes = async () => {
    const source = await openBytes.call(tile.file)
    const read = (offset: number, length: number) => {
      readBytes += length
      return source.read(offset, length)
    }
    return { ...source, read }
  }
  const chunks = Math.ceil(side / tile.chunkRows)
  let off = 0
  for (let chunk = 0; chunk < chunks; chunk++) {
    const posts = await tile.readChunk(chunk, 0)
    const rows = Math.min(tile.chunkRows, side - chunk * tile.chunkRows)
    t.equal(posts.length, rows * side)
    for (let post = 0; post < posts.length; post++) {
      if (posts[post] !== heightsM[chunk * tile.chunkRows * side + post]) off++
    }
    if (chunk === 0) t.ok(readBytes < 3_000_000, `${readBytes} bytes`)
  }
  t.equal(off, 0)
  t.equal(readBytes, 2 * side * side, 'each byte is read once')
})
