import { join } from 'node:path'
import type { Test } from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { lookOf } from '../../server/compute/outputs.ts'
import { ResultSource } from '../../server/results/products/source.ts'
import type { Subject } from '../../server/results/products/subject.ts'
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
  /** Also of the layer `class`. */
  classOf?(eastM: number, northM: number): number
}

export interface Made {
  source: ResultSource
  subject: Subject
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
  } = options
  const folder = t.testdir()
  const geometry = rasterGrid(latDeg, lonDeg, cellM, 1000 * rangeKm)
  const { rows, cols, halfRows, halfCols, cellLatDeg, cellLonDeg } = geometry
  const look = lookOf(layer, params)
  const isClass = look.kind === 'visibility'
  const count = rows * cols
  const cells = isClass ? new Uint8Array(count).fill(255) : new Float32Array(count).fill(Number.NaN)
  const classes = new Uint8Array(count).fill(255)
  const isInRange = (row: number, col: number) =>
    inverse(latDeg, 0, latDeg + (halfRows - row) * cellLatDeg, (col - halfCols) * cellLonDeg).distanceM <=
    1000 * rangeKm
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      if (!isInRange(row, col)) continue
      const [eastM, northM] = [(col - halfCols) * cellM, (halfRows - row) * cellM]
      cells[row * cols + col] = cell(eastM, northM)
      if (classOf) classes[row * cols + col] = classOf(eastM, northM)
    }
  }
  const [tif, classTif] = ['sim_made.tif', 'sim_made.class.tif']
  await write(join(folder, tif), geometry, cells)
  if (classOf) await write(join(folder, classTif), geometry, classes)
  const subject: Subject = {
    id: 'sim_made',
    tif,
    ...(classOf && { classTif }),
    look,
    params: {
      name: 'A <mast> & "more"',
      tx_lat: latDeg,
      tx_lon: lonDeg,
      max_range: rangeKm,
      tx_height: 30,
      ...params,
    },
    engine: { version: '0', backend: 'webasm', device: 'a processor' },
    sources: [{ name: 'made', attribution: 'made by a test' }],
    completedAt: '2026-11-21T05:16:43.375Z',
  }
  const source = await ResultSource.open(subject, await openStore({ kind: 'folder', folder }))
  t.teardown(() => source.close())
  return { source, subject, path: join(folder, tif), geometry, cells, isInRange }
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
