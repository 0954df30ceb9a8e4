/** The ground along a geodesic, read from the terrain that is at hand. */

import { setImmediate } from 'node:timers/promises'
import type { GeodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { postSpacingM, stepsTo } from '../../kernels/profiles/steps.ts'
import { groundM } from '../../kernels/terrain/window.ts'
import type { Bounds, Lattice, PostRectangle, SourceUsed, Terrain } from '../../storage/terrain/types.ts'
import { Problem } from '../errors.ts'
import { MAXIMUM_POINTS } from './schemas.ts'

/** Posts that are read at a time: some hundred points of a path, and the event loop is free in between. */
const BATCH_POSTS = 128 * 128
/** Margin for what a geodesic strays from the points of which its bounds are taken. */
const MARGIN_DEG = 0.001

export interface TerrainProfile {
  /** Equal steps, from 0. */
  distancesM: Float64Array
  /** Ground in metres, bilinear between posts. */
  heightsM: Float64Array
  /** Every how many points make the path that a raster's loss is of. */
  stride: number
  postSpacingM: number
  sources: SourceUsed[]
}

interface Position {
  latDeg: number
  lonDeg: number
}

/**
 * The profile along a geodesic, in half the steps of a raster's path, so that no point is far from the top of a ridge
 * between; in whole ones where that would be too many. Throws a `Problem`
 * (`terrain_unavailable`) that says where the ground is unknown; nothing is downloaded.
 */
export async function terrainProfile(
  terrain: Terrain,
  path: GeodesicPath,
  terrainSpacingM?: number,
): Promise<TerrainProfile> {
  const { distanceM } = path
  const area = await terrain.openArea(boundsOf(path), { spacingM: terrainSpacingM })
  if (area === undefined) throw unknownAt(0)
  const { lattice } = area
  const postM = postSpacingM(lattice.latStepDeg, lattice.lonStepDeg, path.at(0).latDeg)
  const steps = Math.min(stepsTo(distanceM, postM), MAXIMUM_POINTS - 1)
  const stride = 2 * steps < MAXIMUM_POINTS ? 2 : 1
  const points = stride * steps + 1
  const distancesM = Float64Array.from({ length: points }, (_, at) => (at * distanceM) / (points - 1))
  const heightsM = new Float64Array(points)
  for (let at = 0; at < points; ) {
    const batch = batchFrom(lattice, path, distancesM, at)
    const { firstRow, firstCol, rows, cols } = batch.rectangle
    const posts = {
      ...lattice,
      northDeg: lattice.northDeg - firstRow * lattice.latStepDeg,
      westDeg: lattice.westDeg + firstCol * lattice.lonStepDeg,
      rows,
      cols,
      heightsM: await area.read(batch.rectangle),
    }
    for (const { latDeg, lonDeg } of batch.positions) {
      const height = groundM(posts, latDeg, lonDeg)
      if (Number.isNaN(height)) throw unknownAt(distancesM[at])
      heightsM[at++] = height
    }
    // Cached posts are read without yielding to the event loop.
    await setImmediate()
  }
  return { distancesM, heightsM, stride, postSpacingM: area.postSpacingM, sources: area.used().sources }
}

function unknownAt(distanceM: number): Problem {
  const where =
    distanceM === 0 ? 'under the transmitter' : `${(distanceM / 1000).toFixed(3)} km along the path`
  return new Problem('terrain_unavailable', `The elevation of the ground ${where} is not known.`)
}

function boundsOf({ distanceM, at }: GeodesicPath): Bounds {
  const positions = Array.from({ length: 65 }, (_, i) => at((i / 64) * distanceM))
  const lats = positions.map(({ latDeg }) => latDeg)
  const lons = positions.map(({ lonDeg }) => lonDeg)
  return {
    southDeg: Math.min(...lats) - MARGIN_DEG,
    northDeg: Math.max(...lats) + MARGIN_DEG,
    westDeg: Math.min(...lons) - MARGIN_DEG,
    eastDeg: Math.max(...lons) + MARGIN_DEG,
  }
}

/** As many points from one on as a rectangle of bounded size holds the posts of, at least one. */
function batchFrom(lattice: Lattice, path: GeodesicPath, distancesM: Float64Array, first: number) {
  const positions: Position[] = []
  let rectangle: PostRectangle | undefined
  for (let at = first; at < distancesM.length; at++) {
    const position = path.at(distancesM[at])
    const grown = withPosition(lattice, rectangle, position)
    if (rectangle !== undefined && grown.rows * grown.cols > BATCH_POSTS) break
    rectangle = grown
    positions.push(position)
  }
  return { positions, rectangle: rectangle as PostRectangle }
}

/** The rectangle extended to the posts around a position, and one more on each side because of rounding. */
function withPosition(
  { northDeg, westDeg, latStepDeg, lonStepDeg }: Lattice,
  rectangle: PostRectangle | undefined,
  { latDeg, lonDeg }: Position,
): PostRectangle {
  const row = Math.floor((northDeg - latDeg) / latStepDeg)
  const col = Math.floor((lonDeg - westDeg) / lonStepDeg)
  const before = rectangle ?? { firstRow: row - 1, firstCol: col - 1, rows: 0, cols: 0 }
  const firstRow = Math.min(before.firstRow, row - 1)
  const firstCol = Math.min(before.firstCol, col - 1)
  return {
    firstRow,
    firstCol,
    rows: Math.max(before.firstRow + before.rows, row + 3) - firstRow,
    cols: Math.max(before.firstCol + before.cols, col + 3) - firstCol,
  }
}
