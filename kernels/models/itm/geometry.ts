/** Geometry of a batch of paths, computed in float64 in a worker thread: input of ITM's GPU kernel. */

import { type PathBatch, takeCurve } from '../../engines/loss/path-batch.ts'
import { PATH_NUMBERS } from '../../engines/loss/shapes.ts'
import type { PathTerms } from '../../model.ts'
import { openReader } from '../../simd/path-reader.ts'
import type { LentPosts } from '../../simd/posts.ts'
import { PathCurve, type PostHeights } from '../../terrain/ground.ts'
import { serve } from '../../threads/serve.ts'
import { GroundReader } from './read-ground.ts'
import { describePath } from './read-loss.ts'
import { ITM_PATH_NUMBERS, ITM_PATH_SLOTS, ItmPath } from './records.ts'

const SLOTS = Object.entries(ITM_PATH_SLOTS) as [keyof ItmPath, number][]

/** Data of one job for the geometry of its paths; plain data that can be sent to a thread. */
export interface GeometryJob {
  posts: PostHeights
  /** Posts in WebAssembly's memory; `undefined` if the posts exceed this memory. */
  lent: LentPosts | undefined
  terms: PathTerms
  /** Surface refractivity at sea level in N-units. */
  refractivity: number
}

export type Paths = Pick<PathBatch, 'columns' | 'distancesM' | 'count'>

/**
 * Returns a function that writes the geometry of a batch of paths to `columns` [ITM_PATH_NUMBERS][pitch].
 * Distance 0 means that ITM has no result: unknown ground, or heights outside its limits.
 */
export function batchGeometry({ posts, lent, terms, refractivity }: GeometryJob) {
  const reader = new GroundReader({ posts, reader: lent && openReader(lent, posts) }, terms.txAntennaM)
  const curve = new PathCurve()
  const path = new ItmPath()
  return ({ columns: curves, distancesM, count }: Paths, columns: Float32Array): void => {
    const pitch = curves.length / PATH_NUMBERS
    for (let at = 0; at < count; at++) {
      takeCurve(curves, at, curve)
      const ground = reader.read(curve, distancesM[at])
      if (!ground || !describePath(ground, refractivity, terms, path)) continue
      for (const [name, slot] of SLOTS) columns[slot * pitch + at] = path[name]
    }
  }
}

serve<GeometryJob, ReturnType<typeof batchGeometry>, Paths, Float32Array>(
  batchGeometry,
  (describe, paths) => {
    const columns = new Float32Array((ITM_PATH_NUMBERS * paths.columns.length) / PATH_NUMBERS)
    describe(paths, columns)
    return { answer: columns, moved: [columns.buffer] }
  },
)
