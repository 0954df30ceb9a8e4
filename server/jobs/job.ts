/**
 * A job: all input of a simulation, as serializable data. For a given kind of backend, the job alone determines
 * every byte of the rasters.
 */

import { createHash } from 'node:crypto'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { gridOfLattice, type RasterGrid, rasterGrid, reachOf } from '../../kernels/geodesy/raster-grid.ts'
import { around } from '../../storage/terrain/plan/bounds.ts'
import type { Bounds, TileUsed } from '../../storage/terrain/types.ts'
import { version } from '../config/config.ts'
import type { ClassLayer } from '../config/layers.ts'
import { cellsInCircle } from '../config/limits.ts'
import { canonicalJson } from '../http/validation/canonical-json.ts'
import { isOfMap } from '../requests/ends.ts'
import { cellSidesM, type Grid, gridOfCells, latticeOfGrid, resolutionOfGrid } from '../requests/grid.ts'
import { placesOf } from '../requests/search.ts'
import type { SimulationParams } from '../requests/simulation.ts'

export interface Disc {
  latDeg: number
  lonDeg: number
  rangeM: number
  /** Bounds of the terrain to read, slightly larger than the disc. */
  bounds: Bounds
}

export interface Job {
  /** Version of the engine; within a minor version, equal jobs produce equal bytes. */
  version: string
  params: SimulationParams
  disc: Disc
  grid: RasterGrid
  /** Land-cover layers, if clutter at transmitter or receiver comes from the map; highest priority first. */
  layers?: readonly ClassLayer[]
}

/** True if the clutter at the transmitter or receiver comes from the land-cover map. */
export function usesMap({
  tx_clutter,
  rx_clutter,
}: Pick<SimulationParams, 'tx_clutter' | 'rx_clutter'>): boolean {
  return isOfMap(tx_clutter) || isOfMap(rx_clutter)
}

export function jobOf(params: SimulationParams, layers: readonly ClassLayer[] = []): Job {
  const { tx_lat: latDeg, tx_lon: lonDeg, resolution, max_range, grid: asked } = params
  const rangeM = 1000 * max_range
  const grid = asked
    ? gridOfLattice(latticeOfGrid(asked), latDeg, lonDeg, rangeM)
    : rasterGrid(latDeg, lonDeg, resolution, rangeM)
  const disc = params.search
    ? discOver(placesOf(params.search).map((place) => candidateJob(params, place).disc))
    : { latDeg, lonDeg, rangeM, bounds: boundsAround(latDeg, lonDeg, grid) }
  return {
    version,
    params,
    disc,
    grid,
    ...(usesMap(params) && {
      layers: layers.map(({ name, attribution, table }) => ({ name, attribution, table })),
    }),
  }
}

/** Job of a site search's candidate: a simulation at the candidate's position, on the search's lattice. */
export function candidateJob(
  { search: _search, ...params }: SimulationParams,
  { latDeg: tx_lat, lonDeg: tx_lon }: Pick<Disc, 'latDeg' | 'lonDeg'>,
  layers?: readonly ClassLayer[],
): Job {
  const grid = gridOf(params as SimulationParams)
  const resolution = resolutionOfGrid(grid, tx_lat)
  return jobOf({ ...params, grid, resolution, tx_lat, tx_lon } as SimulationParams, layers)
}

/** Disc that contains all discs; longitudes are wrapped to within 180° of the first. */
function discOver(discs: readonly Disc[]): Disc {
  const [first] = discs
  const bounds = discs
    .map(({ bounds, lonDeg }) => {
      const turnsDeg = 360 * Math.round((lonDeg - first.lonDeg) / 360)
      return { ...bounds, westDeg: bounds.westDeg - turnsDeg, eastDeg: bounds.eastDeg - turnsDeg }
    })
    .reduce(around)
  const { southDeg, westDeg, northDeg, eastDeg } = bounds
  const latDeg = (southDeg + northDeg) / 2
  const perDegree = metresPerDegree(latDeg)
  const rangeM = Math.hypot(
    (perDegree.lat * (northDeg - southDeg)) / 2,
    (perDegree.lon * (eastDeg - westDeg)) / 2,
  )
  return { latDeg, lonDeg: (westDeg + eastDeg) / 2, rangeM, bounds }
}

/** Grid to which other simulations align their cells to match this simulation. */
export function gridOf(params: SimulationParams): Grid {
  return params.grid ?? gridOfCells(jobOf(params).grid)
}

export function cellsOf({ max_range, resolution, grid, tx_lat }: SimulationParams): number {
  if (grid === undefined) return cellsInCircle(max_range, resolution)
  const { latM, lonM } = cellSidesM(grid, tx_lat)
  return cellsInCircle(max_range, Math.sqrt(latM * lonM))
}

/** Job rebuilt by the current version of the engine from the same parameters. */
export function ofThisVersion(job: Job): Job {
  return job.version === version ? job : jobOf(job.params, job.layers)
}

function boundsAround(latDeg: number, lonDeg: number, grid: RasterGrid): Bounds {
  const reach = reachOf(grid)
  const halfLat = (reach.rows + 1) * grid.cellLatDeg
  const halfLon = (reach.cols + 1) * grid.cellLonDeg
  return {
    southDeg: latDeg - halfLat,
    northDeg: latDeg + halfLat,
    westDeg: lonDeg - halfLon,
    eastDeg: lonDeg + halfLon,
  }
}

/** SHA-256 hash (hex) of a job and the terrain files read; equal hashes mean equal rasters. */
export function jobHash({ version, layers, ...job }: Job, tiles: readonly TileUsed[]): string {
  const tables = layers?.map(({ name, table }) => ({ name, table }))
  const minor = version.split('.').slice(0, 2).join('.')
  return createHash('sha256')
    .update(canonicalJson({ minor, ...job, ...(tables && { layers: tables }), tiles }))
    .digest('hex')
}
