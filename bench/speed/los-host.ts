/** What a GPU would wait for in line of sight: the host's time, and what passes between it and the device. */

import { type DevicePipeline, openDevice, type Tensor } from '../../kernels/device/device.ts'
import type { ItemArrays } from '../../kernels/models/los/batch.ts'
import type { Decisions } from '../../kernels/models/los/decisions.ts'
import { type Answer, openPipeline } from '../../kernels/models/los/device/pipeline.ts'
import { ITEMS } from '../../kernels/models/los/device/shapes.ts'
import type { Item } from '../../kernels/models/los/items.ts'
import type { LosJob } from '../../kernels/models/los/job.ts'
import { blankVisibility, LosRun, octantShares } from '../../kernels/models/los/run.ts'
import { SpareBatches, sweepOctants } from '../../kernels/models/los/sweep.ts'
import { type Row, rowOf } from '../frame/report.ts'

const RUNS = 5
/** As on a GPU. */
const TURNS = 2
const FLOAT_BYTES = 4

interface Counts {
  calls: number
  upBytes: number
  downBytes: number
}

/** Sweeps jobs as on a GPU, with kernels on the calling thread; what gpu.js itself does for a call is not counted. */
export async function hostRows(jobs: readonly { name: string; job: LosJob }[]): Promise<Row[]> {
  const device = await openDevice('webasm')
  const pipeline = openPipeline(device, { threads: false })
  const spare = new SpareBatches()
  const rows: Row[] = []
  for (const { name, job } of jobs) {
    const hostNs: number[] = []
    const counts: Counts = { calls: 0, upBytes: 0, downBytes: 0 }
    let cells = 0
    for (let turn = 0; turn < RUNS; turn++) {
      const run = new TimedRun(job)
      for await (const _ of sweepOctants(run, counted(pipeline, counts), spare, ITEMS));
      cells = run.cellsInRange
      hostNs.push((1e6 * run.hostMs) / cells)
    }
    rows.push(
      rowOf(name, 'ns of the host a cell', hostNs),
      rowOf(name, 'bytes up a cell', [counts.upBytes / RUNS / cells]),
      rowOf(name, 'bytes down a cell', [counts.downBytes / RUNS / cells]),
      rowOf(name, 'calls a job', [counts.calls / RUNS]),
    )
  }
  await pipeline.destroy()
  await device.destroy()
  return rows
}

/** Counts the time of its own work. */
class TimedRun extends LosRun {
  hostMs = 0

  constructor(job: LosJob) {
    const startMs = performance.now()
    super(job, { ...octantShares(1, blankVisibility(job.grid), job)[0], turns: TURNS })
    this.hostMs = performance.now() - startMs
  }

  override *batches(itemsPerCall: number): Generator<Item[]> {
    const batches = super.batches(itemsPerCall)
    for (;;) {
      const { done, value } = this.#timed(() => batches.next())
      if (done) return
      yield value
    }
  }

  override fill(batch: ItemArrays, items: Item[]): void {
    this.#timed(() => super.fill(batch, items))
  }

  override take(batch: ItemArrays, items: Item[], decisions: Decisions): void {
    this.#timed(() => super.take(batch, items, decisions))
  }

  #timed<Result>(work: () => Result): Result {
    const startMs = performance.now()
    const result = work()
    this.hostMs += performance.now() - startMs
    return result
  }
}

function counted(pipeline: DevicePipeline<Answer>, counts: Counts): DevicePipeline<Answer> {
  const call = async (...args: (Tensor | number)[]) => {
    const answer = await pipeline(...args)
    counts.calls++
    for (const argument of args)
      counts.upBytes += typeof argument === 'number' ? FLOAT_BYTES : bytesOf(argument)
    for (const rows of [answer.packed, answer.after].flat()) {
      for (const row of rows) counts.downBytes += row.byteLength
    }
    return answer
  }
  return Object.assign(call, { destroy: () => pipeline.destroy() })
}

function bytesOf(tensor: Tensor): number {
  return (tensor as unknown as { value: Float32Array }).value.byteLength
}
