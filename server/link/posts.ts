/** Posts of an area in bounded memory. */

import { rectangleAround } from '../../storage/terrain/lattice.ts'
import type { Bounds, PostRectangle, Terrain, TerrainArea } from '../../storage/terrain/types.ts'

export interface PostsWithin {
  area: TerrainArea
  rectangle: PostRectangle
}

/**
 * The posts that enclose the bounds, on one lattice: that of the finest file there, every n-th of its rows and columns where there are
 * more than `maximum`, at least 4. `undefined` where no file has any. Nothing is read yet.
 */
export async function postsWithin(
  terrain: Pick<Terrain, 'openArea'>,
  bounds: Bounds,
  maximum: number,
): Promise<PostsWithin | undefined> {
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
