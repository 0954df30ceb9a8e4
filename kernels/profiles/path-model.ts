/** What a model is to one job's raster. */

import type { PostWindow } from '../terrain/window.ts'
import type { Answer, Piece } from './piece.ts'
import type { Quarter } from './tile.ts'

export interface PathModel {
  /** Pieces that are worth having at once: the one that is filled, and those that it works on. */
  readonly pieces: number
  /** All paths of pieces that are run from now on lead into a quarter of the window. */
  enter(window: PostWindow, quarter: Quarter): void
  /** Losses in dB of a piece's paths; 1e9 where there is none. The piece is left alone meanwhile. */
  run(piece: Piece): Promise<Answer>
  /** Lets go of the window. */
  end?(): void
}
