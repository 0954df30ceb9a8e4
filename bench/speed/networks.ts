/** Layers of a network of many sites, read as product threads read them, compared with gdal_calc.py. */

import { spawnSync } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gridOfLattice, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { networkLattice } from '../../server/networks/lattice.ts'
import { makeNetworkStats } from '../../server/results/products/network/stats.ts'
import { makeNetworkRaster } from '../../server/results/products/rasters.ts'
import { makeTile } from '../../server/results/products/tiles.ts'
import { networkLayers } from '../../server/results/views/networks.ts'
import { siteColor } from '../../server/results/views/styles.ts'
import { openStore } from '../../storage/objects/open.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import { TileCache } from '../../storage/rasters/tile-cache.ts'
import { networkLayersOf } from '../../test/references/network-layers.ts'
import { seededRandom } from '../../test/references/random.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'

const RANGE_M = 15_000
/** Side in degrees of the square that contains the sites. */
const SQUARE_DEG = 1.2
const FIRST = { latDeg: 47, lonDeg: 8 }
/** Cache size in bytes, as in product threads. */
const CACHE_BYTES = 96 * 2 ** 20
const GDAL_TIMEOUT_MS = 600_000

export const part = definePart({
  about: `Path losses of sites with 30 km across, a million cells of 30 m each, on one lattice in a square of ${SQUARE_DEG} degrees: the first tile
of each layer from unopened files, statistics, and best_server as a whole GeoTIFF with the peak memory of the process. With --gdal,
gdal_calc.py makes the maximum of the same files, which is less work than best_server; its inputs must have one size, so
gdal_translate first extends each to all cells, untimed.`,
  help: `  --sites N   sites of the network (200)
  --cell M    cell size in metres (30)
  --gdal      also gdal_calc.py; its inputs take sites times all cells`,
  options: {
    sites: { type: 'string', default: '200' },
    cell: { type: 'string', default: '30' },
    gdal: { type: 'boolean', default: false },
  },
  async measure(values) {
    const count = integer('--sites', values.sites, 1, 250)
    const cellM = integer('--cell', values.cell, 10, 1000)
    return inTemporaryFolder((folder) => measure(folder, count, cellM, values.gdal === true))
  },
})

async function measure(folder: string, count: number, cellM: number, withGdal: boolean) {
  const random = seededRandom(33)
  const lattice = rasterGrid(FIRST.latDeg, FIRST.lonDeg, cellM, RANGE_M)
  const masts = Array.from({ length: count }, (_, index) => ({
    latDeg: FIRST.latDeg + (index === 0 ? 0 : SQUARE_DEG * (random() - 0.5)),
    lonDeg: FIRST.lonDeg + (index === 0 ? 0 : SQUARE_DEG * 1.4 * (random() - 0.5)),
  }))
  const grids = masts.map(({ latDeg, lonDeg }) => gridOfLattice(lattice, latDeg, lonDeg, RANGE_M))
  for (const [index, grid] of grids.entries())
    await writeSite(join(folder, `sim_${index}.tif`), grid, index, cellM)
  const { geometry, placements } = networkLattice(grids)
  const store = await openStore({ kind: 'folder', folder })
  const views = masts.map(({ latDeg, lonDeg }, index) => ({
    id: `sim_${index}`,
    name: `site ${index + 1}`,
    color: siteColor(index),
    params: {
      ...{ tx_lat: latDeg, tx_lon: lonDeg, max_range: RANGE_M / 1000, layers: ['value'] },
      ...{ output: 'received_power', erp: 1, frequency: 868, rx_sensitivity_dbm: -100 },
    },
    engineVersion: '0.5.0',
    view: {},
  }))
  /** Layers whose files have not been opened. */
  const openLayers = () => networkLayersOf({ views, geometry, placements, store }, new TileCache(CACHE_BYTES))
  const rows = []
  const out = join(folder, 'out')
  for (const layer of networkLayers) {
    const layers = openLayers()
    const source = layers.layer({ layer })
    const firstMs = await timed(() => makeTile(source, { ...tileOver(8), size: 256 }, out))
    const nextMs = await timed(() => makeTile(source, { ...tileOver(12), size: 256 }, out))
    rows.push(rowOf(`first tile of ${layer}, all sites in it`, 'ms', [firstMs]))
    rows.push(rowOf(`then one of ${layer} four levels nearer`, 'ms', [nextMs]))
    await layers.close()
  }
  const layers = openLayers()
  const source = layers.layer({ layer: 'best_server' })
  const rasterS = (await timed(() => makeNetworkRaster(source, {}, out))) / 1000
  rows.push(rowOf(`best_server, ${geometry.rows} x ${geometry.cols} cells`, 's', [rasterS]))
  rows.push(rowOf('peak memory of the process so far', 'MiB', [process.resourceUsage().maxRSS / 1024]))
  rows.push(
    rowOf('statistics', 's', [
      (await timed(() => makeNetworkStats(source, {}, join(folder, 'stats')))) / 1000,
    ]),
  )
  await layers.close()
  if (withGdal) {
    const gdalS = await gdalSeconds(folder, count, geometry)
    rows.push(rowOf('gdal_calc.py, maximum of the same', 's', [gdalS]))
    rows.push(rowOf('its time over that of best_server', '', [gdalS / rasterS]))
  }
  return makeReport('none', rows)
}

