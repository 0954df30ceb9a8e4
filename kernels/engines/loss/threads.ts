/** Path loss rasters on CPUs: worker threads that compute squares of cells. */

import { extname } from 'node:path'
import { geodesicTable } from '../../geodesy/geodesic-segments.ts'
import type { CellSquare } from '../../geodesy/raster-grid.ts'
import { giveBack, lend } from '../../simd/posts.ts'
import { sharedNumbers } from '../../terrain/spare-memory.ts'
import type { PostGrid, PostWindow } from '../../terrain/window.ts'
import { JobThreads, sharedFloats } from '../../threads/job-threads.ts'
import { forSquares, type SquaresOptions } from '../../threads/squares.ts'
import { bendsTable } from './geodesic-bends.ts'
import type { LossJob, LossResult } from './job.ts'
import {
  finestPostM,
  type PartsGround,
  type SquareLossesJob,
  toleranceM,
  type WindowGround,
} from './squares.ts'

/** Approximate number of posts read per square: a fraction of a second of work. */
const POSTS_A_SQUARE = 2 ** 21
const SIDES = { minimum: 8, maximum: 64 }
/** Side in cells of a square for models that read only the ground at both ends. */
const SIDE_WITHOUT_PROFILES = 256

/** Job data that threads receive in addition to the ground. */
type ThreadsJob = Omit<SquareLossesJob, 'ground' | 'lossDb'>

export type LossThreads = JobThreads<SquareLossesJob, CellSquare, number>

/** Threads for path losses. Their module is loaded by URL, because it imports the models, and they import this module. */
export function lossThreads(): LossThreads {
  return new JobThreads(new URL(`../../loss-thread${extname(import.meta.filename)}`, import.meta.url))
}

/** Computes the losses described at `LossRaster`. Rejects with the signal's reason when `signal` aborts. */
export async function lossesInThreads(
  threads: LossThreads,
  asked: Pick<LossJob, 'engine' | 'ground' | 'lonDeg' | 'model'>,
  job: ThreadsJob,
  options: SquaresOptions,
): Promise<LossResult> {
  const { engine, ground, lonDeg, model } = asked
  const { parts } = ground
  const inWindow = engine === 'shared' && (model.read || !model.uses_profile)
  const posts = inWindow ? windowGround(await ground.window(), job) : partsGround(parts, lonDeg, job)
  const { rows, cols } = job.grid
  const lossDb = sharedNumbers(rows * cols)
  const started = threads.start({ ...job, ground: posts, lossDb })
  const side = model.uses_profile ? sideOf(parts, job) : SIDE_WITHOUT_PROFILES
  let cellsInRange = 0
  const take = (inRange: number) => {
    cellsInRange += inRange
  }
  try {
    await forSquares(job.grid, 2 * threads.count, (square) => started.ask(square), take, { ...options, side })
  } finally {
    started.end()
    if ('window' in posts) giveBack(posts.window.heightsM)
  }
  return { lossDb, cellsInRange }
}

function windowGround(window: PostWindow, { terms, rangeM }: ThreadsJob): WindowGround {
  const { heightsM, posts: lent } = lend(window.heightsM, window.unknown !== undefined)
  const bends = bendsTable(terms.txLatDeg, rangeM)
  return { window: { ...window, heightsM, unknown: undefined }, lent, bends }
}

export function partsGround(
  grids: readonly PostGrid[],
  txLonDeg: number,
  { terms, rangeM }: Pick<ThreadsJob, 'terms' | 'rangeM'>,
): PartsGround {
  const parts = grids.map((part) => ({ ...part, heightsM: sharedFloats(part.heightsM) }))
  const { txLatDeg } = terms
  return { parts, txLonDeg, geodesics: geodesicTable(txLatDeg, rangeM, toleranceM(parts, txLatDeg)) }
}

function sideOf(parts: readonly PostGrid[], { terms, rangeM }: ThreadsJob): number {
  const posts = Math.max(1, rangeM / finestPostM(parts, terms.txLatDeg))
  const side = Math.floor(Math.sqrt(POSTS_A_SQUARE / posts))
  return Math.min(Math.max(side, SIDES.minimum), SIDES.maximum)
}
