/** Sums of weights, such as inhabitants, by zone of the cell that contains each place, or by bin for all views. */

import { writeFile } from 'node:fs/promises'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { withoutReplacedFiles } from '../../../storage/terrain/files/replaced.ts'
import { around, overlap } from '../../../storage/terrain/plan/bounds.ts'
import type { Bounds } from '../../../storage/terrain/types.ts'
import { readArea } from '../../requests/places.ts'
import type { WeightedPlaces, WeightLayer, WeightSource } from '../../weights/weight-sources.ts'
import { type AreaOptions, binnerOf, packed, unpacked } from './bins.ts'
import { cellAt, type FoundCells, gridPosition, readCellsAt } from './cells.ts'
import { IndexedArea, PlacesByLatitude } from './inside.ts'
import { type Area, areaOf } from './polygons.ts'
import type { ResultSource } from './source.ts'

export interface WeightsOptions extends AreaOptions {
  /** Layers with the identity of their files; stored sums are valid for this identity. */
  layers: { name: string; identity: string }[]
}

/** Sums by zone for each area, or for the whole result. A place counts in the zone of the place's cell. */
export async function weighZones(
  source: ResultSource,
  areas: readonly Area[] | undefined,
  from: WeightSource,
): Promise<Float64Array[]> {
  const columnsOf = ({ zones }: Pick<FoundCells, 'zones'>) => Int32Array.from(zones, (zone) => zone - 1)
  return weigh(source, areas, from, { count: source.zones.length, columnsOf })
}

/** Scans the layers' files again if the identity differs, as the worker thread may not know the newest files. */
export async function expireReplaced(
  geometry: RasterGeometry,
  wanted: WeightsOptions['layers'],
  layers: readonly WeightLayer[],
): Promise<void> {
  const bounds = rasterBounds(geometry)
  for (const [index, { files }] of layers.entries()) {
    if ((await files.identify(bounds)).identity !== wanted[index]?.identity) files.expire()
  }
}

export async function makeWeights(
  source: ResultSource,
  { area, layers: wanted }: WeightsOptions,
  path: string,
  layers: readonly WeightLayer[],
): Promise<void> {
  await expireReplaced(source.geometry, wanted, layers)
  const { values, fill } = binnerOf(source)
  const areas = area && [areaOf(readArea(area), source.geometry)]
  const columnsOf = ({ zones, cells }: FoundCells) => {
    const bins = new Uint16Array(cells.length)
    fill(bins, cells, 0, cells.length)
    return Int32Array.from(bins, (bin, at) => (zones[at] === 0 ? -1 : bin))
  }
  const weights: number[] = []
  for (const layer of layers) {
    const [sums] = await weigh(source, areas, layer, { count: values.length, columnsOf })
    weights.push(...sums)
  }
  await writeFile(path, packed(source, values, weights))
}

/** Parses the inflated output of `makeWeights`. */
export function readWeights(bytes: Uint8Array) {
  const { ofBins, ...bins } = unpacked(bytes)
  const count = bins.values.length
  const weights = Array.from({ length: ofBins.length / count }, (_, at) =>
    ofBins.subarray(count * at, count * (at + 1)),
  )
  return { ...bins, weights }
}

interface Columns {
  count: number
  /** Column of the sums to which each place is added; negative for places that are not added. */
  columnsOf(found: FoundCells): Int32Array
}

async function weigh(
  source: ResultSource,
  areas: readonly Area[] | undefined,
  from: WeightSource,
  { count, columnsOf }: Columns,
): Promise<Float64Array[]> {
  const indexed = areas?.map((area) => new IndexedArea(area))
  const bounds = boundsOver(source.geometry, indexed)
  return withoutReplacedFiles(async () => {
    const sums = Array.from({ length: areas?.length ?? 1 }, () => new Float64Array(count))
    if (bounds === undefined) return sums
    await from.read(bounds, async (places) => {
      const { amounts, latDeg } = places
      const { found, lonDeg } = await cellsOf(source, places)
      const columns = columnsOf(found)
      if (indexed === undefined) {
        for (let at = 0; at < amounts.length; at++) if (columns[at] >= 0) sums[0][columns[at]] += amounts[at]
        return
      }
      const ordered = new PlacesByLatitude(latDeg)
      for (const [index, area] of indexed.entries()) {
        for (const at of ordered.between(area.southDeg, area.northDeg)) {
          if (columns[at] >= 0 && area.contains(latDeg[at], lonDeg[at]))
            sums[index][columns[at]] += amounts[at]
        }
      }
    })
    return sums
  })
}

async function cellsOf(source: ResultSource, { latDeg, lonDeg, amounts, zones }: WeightedPlaces) {
  const { geometry } = source
  const indices = new Float64Array(amounts.length)
  const turnedDeg = new Float64Array(amounts.length)
  for (let at = 0; at < amounts.length; at++) {
    const position = gridPosition(geometry, latDeg[at], lonDeg[at])
    indices[at] = cellAt(geometry, position)
    turnedDeg[at] = geometry.westDeg + position.col * geometry.cellLonDeg
  }
  const found = zones ? { zones, cells: new Float32Array() } : await readCellsAt(source, indices)
  return { found, lonDeg: turnedDeg }
}

export function rasterBounds(geometry: RasterGeometry): Bounds {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  return { southDeg: northDeg - rows * cellLatDeg, northDeg, westDeg, eastDeg: westDeg + cols * cellLonDeg }
}

/** Part of the raster that may contain areas; `undefined` if all areas are outside. */
export function boundsOver(
  geometry: RasterGeometry,
  areas: readonly Bounds[] | undefined,
): Bounds | undefined {
  const whole = rasterBounds(geometry)
  if (areas === undefined) return whole
  const some = areas.filter(({ southDeg, northDeg }) => southDeg <= northDeg)
  return some.length > 0 ? overlap(whole, some.reduce(around)) : undefined
}
