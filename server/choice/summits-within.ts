import { setImmediate } from 'node:timers/promises'
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
  const posts = await postsWithin(terrain, bounds, MAXIMUM_POSTS)
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

/**
 * Elevation posts around the bounds, on the lattice of the finest file; every n-th row and column if there
 * are more than `maximum` (at least 4) posts. `undefined` if no file covers the bounds. Reads no heights.
 */
async function postsWithin(
  terrain: Pick<Terrain, 'openArea'>,
  bounds: Bounds,
  maximum: number,
): Promise<{ area: TerrainArea; rectangle: PostRectangle } | undefined> {
  const finest = await terrain.openArea(bounds)
  let area = finest
  let every = 1
  while (finest && area) {
    const rectangle = rectangleAround(area.lattice, bounds, 0)
    const posts = rectangle.rows * rectangle.cols
    if (posts <= maximum) return { area, rectangle }
    every = Math.max(every + 1, Math.floor(every * Math.sqrt(posts / maximum)))
    area = await terrain.openArea(bounds, { spacingM: every * finest.postSpacingM })
  }
  return undefined
}
