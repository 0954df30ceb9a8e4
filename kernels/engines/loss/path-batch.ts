/**
 * Batches of raster paths. Every batch has the same number of paths, so a kernel is compiled only once. While
 * the model processes some batches, the next batch is filled.
 */

import { setImmediate } from 'node:timers/promises'
import type { PathCurve } from '../../terrain/ground.ts'
import type { PostWindow } from '../../terrain/window.ts'
import { PATH, PATH_NUMBERS, PATHS, PATHS_ACROSS, STEPS } from './shapes.ts'
import type { Quarter } from './tile.ts'

/** Threshold in dB above any loss; larger values, such as 1e9, mean "no loss". */
const NO_LOSS_DB = 1e8

/** Losses in dB of a batch, [1][PATHS_DOWN][PATHS_ACROSS]. */
export type Answer = Float32Array[][]

export class PathBatch {
  /** Numbers that describe the paths, [PATH_NUMBERS][PATHS]; 0 after the last path. */
  readonly columns: Float32Array<ArrayBuffer> = new Float32Array(PATH_NUMBERS * PATHS)
  /** Path lengths in metres, in float64: ITM's loss jumps where rounding changes the number of steps. */
  readonly distancesM = new Float64Array(PATHS)
  count = 0
  /** Raster index of the cell at the end of each path. */
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

  /** True if the batch may have no space for another row of paths. */
  get isFull(): boolean {
    return this.count > PATHS - PATHS_ACROSS || this.#steps >= STEPS
  }

  clear(): void {
    this.columns.fill(0)
    this.count = 0
    this.#steps = 0
  }

  /** Writes the losses of a batch into the raster; NaN where there is no loss. */
  spread([rows]: Answer, into: Float32Array): void {
    for (let path = 0; path < this.count; path++) {
      const row = Math.floor(path / PATHS_ACROSS)
      const lossDb = rows[row][path - row * PATHS_ACROSS]
      into[this.#cells[path]] = lossDb < NO_LOSS_DB ? lossDb : Number.NaN
    }
  }
}

/** Copies the steps and curve of one path from a batch. */
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

/** A fixed set of batches, filled and processed in turn. */
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

  /** The batch to fill next. */
  get batch(): P {
    return this.#free[0]
  }

  /** Starts the current batch, and waits until another batch is free. */
  async send(): Promise<void> {
    if (this.batch.count > 0) {
      const batch = this.#free.shift() as P
      const answer = this.#run(batch)
      // Prevents an unhandled rejection; the caller that awaits the answer gets the error.
      answer.catch(() => {})
      this.#running.push({ batch, answer })
    }
    // gpu.js starts the kernel when this thread yields; the thread can then fill the next batch.
    await setImmediate()
    if (this.#free.length === 0) await this.#takeOldest()
  }

  /** Waits for all running batches and writes their losses. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#takeOldest()
  }

  /** Waits for all running batches and discards their losses. */
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

/** A model on the GPU, prepared for one job's raster. */
export interface PathModel {
  /** Useful number of batches: one is being filled while all others are being processed. */
  readonly batches: number
  /** Selects the quarter of the window in which all paths of the following batches end. */
  enter(window: PostWindow, quarter: Quarter): void
  /** Losses in dB of a batch, 1e9 for no loss. The batch must not change until the promise resolves. */
  run(batch: PathBatch): Promise<Answer>
  /** Releases the memory of the window. */
  end?(): void
}
