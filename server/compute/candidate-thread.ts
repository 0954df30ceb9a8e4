/** Worker thread that computes candidates one by one over shared elevation posts, for `candidates.ts`. */

import { openProcessor } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import type { EngineName, VisibilityModel } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { givePosts, type LentPosts, lowerPosts, sharedPosts, takeLent } from '../../kernels/simd/posts.ts'
import { VISIBLE } from '../../kernels/terrain/classes.ts'
import { runAtOnce } from '../../kernels/terrain/job-ground.ts'
import { giveRaster } from '../../kernels/terrain/spare-memory.ts'
import type { PostGrid, PostLattice } from '../../kernels/terrain/window.ts'
import { serve } from '../../kernels/threads/serve.ts'
import type { PlacedJob } from '../choice/candidate-lattice.ts'
import { type CellSet, cellSetOf } from '../choice/cell-sets.ts'
import { JobError } from './errors.ts'
import { groundOver } from './ground.ts'
import { copyWindow } from './shared-ground.ts'
import { visibleCells } from './visibility.ts'

export interface CandidateThreadJob {
  grid: PostGrid
  /** Elevation posts shared by all threads; `undefined` if any height is unknown. */
  posts: LentPosts | undefined
}

export interface CandidateWork {
  placed: PlacedJob
  engine: EngineName
  /** Posts around the candidate, and the position of the first post in the shared grid. */
  posts: PostLattice
  first: { firstRow: number; firstCol: number }
}

export type CandidateAnswer = CellSet | { code: string; detail: string }

let opened: Promise<Engines> | undefined

serve<CandidateThreadJob, CandidateThreadJob, CandidateWork, CandidateAnswer>(
  ({ grid, posts }) =>
    posts ? { grid: { ...grid, heightsM: takeLent(posts, grid.heightsM.length) }, posts } : { grid, posts },
  async (job, work) => {
    try {
      const set = await cellsOf(job, work)
      return { answer: set, moved: [set.words.buffer as ArrayBuffer] }
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      return { answer: { code: error.code, detail: error.message } }
    }
  },
)

async function cellsOf({ grid, posts: shared }: CandidateThreadJob, work: CandidateWork): Promise<CellSet> {
  const { engine, posts, first } = work
  const { job, ...place } = work.placed
  opened ??= openProcessor().then((device) => new Engines(device, models, true))
  const engines = await opened
  const part = shared ? grid : { ...posts, heightsM: sharedPosts(posts.rows * posts.cols) }
  if (part !== grid) copyWindow(grid, first, posts, part.heightsM)
  const making = { run: runAtOnce, lower: shared ? () => false : lowerPosts, room: sharedPosts }
  const ground = { ...groundOver(job, [part], undefined, making), engine }
  const { visibility } = await visibleCells(
    { job, ground },
    models.get(job.params.model) as VisibilityModel,
    { models: engines },
    { onProgress: () => {}, signal: new AbortController().signal, parts: 1 },
  )
  const set = cellSetOf(visibility, VISIBLE, { ...job.grid, ...place })
  giveRaster(visibility)
  if (part !== grid) givePosts(part.heightsM)
  return set
}
