/** `grid` of a request: lattice of the simulation's cells, so that results of several transmitters align. */

import { type Static, Type } from 'typebox'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { CellLattice } from '../../kernels/geodesy/raster-grid.ts'
import { measure, strictObject } from '../http/schemas/common.ts'
import { echo } from '../http/validation/messages.ts'
import type { Context, Values } from './field.ts'

/** Maximum step in degrees; a kilometre of longitude at 85 degrees of latitude is 0.1 degrees. */
const LARGEST_STEP_DEG = 1
/** Maximum ratio of the sides of a cell in metres, at the transmitter. */
const LARGEST_RATIO = 2
/** Maximum relative difference between `resolution` and the cell height of the grid. */
const SAME_SIZE = 0.01

const step = (description: string, example: number) =>
  measure('degrees', { exclusiveMinimum: 0, maximum: LARGEST_STEP_DEG, examples: [example] }, description)

const Lattice = strictObject(
  'Grid',
  'Grid of the cells, unbounded in all directions, or the ID of a simulation of the account whose cells are used. Results on the same grid align cell by cell; results more than 180 degrees from west align only if step_lon divides 360. The transmitter may be anywhere in a cell. Without a grid, or with null, cells are square and the transmitter is at the center of a cell',
  {
    west: measure(
      'degrees',
      { minimum: -180, maximum: 180, examples: [11] },
      'Longitude of the western edge of a cell',
    ),
    north: measure(
      'degrees',
      { minimum: -90, maximum: 90, examples: [50] },
      'Latitude of the northern edge of a cell',
    ),
    step_lon: step('Width of a cell', 0.0004),
    step_lat: step('Height of a cell', 0.00025),
  },
)
export type Grid = Static<typeof Lattice>

/** Grid of a request: a lattice, the id of a simulation, or null. Recorded `params` have a lattice or null. */
export const GridField = Type.Unsafe<Grid | string | null>({
  ...Lattice,
  type: ['object', 'string', 'null'],
  maxLength: 100,
})

export function latticeOfGrid({ west, north, step_lon, step_lat }: Grid): CellLattice {
  return { westDeg: west, northDeg: north, cellLonDeg: step_lon, cellLatDeg: step_lat }
}

export function gridOfCells({ westDeg, northDeg, cellLonDeg, cellLatDeg }: CellLattice): Grid {
  return { west: westDeg, north: northDeg, step_lon: cellLonDeg, step_lat: cellLatDeg }
}

/** Sides of a cell in metres at a latitude. */
export function cellSidesM({ step_lat, step_lon }: Grid, latDeg: number) {
  const perDegree = metresPerDegree(latDeg)
  return { latM: step_lat * perDegree.lat, lonM: step_lon * perDegree.lon }
}

/** `resolution` for a grid: the height of a cell in metres at the transmitter. */
export function resolutionOfGrid(grid: Grid, latDeg: number): number {
  return Number(cellSidesM(grid, latDeg).latM.toFixed(4))
}

/** Errors of `grid`; `limits` are those of `resolution`, in metres. */
export function gridErrors({ values }: Context, limits: { minimum: number; maximum: number }) {
  const { grid, tx_lat: latDeg, resolution } = values
  if (!isGrid(grid) || typeof latDeg !== 'number' || !(Math.abs(latDeg) <= 90)) return []
  const { latM, lonM } = cellSidesM(grid, latDeg)
  if (!(latM >= limits.minimum && latM <= limits.maximum)) {
    const sentence = `grid.step_lat must be between ${limits.minimum} and ${limits.maximum} metres at the transmitter, got ${echo(latM)} metres`
    return [['grid/step_lat', sentence] as const]
  }
  const ratio = lonM / latM
  if (!(ratio >= 1 / LARGEST_RATIO && ratio <= LARGEST_RATIO)) {
    const sentence = `grid.step_lon must be ${1 / LARGEST_RATIO} to ${LARGEST_RATIO} times as many metres at the transmitter as grid.step_lat, got ${ratio.toPrecision(3)} times`
    return [['grid/step_lon', sentence] as const]
  }
  if (typeof resolution !== 'number' || Math.abs(resolution / latM - 1) <= SAME_SIZE) return []
  const sentence = `resolution follows from grid: leave it out, or ${resolutionOfGrid(grid, latDeg)}, got ${echo(resolution)}`
  return [['resolution', sentence] as const]
}

export function isGrid(grid: unknown): grid is Grid {
  if (typeof grid !== 'object' || grid === null) return false
  return ['west', 'north', 'step_lon', 'step_lat'].every((name) => Number.isFinite((grid as Values)[name]))
}
