/** Terrain reads of a 60 km window, from an SRTM tile and a cloud-optimized GeoTIFF, compared to GDAL. */

import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import type { Tile } from '../../storage/terrain/tile.ts'
import { METRES_PER_DEGREE } from '../../storage/terrain/tiles/lattice.ts'
import type { PostRectangle, TerrainArea } from '../../storage/terrain/types.ts'
import { writeHgt } from '../../test/references/hgt-file.ts'
import { integer } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { GdalReader } from './gdal-reader.ts'

const WINDOW_M = 60_000
const DEFAULT_PAIRS = 31
/** Number of warm-up pairs, which are not counted. */
const UNCOUNTED = { cold: 2, warm: 20 }
const SIDE = 3601
const SOUTH_DEG = 47
const WEST_DEG = 8

const usage = `npm run bench -- terrain [options]

Reads a window of 60 km in the middle of a tile of one arc second as float32 heights: from an .hgt and from a COG
(deflate, blocks of 512²), which it makes. Cold: includes opening the file, nothing decoded; warm: the same window
again, into an existing array. In both cases the files are in the system's cache and both processes are running. GDAL reads the
same window alternating with ours, by ReadAsArray into float32 in Python. Passes if the heights equal GDAL's, and if the median
of the warm pairs is at least as fast.

  --dem FILE   an .hgt or GeoTIFF tile instead of the synthetic ones; repeatable
  --pairs N    reads of each kind (${DEFAULT_PAIRS})
  --json       one JSON object instead of a table
  --help       show help`

export const run = program({
  usage,
  options: {
    dem: { type: 'string', multiple: true },
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
  },
  async measure(values) {
    const pairs = integer('--pairs', values.pairs, 1, 1000)
    const gdal = GdalReader.open()
    const notes = ['Cold reads of ours include the SHA-256 of the whole file, which records contain.']
    if (gdal === undefined) notes.push('GDAL: skipped, its Python bindings are not installed.')
    return inTemporaryFolder(async (folder) => {
      const files = values.dem ? await copies(folder, values.dem) : await made(folder)
      const rows: Row[] = []
      for (const path of files) rows.push(...(await compare(path, gdal, pairs)))
      return makeReport('terrain', rows, notes)
    }).finally(() => gdal?.close())
  },
})

/** Copies each file to a separate folder, as a terrain folder is read as a whole. */
async function copies(folder: string, paths: string[]): Promise<string[]> {
  const copied: string[] = []
  for (const [i, path] of paths.entries()) {
    const to = join(folder, String(i), basename(path))
    await mkdir(join(folder, String(i)))
    await copyFile(path, to)
    copied.push(to)
  }
  return copied
}

async function made(folder: string): Promise<string[]> {
  const heights = new Int16Array(SIDE * SIDE)
  for (let i = 0; i < heights.length; i++) heights[i] = heightM(Math.floor(i / SIDE), i % SIDE)
  const hgt = join(folder, 'hgt', `N${SOUTH_DEG}E00${WEST_DEG}.hgt`)
  await mkdir(join(folder, 'hgt'))
  await writeHgt(hgt, heights)

  const cog = join(folder, 'cog', 'cog.tif')
  await mkdir(join(folder, 'cog'))
  const side = SIDE - 1
  const geometry = {
    rows: side,
    cols: side,
    northDeg: SOUTH_DEG + 1,
    westDeg: WEST_DEG,
    cellLatDeg: 1 / side,
    cellLonDeg: 1 / side,
  }
  const writer = await openRasterWriter(cog, { geometry, kind: 'float', metadata: {}, description: 'height' })
  const row = new Float32Array(side)
  for (let y = 0; y < side; y++) {
    // Adds noise in quarters of a metre, as in published elevation data.
    for (let x = 0; x < side; x++) row[x] = heights[y * SIDE + x] + ((x * 7 + y * 13) % 4) / 4
    await writer.writeRows(row)
  }
  await writer.close()
  return [hgt, cog]
}

/** Height in metres of hills of several sizes with slight noise. */
function heightM(row: number, col: number): number {
  const noise = ((Math.imul(row * SIDE + col, 0x9e3779b1) >>> 24) - 128) / 32
  return 700 + 400 * Math.sin(row / 230) * Math.cos(col / 310) + 60 * Math.sin(row / 17 + col / 29) + noise
}

interface Read {
  ms: number
  sum: number
}

