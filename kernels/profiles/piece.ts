/**
 * Pieces of a raster: so many paths go through a kernel at a call, so that it is compiled once. While the device works
 * on one piece the next is filled.
 */

import { setImmediate } from 'node:timers/promises'
import { type Tensor, tensor } from '../device.ts'

export const PATHS_ACROSS = 4096
export const PATHS_DOWN = 16
export const PATHS = PATHS_ACROSS * PATHS_DOWN
/** Steps of all paths of a piece: a fraction of a second of work, so that cancelling and progress are quick. */
const STEPS = 2 ** 25

/** Above any loss: kernels say 1e9 where there is none. */
const NO_LOSS_DB = 1e8

/** Losses of a piece, [1][PATHS_DOWN][PATHS_ACROSS]. */
export type Answer = Float32Array[][]

export class Piece {
  /** [columns][PATHS]: what the kernel is told of each path. */
  readonly columns: Float32Array<ArrayBuffer>
  readonly paths: Tensor
  /** For each path the place in the raster that its loss belongs to. */
  readonly cells = new Int32Array(PATHS)
  count = 0
  #steps = 0

  constructor(columns: number) {
    this.columns = new Float32Array(columns * PATHS)
    this.paths = tensor(this.columns, [PATHS_ACROSS, PATHS_DOWN, columns])
  }

  /** Counts the path in that was put at place `count`. */
  add(cell: number, steps: number): void {
    this.cells[this.count++] = cell
    this.#steps += steps
  }

  get isFull(): boolean {
    return this.count === PATHS || this.#steps >= STEPS
  }

  clear(): void {
    this.count = 0
    this.#steps = 0
  }

  /** Puts an answer where it belongs; NaN where there is none. */
  spread([rows]: Answer, into: Float32Array): void {
    for (let path = 0; path < this.count; path++) {
      const row = Math.floor(path / PATHS_ACROSS)
      const lossDb = rows[row][path - row * PATHS_ACROSS]
      into[this.cells[path]] = lossDb < NO_LOSS_DB ? lossDb : Number.NaN
    }
  }
}

/** Two pieces in turn. */
export class Relay {
  readonly #pieces: [Piece, Piece]
  readonly #run: (piece: Piece) => Promise<Answer>
  readonly #take: (piece: Piece, answer: Answer) => void
  #turn = 0
  #running: { piece: Piece; answer: Promise<Answer> } | undefined

  constructor(
    columns: number,
    run: (piece: Piece) => Promise<Answer>,
    take: (piece: Piece, answer: Answer) => void,
  ) {
    this.#pieces = [new Piece(columns), new Piece(columns)]
    this.#run = run
    this.#take = take
  }

  /** The piece to fill. */
  get piece(): Piece {
    return this.#pieces[this.#turn % 2]
  }

  /** Starts the piece, when the one before has ended. */
  async send(): Promise<void> {
    const { piece } = this
    const before = await this.#ended()
    if (piece.count > 0) {
      const answer = this.#run(piece)
      // Whoever waits for it gets its error.
      answer.catch(() => {})
      this.#running = { piece, answer }
      this.#turn++
      // gpu.js starts it once we wait; then the next piece can take this thread for itself.
      await setImmediate()
    }
    before?.()
  }

  /** Waits for what still runs. */
  async finish(): Promise<void> {
    const before = await this.#ended()
    before?.()
  }

  /** Waits for what still runs, and leaves its answer. */
  async drop(): Promise<void> {
    await this.#running?.answer.catch(() => {})
    this.#running = undefined
  }

  /** When the running piece has ended: what puts its answer away. */
  async #ended(): Promise<(() => void) | undefined> {
    const running = this.#running
    if (running === undefined) return undefined
    const { piece } = running
    this.#running = undefined
    const answer = await running.answer
    return () => {
      this.#take(piece, answer)
      piece.clear()
    }
  }
}
