import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Test } from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { areasOf } from '../../server/results/areas.ts'
import { makeBins, readBins } from '../../server/results/products/bins.ts'
import type { PolygonRings } from '../../server/results/products/polygons.ts'
import { type ResultSource, SimulationSource } from '../../server/results/products/source.ts'
import { subjectOf } from '../../server/results/products/subject.ts'
import { type LayerQuery, type ShownLayer, shownLayer } from '../../server/results/views/layers.ts'
import { openStore } from '../../storage/objects/open.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'

export interface MadeResult {
  latDeg?: number
  lonDeg?: number
  cellM?: number
  rangeKm?: number
  layer?: string
  params?: Record<string, unknown>
  /** Of a cell, by metres east and north of the transmitter, roughly; 255 or NaN is unknown. */
  cell(eastM: number, northM: number): number
  /** Of the raster `class` that earlier versions stored. */
  classOf?(eastM: number, northM: number): number
  engineVersion?: string
}

export interface Made {
  source: ResultSource
  /** The same result in another view. */
  viewedAs(query: LayerQuery): ResultSource
  layerOf(query: LayerQuery): ShownLayer
  /** Its file. */
  path: string
  geometry: RasterGeometry
  /** As they stand in the file. */
  cells: Uint8Array | Float32Array
  /** By the geodesic from the transmitter to the centre. */
  isInRange(row: number, col: number): boolean
}

/** A finished layer in the test's folder, without a simulation: for products alone. */
export async function madeResult(t: Test, options: MadeResult): Promise<Made> {
  const {
    latDeg = 47.6,
    lonDeg = 8.9,
    cellM = 100,
    rangeKm = 10,
    layer = 'visible',
    params = {},
    cell,
    classOf,
    engineVersion = '0.4.0',
  } = options
  const folder = t.testdir()
  const geometry = rasterGrid(latDeg, lonDeg, cellM, 1000 * rangeKm)
  const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = geometry
  const request = {
    name: 'A <mast> & "more"',
    tx_lat: latDeg,
    tx_lon: lonDeg,
    max_range: rangeKm,
    tx_height: 30,
    frequency: 868,
    erp: 1,
    layers: [layer],
    ...params,
  }
  const layerOf = (query: LayerQuery) => shownLayer(request, engineVersion, query)
  const { stored } = layerOf({ layer })
  const count = rows * cols
  const cells = ['visible', 'class'].includes(stored)
    ? new Uint8Array(count).fill(255)
    : new Float32Array(count).fill(Number.NaN)
  const classes = new Uint8Array(count).fill(255)
  const inRange = new Uint8Array(count)
  const isInRange = (row: number, col: number) => inRange[row * cols + col] === 1
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const [dLatDeg, dLonDeg] = [(txRow - row) * cellLatDeg, (col - txCol) * cellLonDeg]
      if (inverse(latDeg, 0, latDeg + dLatDeg, dLonDeg).distanceM > 1000 * rangeKm) continue
      inRange[row * cols + col] = 1
      const [eastM, northM] = [(col - txCol) * cellM, (txRow - row) * cellM]
      cells[row * cols + col] = cell(eastM, northM)
      if (classOf) classes[row * cols + col] = classOf(eastM, northM)
    }
  }
  const [tif, classTif] = ['sim_made.tif', 'sim_made.class.tif']
  await write(join(folder, tif), geometry, cells)
  if (classOf) await write(join(folder, classTif), geometry, classes)
  const simulation = {
    id: 'sim_made',
    params: request,
    engine: { version: engineVersion, backend: 'webasm', device: 'a processor' },
    terrain: { sources: [{ name: 'made', attribution: 'made by a test' }] },
    completed_at: '2026-11-21T05:16:43.375Z',
  }
  const subjectIn = (query: LayerQuery) =>
    subjectOf(simulation, layerOf({ layer, ...query }), (of) => (of === 'class' && classOf ? classTif : tif))
  const source = await SimulationSource.open(subjectIn({}), await openStore({ kind: 'folder', folder }))
  t.teardown(() => source.close())
  const viewedAs = (query: LayerQuery) => source.viewedAs(subjectIn(query))
  return { source, viewedAs, layerOf, path: join(folder, tif), geometry, cells, isInRange }
}

/** Statistics of a view, as the service adds them up. */
export async function areasIn(t: Test, made: Made, query: LayerQuery = {}, rings?: PolygonRings) {
  const path = join(t.testdirName, 'made.bins')
  const polygon = rings && { type: 'Polygon', coordinates: rings }
  await makeBins(made.source, polygon ? { area: Buffer.from(JSON.stringify(polygon)) } : {}, path)
  return areasOf(readBins(inflateSync(await readFile(path))), made.viewedAs(query).subject.layer)
}

async function write(
  path: string,
  geometry: RasterGeometry,
  cells: Uint8Array | Float32Array,
): Promise<void> {
  const kind = cells instanceof Uint8Array ? 'visibility' : 'float'
  const writer = await openRasterWriter(path, { geometry, kind, metadata: {}, description: '' })
  await writer.writeRows(cells)
  await writer.close()
}