/** Writes a raster of received power that decreases with distance and has shadows behind hills. */
async function writeSite(path: string, grid: ReturnType<typeof gridOfLattice>, index: number, cellM: number) {
  const { rows, cols, txRow, txCol } = grid
  const cells = new Float32Array(rows * cols)
  for (let row = 0, at = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, at++) {
      const km = (Math.hypot(row - txRow, col - txCol) * cellM) / 1000
      const shadowDb = 12 * Math.sin(row / 37 + index) * Math.cos(col / 29) + 6 * Math.sin(row / 7 + col / 11)
      cells[at] = km > RANGE_M / 1000 ? Number.NaN : -70 - 35 * Math.log10(0.2 + km) + shadowDb
    }
  }
  const writer = await openRasterWriter(path, {
    geometry: grid,
    kind: 'float',
    metadata: {},
    description: '',
  })
  await writer.writeRows(cells)
  await writer.close()
}

function tileOver(z: number) {
  const side = 2 ** z
  const x = Math.floor(((FIRST.lonDeg + 180) / 360) * side)
  const sine = Math.sin((FIRST.latDeg * Math.PI) / 180)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side)
  return { z, x, y }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Runs gdal_calc.py on the maximum so far and 20 sites at a time, because it accepts at most 26 rasters. */
async function gdalSeconds(
  folder: string,
  count: number,
  geometry: ReturnType<typeof networkLattice>['geometry'],
): Promise<number> {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const corners = [westDeg, northDeg, westDeg + cols * cellLonDeg, northDeg - rows * cellLatDeg].map(String)
  const placed: string[] = []
  for (let index = 0; index < count; index++) {
    const path = join(folder, `placed_${index}.vrt`)
    const size = ['-projwin', ...corners, '-of', 'VRT', '-a_nodata', 'nan']
    command('gdal_translate', ['-q', ...size, join(folder, `sim_${index}.tif`), path])
    placed.push(path)
  }
  const start = performance.now()
  let before: string[] = []
  for (let first = 0; first < count; first += 20) {
    const inputs = [...before, ...placed.slice(first, first + 20)]
    const letters = inputs.map((_, at) => String.fromCharCode(65 + at))
    const path = join(folder, `max_${first}.tif`)
    const calc = `fmax.reduce([${letters.join(',')}])`
    command('gdal_calc.py', [
      ...inputs.flatMap((input, at) => [`-${letters[at]}`, input]),
      ...['--calc', calc, '--outfile', path, '--quiet', '--overwrite', '--hideNoData'],
    ])
    for (const one of before) await rm(one)
    before = [path]
  }
  if (!(await stat(before[0])).isFile()) throw new Error('gdal_calc.py wrote nothing.')
  return (performance.now() - start) / 1000
}

function command(name: string, words: readonly string[]): void {
  const { error, status, stderr } = spawnSync(name, words, { encoding: 'utf8', timeout: GDAL_TIMEOUT_MS })
  if (error || status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`)
}
