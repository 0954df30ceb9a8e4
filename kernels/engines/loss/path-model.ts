/** What a model is to one job's raster. */

import type { PostWindow } from '../../terrain/window.ts'
import type { Answer, PathBatch } from './path-batch.ts'
import type { Quarter } from './tile.ts'

export interface PathModel {
  /** Batches that are worth having at once: the one that is filled, and those that it works on. */
  readonly batches: number
  /** All paths of batches that are run from now on lead into a quarter of the window. */
  enter(window: PostWindow, quarter: Quarter): void
  /** Losses in dB of a batch's paths; 1e9 where there is none. The batch is left alone meanwhile. */
  run(batch: PathBatch): Promise<Answer>
  /** Lets go of the window. */
  end?(): void
}
