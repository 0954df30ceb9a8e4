/**
 * Batches of raster paths. A batch has a fixed number of paths, so that a kernel is compiled once. While the model
 * processes some batches, the next one is filled.
 */

import { setImmediate } from 'node:timers/promises'
import type { PathCurve } from '../../terrain/ground.ts'
import type { PostWindow } from '../../terrain/window.ts'
import { PATH, PATH_NUMBERS, PATHS, PATHS_ACROSS, STEPS } from './shapes.ts'
import type { Quarter } from './tile.ts'

/** Value for "no loss" in results of models and kernels. */
export const NO_LOSS = 1e9
/** Threshold above any loss. */
const NO_LOSS_DB = 1e8

/** Losses of a batch, [1][PATHS_DOWN][PATHS_ACROSS]. */
export type Answer = Float32Array[][]

export class PathBatch {
  /** [PATH_NUMBERS][PATHS]; 0 after the last path. */
  readonly columns: Float32Array<ArrayBuffer> = new Float32Array(PATH_NUMBERS * PATHS)
  /** Path lengths in metres, in float64: ITM jumps where a length in steps is rounded the other way. */
  readonly distancesM = new Float64Array(PATHS)
  count = 0
  /** Raster index of each path's cell. */
  readonly #cells = new Int32Array(PATHS)
  #steps = 0

  add(cell: number, curve: PathCurve, distanceM: number): void {
    const { columns, count } = this
    columns[PATH.steps * PATHS + count] = curve.steps
    columns[PATH.distanceKm * PATHS + count] = distanceM / 1000
    this.distancesM[count] = distanceM
    columns[PATH.row1 * PATHS + count] = curve.row1
    columns[PATH.row2 * PATHS + count] = curve.row2
    columns[PATH.row3 * PATHS + count] = curve.row3
    columns[PATH.row4 * PATHS + count] = curve.row4
    columns[PATH.col1 * PATHS + count] = curve.col1
    columns[PATH.col2 * PATHS + count] = curve.col2
    columns[PATH.col3 * PATHS + count] = curve.col3
    columns[PATH.col4 * PATHS + count] = curve.col4
    this.#cells[count] = cell
    this.count++
    this.#steps += curve.steps
  }

  /** True if another row of paths may not fit. */
  get isFull(): boolean {
    return this.count > PATHS - PATHS_ACROSS || this.#steps >= STEPS
  }

  clear(): void {
    this.columns.fill(0)
    this.count = 0
    this.#steps = 0
  }

  /** Writes an answer into the raster; NaN where there is no loss. */
  spread([rows]: Answer, into: Float32Array): void {
    for (let path = 0; path < this.count; path++) {
      const row = Math.floor(path / PATHS_ACROSS)
      const lossDb = rows[row][path - row * PATHS_ACROSS]
      into[this.#cells[path]] = lossDb < NO_LOSS_DB ? lossDb : Number.NaN
    }
  }
}

/** Reads a path's steps and curve from the columns of a batch. */
export function takeCurve(columns: Float32Array, path: number, into: PathCurve): void {
  const pitch = columns.length / PATH_NUMBERS
  into.steps = columns[PATH.steps * pitch + path]
  into.row1 = columns[PATH.row1 * pitch + path]
  into.row2 = columns[PATH.row2 * pitch + path]
  into.row3 = columns[PATH.row3 * pitch + path]
  into.row4 = columns[PATH.row4 * pitch + path]
  into.col1 = columns[PATH.col1 * pitch + path]
  into.col2 = columns[PATH.col2 * pitch + path]
  into.col3 = columns[PATH.col3 * pitch + path]
  into.col4 = columns[PATH.col4 * pitch + path]
}

interface Fillable {
  readonly count: number
  clear(): void
}

/** Batches used in turn. */
export class Relay<P extends Fillable> {
  readonly #free: P[]
  readonly #running: { batch: P; answer: Promise<Answer> }[] = []
  readonly #run: (batch: P) => Promise<Answer>
  readonly #take: (batch: P, answer: Answer) => void

  constructor(batches: P[], run: (batch: P) => Promise<Answer>, take: (batch: P, answer: Answer) => void) {
    this.#free = batches
    this.#run = run
    this.#take = take
  }

  /** Batch to fill. */
  get batch(): P {
    return this.#free[0]
  }

  /** Starts the batch, and waits until another one is free. */
  async send(): Promise<void> {
    if (this.batch.count > 0) {
      const batch = this.#free.shift() as P
      const answer = this.#run(batch)
      // The error reaches the caller that awaits the answer.
      answer.catch(() => {})
      this.#running.push({ batch, answer })
    }
    // gpu.js starts the kernel once this thread waits; then the next batch can use the thread.
    await setImmediate()
    if (this.#free.length === 0) await this.#takeOldest()
  }

  /** Waits for running batches. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#takeOldest()
  }

  /** Waits for running batches, and discards their answers. */
  async drop(): Promise<void> {
    await Promise.allSettled(this.#running.map(({ answer }) => answer))
  }

  async #takeOldest(): Promise<void> {
    const [{ batch, answer }] = this.#running
    this.#take(batch, await answer)
    this.#running.shift()
    batch.clear()
    this.#free.push(batch)
  }
}

/** A GPU model, prepared for one job's raster. */
export interface PathModel {
  /** Number of useful batches: the one being filled, and those in progress. */
  readonly batches: number
  /** Selects the quarter of the window into which all paths of the following batches lead. */
  enter(window: PostWindow, quarter: Quarter): void
  /** Losses in dB of a batch's paths; 1e9 where there is none. The batch is not changed until the promise resolves. */
  run(batch: PathBatch): Promise<Answer>
  /** Releases the window. */
  end?(): void
}
