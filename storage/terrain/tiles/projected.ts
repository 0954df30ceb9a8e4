import { isWgs84Degrees, type Projection } from '../crs/projection.ts'
import type { PostGrid, Tile } from '../tile.ts'
import type { Bounds, Lattice } from '../types.ts'
import { METRES_PER_DEGREE } from './lattice.ts'

/** This module computes the bounds of a tile in any coordinate system, and its spacing in degrees. */

const BORDER_STEPS = 32
/** Maximum bulge of the border between two sampled posts, as a fraction of the tile size. */
const BULGE_FRACTION = 0.01

/** Lattice of a tile, and projection unless WGS 84 in degrees. Throws an Error if posts are not on the earth. */
export function georeference(
  projection: Projection,
  grid: PostGrid,
  rows: number,
  cols: number,
): Pick<Tile, 'lattice' | 'projected'> {
  const isSound = grid.rowStep > 0 && grid.colStep > 0
  if (!isSound || !Object.values(grid).every(Number.isFinite)) throw new Error('expected a north-up image')
  if (isWgs84Degrees(projection)) return { lattice: geographicLattice(grid, rows, cols) }
  const bounds = boundsOnEarth(projection, grid, rows, cols)
  return {
    lattice: latticeLike(projection, grid, rows, cols, bounds),
    projected: { projection, grid, bounds },
  }
}

function geographicLattice(grid: PostGrid, rows: number, cols: number): Lattice {
  const south = grid.north - (rows - 1) * grid.rowStep
  const width = (cols - 1) * grid.colStep
  if (grid.north > 90.001 || south < -90.001 || Math.abs(grid.west) > 360.001 || width > 720) {
    throw new Error('is outside the world')
  }
  return { northDeg: grid.north, westDeg: grid.west, latStepDeg: grid.rowStep, lonStepDeg: grid.colStep }
}

function boundsOnEarth(projection: Projection, grid: PostGrid, rows: number, cols: number): Bounds {
  const out = new Float64Array(2)
  const project = (row: number, col: number): boolean => {
    projection.inverse(grid.west + col * grid.colStep, grid.north - row * grid.rowStep, out)
    return !Number.isNaN(out[0]) && Math.abs(out[1]) <= 90.001
  }
  if (!project((rows - 1) / 2, (cols - 1) / 2)) throw new Error('is outside the world')
  const middleDeg = out[0]
  const bounds = { northDeg: -Infinity, southDeg: Infinity, westDeg: Infinity, eastDeg: -Infinity }
  // Inner posts are sampled too, because a tile that contains a pole has extremes inside.
  for (let i = 0; i <= BORDER_STEPS; i++) {
    for (let j = 0; j <= BORDER_STEPS; j++) {
      if (!project(((rows - 1) * i) / BORDER_STEPS, ((cols - 1) * j) / BORDER_STEPS)) continue
      const lonDeg = out[0] - 360 * Math.round((out[0] - middleDeg) / 360)
      bounds.northDeg = Math.max(bounds.northDeg, out[1])
      bounds.southDeg = Math.min(bounds.southDeg, out[1])
      bounds.westDeg = Math.min(bounds.westDeg, lonDeg)
      bounds.eastDeg = Math.max(bounds.eastDeg, lonDeg)
    }
  }
  for (const pole of [90, -90]) {
    projection.forward(middleDeg, pole, out)
    const row = (grid.north - out[1]) / grid.rowStep
    const col = (out[0] - grid.west) / grid.colStep
    if (!(row >= 0 && row <= rows - 1 && col >= 0 && col <= cols - 1)) continue
    // A tile spans all longitudes only if the pole is a point; cylindrical projections show a pole as a line.
    projection.forward(middleDeg + 120, pole, out)
    if (Math.hypot((out[0] - grid.west) / grid.colStep - col, (grid.north - out[1]) / grid.rowStep - row) > 1)
      continue
    bounds.westDeg = middleDeg - 180
    bounds.eastDeg = middleDeg + 180
    if (pole > 0) bounds.northDeg = 90
    else bounds.southDeg = -90
  }
  const lat = BULGE_FRACTION * (bounds.northDeg - bounds.southDeg)
  const lon = BULGE_FRACTION * (bounds.eastDeg - bounds.westDeg)
  return {
    northDeg: Math.min(90, bounds.northDeg + lat),
    southDeg: Math.max(-90, bounds.southDeg - lat),
    westDeg: bounds.westDeg - lon,
    eastDeg: bounds.eastDeg + lon,
  }
}

/** Geographic lattice of similar density, at whole multiples of the steps, so that similar tiles share a lattice. */
function latticeLike(
  projection: Projection,
  grid: PostGrid,
  rows: number,
  cols: number,
  bounds: Bounds,
): Lattice {
  const here = new Float64Array(2)
  const there = new Float64Array(2)
  const x = grid.west + ((cols - 1) / 2) * grid.colStep
  const y = grid.north - ((rows - 1) / 2) * grid.rowStep
  projection.inverse(x, y, here)
  const shrink = Math.max(0.01, Math.cos((here[1] * Math.PI) / 180))
  const distanceDeg = (dx: number, dy: number) => {
    projection.inverse(x + dx, y + dy, there)
    const lon = there[0] - here[0] - 360 * Math.round((there[0] - here[0]) / 360)
    return Math.hypot(lon * shrink, there[1] - here[1])
  }
  const latStepDeg = roundStep(distanceDeg(0, grid.rowStep))
  const lonStepDeg = roundStep(distanceDeg(grid.colStep, 0) / shrink)
  return {
    northDeg: Math.ceil(bounds.northDeg / latStepDeg) * latStepDeg,
    westDeg: Math.floor(bounds.westDeg / lonStepDeg) * lonStepDeg,
    latStepDeg,
    lonStepDeg,
  }
}

/** Nearest step of which a whole number fits into a degree; steps above 0.1 degrees are kept. */
function roundStep(stepDeg: number): number {
  if (!(stepDeg * METRES_PER_DEGREE > 1e-3)) throw new Error('its posts coincide')
  return stepDeg > 0.1 ? stepDeg : 1 / Math.round(1 / stepDeg)
}
