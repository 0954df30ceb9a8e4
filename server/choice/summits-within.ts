import { setImmediate } from 'node:timers/promises'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { rectangleAround } from '../../storage/terrain/tiles/lattice.ts'
import type { Bounds, PostRectangle, Terrain, TerrainArea } from '../../storage/terrain/types.ts'
import { latticeWithin } from '../jobs/posts.ts'
import { type Summit, type SummitOptions, summitsOf } from './summits.ts'

/** Maximum number of elevation posts in a summit search; of more posts, every n-th row and column is read. */
const MAXIMUM_POSTS = 2 ** 21

/** Highest summits, in descending order; `undefined` if the terrain is unknown. */
export async function summitsWithin(
  terrain: Pick<Terrain, 'openArea'>,
  bounds: Bounds,
  options: SummitOptions,
): Promise<Summit[] | undefined> {
  const posts = await postsWithin(terrain, bounds)
  if (posts === undefined) return undefined
  const { area, rectangle } = posts
  const heightsM = await area.read(rectangle)
  const steps = summitsOf({ ...latticeWithin(area.lattice, rectangle), heightsM }, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}

/** Height and width of bounds in metres, along the middle parallel. */
export function sidesM({ southDeg, northDeg, westDeg, eastDeg }: Bounds): [heightM: number, widthM: number] {
  const perDegree = metresPerDegree((southDeg + northDeg) / 2)
  return [(northDeg - southDeg) * perDegree.lat, (eastDeg - westDeg) * perDegree.lon]
}

/**
 * Elevation posts around the bounds, on the lattice of the finest file; every n-th row and column if there
 * are more than `MAXIMUM_POSTS`. `undefined` if no file covers the bounds. Reads no heights.
 */
async function postsWithin(
  terrain: Pick<Terrain, 'openArea'>,
  bounds: Bounds,
): Promise<{ area: TerrainArea; rectangle: PostRectangle } | undefined> {
  const finest = await terrain.openArea(bounds)
  let area = finest
  let every = 1
  while (finest && area) {
    const rectangle = rectangleAround(area.lattice, bounds, 0)
    const posts = rectangle.rows * rectangle.cols
    if (posts <= MAXIMUM_POSTS) return { area, rectangle }
    every = Math.max(every + 1, Math.floor(every * Math.sqrt(posts / MAXIMUM_POSTS)))
    area = await terrain.openArea(bounds, { spacingM: every * finest.postSpacingM })
  }
  return undefined
}
