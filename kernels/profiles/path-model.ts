/** What a model is to one job's raster: it describes the path to each cell and has the device compute the losses. */

import type { PostWindow } from '../los/window.ts'
import type { Way } from './ground.ts'
import type { Answer, Piece } from './piece.ts'
import type { Quarter } from './tile.ts'

export interface PathModel {
  /** Numbers that the kernel is told of each path. */
  readonly columns: number
  /** All paths from now on lead into a quarter of the window. */
  enter(window: PostWindow, quarter: Quarter): void
  /** Puts a path at the next place of a piece; false, and nothing is put, where the model gives no loss. */
  describe(way: Way, distanceM: number, piece: Piece): boolean
  /** Losses in dB of a piece's paths; 1e9 where there is none. */
  run(piece: Piece): Promise<Answer>
}