async function compare(path: string, gdal: GdalReader | undefined, pairs: number): Promise<Row[]> {
  const folder = join(path, '..')
  const { tile, window } = await windowOf(folder)
  const name = `${tile.file.name}, ${window.cols} × ${window.rows} posts`
  const ours: Record<'cold' | 'warm', Read[]> = { cold: [], warm: [] }
  const theirs: Record<'cold' | 'warm', Read[]> = { cold: [], warm: [] }
  for (let pair = -UNCOUNTED.cold; pair < pairs; pair++) {
    const { cold, terrain } = await readCold(folder, tile, window)
    await terrain.close()
    const theirCold = await gdal?.read(path, window, true)
    if (pair < 0) continue
    ours.cold.push(cold)
    if (theirCold) theirs.cold.push(theirCold)
  }
  const { area, terrain } = await readCold(folder, tile, window)
  const into = new Float32Array(window.rows * window.cols)
  for (let pair = -UNCOUNTED.warm; pair < pairs; pair++) {
    const warm = await timed(area, window, into)
    const theirWarm = await gdal?.read(path, window, false)
    if (pair < 0) continue
    ours.warm.push(warm)
    if (theirWarm) theirs.warm.push(theirWarm)
  }
  await terrain.close()
  return (['cold', 'warm'] as const).flatMap((kind) => {
    const own = ours[kind].map(({ ms }) => ms)
    const rows = [rowOf(name, `${kind}, ours, ms`, own)]
    if (gdal === undefined) return rows
    const other = theirs[kind].map(({ ms }) => ms)
    const ratios = own.map((ms, pair) => ms / other[pair])
    rows.push(
      rowOf(name, `${kind}, GDAL, ms`, other),
      rowOf(
        name,
        `${kind}, ours : GDAL, ratio of each pair (median)`,
        ratios,
        kind === 'warm' ? 1 : undefined,
      ),
    )
    const differences = ours[kind].map(({ sum }, pair) => Math.abs(sum - theirs[kind][pair].sum))
    rows.push(rowOf(name, `${kind}, difference of the sums of heights, m`, differences, 1e-3))
    return rows
  })
}

/** Window around the middle of a folder's only tile, clipped to the tile. */
async function windowOf(folder: string): Promise<{ tile: Tile; window: PostRectangle }> {
  const terrain = await openTerrain({ folders: [folder] })
  const [tile] = await terrain.tiles()
  if (tile === undefined)
    throw new Error(terrain.problems()[0]?.detail ?? 'Expected an .hgt or GeoTIFF tile.')
  const { latStepDeg, lonStepDeg, northDeg } = tile.lattice
  const middleDeg = northDeg - (tile.rows / 2) * latStepDeg
  const metresPerCol = METRES_PER_DEGREE * Math.cos((middleDeg * Math.PI) / 180) * lonStepDeg
  const rows = Math.min(tile.rows, Math.round(WINDOW_M / METRES_PER_DEGREE / latStepDeg))
  const cols = Math.min(tile.cols, Math.round(WINDOW_M / metresPerCol))
  const firstRow = Math.floor((tile.rows - rows) / 2)
  const firstCol = Math.floor((tile.cols - cols) / 2)
  return { tile, window: { firstRow, firstCol, rows, cols } }
}

async function readCold(
  folder: string,
  { lattice, rows, cols }: Tile,
  window: PostRectangle,
): Promise<{ cold: Read; area: TerrainArea; terrain: FileTerrain }> {
  const startMs = performance.now()
  const terrain = await openTerrain({ folders: [folder] })
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
  const southDeg = northDeg - (rows - 1) * latStepDeg
  const area = await terrain.openArea({
    northDeg,
    southDeg,
    westDeg,
    eastDeg: westDeg + (cols - 1) * lonStepDeg,
  })
  if (area === undefined) throw new Error('Expected an area.')
  const heightsM = await area.read(window)
  return { cold: { ms: performance.now() - startMs, sum: sumOf(heightsM) }, area, terrain }
}

async function timed(area: TerrainArea, window: PostRectangle, into: Float32Array): Promise<Read> {
  const startMs = performance.now()
  const heightsM = await area.read(window, undefined, into)
  return { ms: performance.now() - startMs, sum: sumOf(heightsM) }
}

function sumOf(heightsM: Float32Array): number {
  let sum = 0
  for (const heightM of heightsM) sum += heightM
  return sum
}
