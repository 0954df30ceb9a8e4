/** Reads elevation posts along a path in rectangles of limited size: costs grow only with path length. */

import { setImmediate } from 'node:timers/promises'
import type { GeodesicPathInSegments } from '../../kernels/geodesy/geodesic-segments.ts'
import { groundAtM } from '../../kernels/terrain/parts.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { around } from '../../storage/terrain/plan/bounds.ts'
import { intersect, rectangleAround } from '../../storage/terrain/tiles/lattice.ts'
import type { Bounds, PostRectangle, TerrainPart } from '../../storage/terrain/types.ts'
import { latticeWithin } from '../jobs/posts.ts'

/** Maximum number of posts per read; the event loop runs between reads. */
const BATCH_POSTS = 128 * 128
/** Number of path positions that define a stretch's bounds; a margin covers the path in between. */
const POSITIONS = 9
const MARGIN_POSTS = 3

/** Stretch of the path with terrain grids, finest first; the first grid at a point determines the height. */
export interface Stretch {
  toM: number
  /** One grid per terrain part; `undefined` where the part does not overlap the stretch. */
  grids: (PostGrid | undefined)[]
}

export async function* readCorridor(
  parts: readonly TerrainPart[],
  path: GeodesicPathInSegments,
  start: { latDeg: number; lonDeg: number },
): AsyncGenerator<Stretch> {
  let fromM = 0
  let lengthM = path.distanceM
  while (fromM < path.distanceM) {
    let rectangles = rectanglesOf(parts, boundsOf(path, start, fromM, fromM + lengthM))
    while (postsOf(rectangles) > BATCH_POSTS && lengthM > 1) {
      lengthM /= 2
      rectangles = rectanglesOf(parts, boundsOf(path, start, fromM, fromM + lengthM))
    }
    const grids = await readGrids(parts, rectangles)
    const toM = Math.min(path.distanceM, fromM + lengthM)
    yield { toM, grids }
    fromM = toM
    // The next stretch of the path is at most 1.5 times as long as the previous stretch.
    lengthM = Math.min(path.distanceM - fromM, 1.5 * lengthM)
    // Yields explicitly, because reads from the cache do not yield to the event loop.
    await setImmediate()
  }
}

export async function gridsWithin(parts: readonly TerrainPart[], bounds: Bounds): Promise<PostGrid[]> {
  const grids = await readGrids(parts, rectanglesOf(parts, bounds))
  return grids.filter((grid) => grid !== undefined)
}

export function postsWithin(parts: readonly TerrainPart[], bounds: Bounds): number {
  return postsOf(rectanglesOf(parts, bounds))
}

export async function groundAt(
  parts: readonly TerrainPart[],
  latDeg: number,
  lonDeg: number,
): Promise<number> {
  return groundAtM(await gridsWithin(parts, pointBounds(latDeg, lonDeg)), latDeg, lonDeg)
}

function pointBounds(latDeg: number, lonDeg: number): Bounds {
  return { southDeg: latDeg, northDeg: latDeg, westDeg: lonDeg, eastDeg: lonDeg }
}

async function readGrids(
  parts: readonly TerrainPart[],
  rectangles: readonly (PostRectangle | undefined)[],
): Promise<Stretch['grids']> {
  const grids: Stretch['grids'] = []
  for (const [i, { area }] of parts.entries()) {
    const at = rectangles[i]
    grids.push(at && { ...latticeWithin(area.lattice, at), heightsM: await area.read(at) })
  }
  return grids
}

function postsOf(rectangles: readonly (PostRectangle | undefined)[]): number {
  return rectangles.reduce((sum, at) => sum + (at ? at.rows * at.cols : 0), 0)
}

/** For each terrain part, the rectangle of elevation posts within the bounds. */
function rectanglesOf(parts: readonly TerrainPart[], bounds: Bounds): (PostRectangle | undefined)[] {
  return parts.map(({ area, bounds: own }) => {
    const around = rectangleAround(area.lattice, bounds, MARGIN_POSTS)
    const part = own === undefined ? around : intersect(around, rectangleAround(area.lattice, own, 0))
    // A single row or column of posts cannot be interpolated.
    return part !== undefined && part.rows > 1 && part.cols > 1 ? part : undefined
  })
}

export function boundsOf(
  path: GeodesicPathInSegments,
  { latDeg, lonDeg }: { latDeg: number; lonDeg: number },
  fromM: number,
  toM: number,
  positions = POSITIONS,
): Bounds {
  return Array.from({ length: positions }, (_, i) => {
    path.moveTo(Math.min(path.distanceM, fromM + ((toM - fromM) * i) / (positions - 1)))
    return pointBounds(latDeg + path.latDeg, lonDeg + path.lonDeg)
  }).reduce(around)
}
