import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { localFile } from '../../storage/terrain/files/local-file.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { chunkRectangle, type Tile, TileError } from '../../storage/terrain/tile.ts'
import { colOf, extentOfTile, rowOf } from '../../storage/terrain/tiles/lattice.ts'
import { openSeaList } from '../../storage/terrain/tiles/sea.ts'
import { seededRandom } from '../references/random.ts'
import { isForgeable, type TiffEntry, withEntries } from './forged-tiff.ts'
import { testData } from './test-data.ts'
import { formatsWithout, gzipped, hgtHeights, openTileAt, putGeotiff, putHgt, zipped } from './tiles.ts'

/** What became of the cases of a fuzz run. */
export interface FuzzOutcome {
  read: number
  refused: number
  /** Errors that are no TileError, by case. */
  unexpected: string[]
  slowestMs: number
  slowest: string
  peakBytes: number
  /** Formats without a seed. */
  untried: string[]
}

/** Files of `test/data/terrain` that are small. */
const FILES = [
  'encodings/float32-strips-lzw-predictor3-nan.tif',
  'encodings/float32-tiles64-deflate-predictor3.tif',
  'encodings/float64-strips-zstd-predictor2.tif',
  'encodings/int16-big-endian-packbits.tif',
  'encodings/int16-bigtiff-tiles128.tif',
  'encodings/int16-cog-overviews.tif',
  'encodings/int16-strips-lzw-predictor2.tif',
  'encodings/int32-strips-lerc-deflate.tif',
  'glo30/la_tile_0.tif',
  'glo30/turkey_glo90_right.tif',
  'projections/krovak-nodata-float32.tif',
  'projections/unnamed-geographic.tif',
  'projections/utm25s-without-code.tif',
  'quarters/north-west.tif',
  'srtm/N49W123-west.tif',
  'terrarium/11/1071/724.png',
]

interface Seed {
  name: string
  bytes: Uint8Array
}

