/** Thread that computes one candidate after another over shared posts; `candidates.ts` is the other end. */

import { openProcessor } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import type { EngineName, VisibilityModel } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { givePosts, lowerPosts, sharedPosts } from '../../kernels/simd/posts.ts'
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
  /** The same posts by columns; `undefined` if the elevation of some is unknown. */
  columnsM: Float32Array | undefined
}

export interface CandidateWork {
  placed: PlacedJob
  engine: EngineName
  /** Posts of the candidate, and the position of the first one in the shared grid. */
  posts: PostLattice
  first: { firstRow: number; firstCol: number }
}

export type CandidateAnswer = CellSet | { code: string; detail: string }

let opened: Promise<Engines> | undefined

serve<CandidateThreadJob, CandidateThreadJob, CandidateWork, CandidateAnswer>(
  (job) => job,
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

async function cellsOf({ grid, columnsM }: CandidateThreadJob, work: CandidateWork): Promise<CellSet> {
  const { engine, posts, first } = work
  const { job, ...place } = work.placed
  opened ??= openProcessor().then((device) => new Engines(device, models, true))
  const engines = await opened
  const count = posts.rows * posts.cols
  const memory = sharedPosts(columnsM ? 2 * count : count)
  const heightsM = memory.subarray(0, count)
  copyWindow(grid, first, posts, heightsM)
  const over = groundOver(job, [{ ...posts, heightsM }], undefined, { run: runAtOnce, lower: lowerPosts })
  const window = async () => {
    const window = await over.window()
    if (columnsM === undefined) return window
    const turned = { heightsM: columnsM, cols: grid.rows }
    const columns = memory.subarray(count)
    copyWindow(turned, turnedOf(first), { rows: posts.cols, cols: posts.rows }, columns)
    lowerPosts(columns, over.antennaM)
    return { ...window, columnsM: columns }
  }
  const ground = { ...over, window, engine }
  const { visibility } = await visibleCells(
    { job, ground },
    models.get(job.params.model) as VisibilityModel,
    { models: engines },
    { onProgress: () => {}, signal: new AbortController().signal, parts: 1 },
  )
  const set = cellSetOf(visibility, VISIBLE, { ...job.grid, ...place })
  giveRaster(visibility)
  givePosts(memory)
  return set
}

function turnedOf({ firstRow, firstCol }: CandidateWork['first']): CandidateWork['first'] {
  return { firstRow: firstCol, firstCol: firstRow }
}