/** Mutates files, opens them and reads one chunk and some posts of what opens. Files are written to `folder`. */
export async function fuzzTerrain(folder: string, cases: number, seed: number): Promise<FuzzOutcome> {
  const random = seededRandom(seed)
  const seeds = await gather(folder)
  const outcome: FuzzOutcome = {
    read: 0,
    refused: 0,
    unexpected: [],
    slowestMs: 0,
    slowest: '',
    peakBytes: 0,
    untried: formatsWithout(seeds.map(({ name }) => join(folder, name))),
  }
  for (let i = 0; i < cases; i++) {
    const own = seeds[Math.floor(random() * seeds.length)]
    const other = seeds[Math.floor(random() * seeds.length)]
    const bytes = mutate(own.bytes, other.bytes, random)
    const path = join(folder, 'case', own.name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    const startMs = performance.now()
    const label = `case ${i} of seed ${seed}, ${own.name}`
    try {
      await readTile(path, random)
      outcome.read++
    } catch (error) {
      if (error instanceof TileError) outcome.refused++
      else outcome.unexpected.push(`${label}: ${error instanceof Error ? error.stack : String(error)}`)
    }
    const tookMs = performance.now() - startMs
    if (tookMs > outcome.slowestMs) Object.assign(outcome, { slowestMs: tookMs, slowest: label })
    if (i % 16 === 0) outcome.peakBytes = Math.max(outcome.peakBytes, process.memoryUsage().rss)
  }
  outcome.peakBytes = Math.max(outcome.peakBytes, process.resourceUsage().maxRSS * 1024)
  return outcome
}

async function readTile(path: string, random: () => number): Promise<void> {
  if (path.endsWith('.txt')) {
    await openSeaList(localFile(path, 0, await stat(path)))
    return
  }
  const tile = await openTileAt(path)
  const chunkRow = Math.floor((random() * tile.rows) / tile.chunkRows)
  const chunkCol = Math.floor((random() * tile.cols) / tile.chunkCols)
  const { rows, cols } = chunkRectangle(tile, chunkRow, chunkCol)
  const posts = await tile.readChunk(chunkRow, chunkCol)
  if (posts.length !== rows * cols) throw new Error(`${posts.length} posts instead of ${rows} × ${cols}`)
  if (posts instanceof Float32Array && posts.some((post) => Math.abs(post) > 100_000))
    throw new Error('a height that no ground has')
  const few = fewPosts(tile, random)
  const some = await tile.readPosts?.(few)
  if (some !== undefined && some.length !== few.rows * few.cols) throw new Error('another number of posts')
  if (random() < 0.25) await readGround(path, tile, random)
}

/** What a job would ask of a folder with this tile and those of earlier cases in it. */
async function readGround(path: string, tile: Tile, random: () => number): Promise<void> {
  const { northDeg, southDeg, westDeg, eastDeg } = extentOfTile(tile)
  const latDeg = southDeg + random() * (northDeg - southDeg)
  const lonDeg = westDeg + random() * (eastDeg - westDeg)
  const terrain = await openTerrain({ folders: [dirname(path)] })
  await terrain.elevationAt(latDeg, lonDeg)
  const area = await terrain.openArea({
    southDeg: latDeg,
    northDeg: latDeg,
    westDeg: lonDeg,
    eastDeg: lonDeg,
  })
  if (area === undefined) return
  const firstRow = Math.floor(rowOf(area.lattice, latDeg)) - 30
  const firstCol = Math.floor(colOf(area.lattice, lonDeg)) - 30
  const heights = await area.read({ firstRow, firstCol, rows: 60, cols: 60 })
  if (heights.length !== 3600) throw new Error('another number of posts')
}

function fewPosts(tile: Tile, random: () => number) {
  const rows = Math.min(2, tile.rows)
  const cols = Math.min(2, tile.cols)
  const firstRow = Math.floor(random() * (tile.rows - rows + 1))
  const firstCol = Math.floor(random() * (tile.cols - cols + 1))
  return { firstRow, firstCol, rows, cols }
}

/** Byte flips, numbers at their limits, cuts, spliced parts, headers that are off by a little, and forged directories. */
function mutate(own: Uint8Array, other: Uint8Array, random: () => number): Uint8Array {
  let bytes = new Uint8Array(own)
  const at = (length = bytes.length) => Math.floor(random() * length)
  // Most headers are at the front or at the end; the middle is mostly heights.
  const nearHead = () => (random() < 0.7 ? at(Math.min(600, bytes.length)) : at())
  const rounds = 1 + Math.floor(random() ** 2 * 4)
  for (let round = 0; round < rounds && bytes.length > 0; round++) {
    if (isForgeable(bytes) && random() < 0.2) {
      bytes = withEntries(bytes, (entries, offset) => attacked(entries, offset, random))
      continue
    }
    const kind = random()
    if (kind < 0.35) for (let i = 0; i <= at(8); i++) bytes[nearHead()] ^= 1 << at(8)
    else if (kind < 0.6) {
      const extreme = [0, 1, 0x7f, 0x80, 0xff][at(5)]
      bytes.fill(extreme, nearHead(), nearHead() + [1, 2, 4, 8][at(4)])
    } else if (kind < 0.7) bytes = bytes.slice(0, at())
    else if (kind < 0.8) {
      const from = at(other.length)
      bytes.set(
        other.subarray(from, from + Math.min(bytes.length >> 1, at(4096))).subarray(0, bytes.length >> 1),
      )
    } else if (kind < 0.9) {
      const from = at()
      const part = bytes.slice(from, from + at(2048))
      const to = at()
      bytes.set(part.subarray(0, bytes.length - to), to)
    } else {
      // A small number somewhere in the directory becomes another one.
      const offset = nearHead()
      bytes[offset] = bytes[offset] + at(5) - 2
    }
  }
  return bytes
}

/** Tags that are repeated, huge, of another type, or whose values are the directory itself, at `offset`. */
function attacked(entries: TiffEntry[], offset: number, random: () => number): TiffEntry[] {
  const pick = (values: number[]) => values[Math.floor(random() * values.length)] ?? 0
  const index = Math.floor(random() * entries.length)
  const forged = entries.map((entry) => ({ ...entry }))
  const one = forged[index]
  if (one === undefined) return forged
  const kind = random()
  if (kind < 0.25) {
    const count = pick([one.count, 1024, 4_194_304, 2 ** 32 - 1])
    return [...Array<TiffEntry>(pick([1, 2, 100, 4000])).fill({ ...one, count }), ...forged]
  }
  if (kind < 0.5) one.count = pick([0, 1, 2, 1024, 65_536, 1_048_576, 4_194_304, 2 ** 31, 2 ** 32 - 1])
  else if (kind < 0.7) one.type = pick([0, 1, 2, 3, 4, 5, 7, 11, 12, 13, 16, 18, 19, 99, 65_535])
  else if (kind < 0.85) one.value = pick([0, 4, 8, offset, offset + 2, 2 ** 31, 2 ** 32 - 1])
  else one.tag = pick([one.tag + 1, 330, 34_665, 65_535, ...entries.map(({ tag }) => tag)])
  return forged
}

async function gather(folder: string): Promise<Seed[]> {
  const seeds: Seed[] = []
  for (const file of FILES) {
    const name = file.endsWith('.png') ? file.replace('terrarium/', '') : basename(file)
    seeds.push({ name, bytes: await readFile(testData('terrain', file)) })
  }
  const own = { rows: 40, cols: 30, northDeg: 10, westDeg: 20, latStepDeg: 0.01, lonStepDeg: 0.01 }
  await putGeotiff(join(folder, 'own.tif'), {
    ...own,
    nodata: '-9999',
    heightAt: (row, col) => row * 9 + col,
  })
  seeds.push({ name: 'own.tif', bytes: await readFile(join(folder, 'own.tif')) })
  await putHgt(join(folder, 'N10E020.hgt'), (row, col) => (row * 7 + col * 3) % 900)
  const flat = Buffer.from(hgtHeights(() => 5).buffer)
  seeds.push({ name: 'N10E020.hgt.gz', bytes: gzipped(flat) })
  seeds.push({ name: 'N10E020.hgt.zip', bytes: zipped('N10E020.hgt', flat) })
  const rows = Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: 9 }, (_, col) => row * 7.5 - col).join(' '),
  )
  const asc = `ncols 9\nnrows 12\nxllcorner 5\nyllcorner 45\ncellsize 0.01\nNODATA_value -9999\n${rows.join('\n')}\n`
  seeds.push({ name: 'own.asc', bytes: Buffer.from(asc) })
  seeds.push({ name: 'ocean-tiles.txt', bytes: Buffer.from('# sea\nN54E007\nS01W001 # more\n\nN00E000\n') })
  const pixels = Buffer.alloc(256 * 256 * 3, 130)
  const png = await sharp(pixels, { raw: { width: 256, height: 256, channels: 3 } })
    .png()
    .toBuffer()
  seeds.push({ name: '3/4/5.png', bytes: png })
  return seeds
}
