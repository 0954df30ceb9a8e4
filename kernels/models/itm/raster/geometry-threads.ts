/** Threads that work out the geometry of batches, as many as the machine has processors; started at the first job. */

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PathBatch } from '../../../profiles/path-batch.ts'
import type { GeometryJob } from './geometry.ts'
import type { ToThread } from './geometry-thread.ts'

/** More of them find nothing left to do while the next batch is filled. */
const MAXIMUM_THREADS = 8

interface Waiting {
  resolve(columns: Float32Array<ArrayBuffer>): void
  reject(reason: unknown): void
}

class Thread {
  readonly #worker: Worker
  readonly waiting: Waiting[] = []

  constructor(onFailure: () => void) {
    this.#worker = new Worker(new URL(`./geometry-thread${extname(import.meta.filename)}`, import.meta.url))
    this.#worker.unref()
    this.#worker.on('message', (columns: Float32Array<ArrayBuffer>) => this.waiting.shift()?.resolve(columns))
    this.#worker.on('error', (reason) => {
      onFailure()
      for (const { reject } of this.waiting.splice(0)) reject(reason)
    })
  }

  send(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  columnsOf(id: number, { columns, distancesM, count }: PathBatch): Promise<Float32Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject })
      this.send({ id, paths: { columns, distancesM, count } })
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
    for (const { reject } of this.waiting.splice(0)) reject(new Error('The geometry threads have ended'))
  }
}

export class GeometryThreads {
  readonly count = Math.min(availableParallelism(), MAXIMUM_THREADS)
  #threads: Thread[] = []
  #lastId = 0

  /** A job's own view of the threads; its `end` lets go of the ground. */
  start(job: GeometryJob) {
    const id = ++this.#lastId
    const informed = new Set<Thread>()
    const shared = { ...job, posts: { ...job.posts, heightsM: sharedView(job.posts.heightsM) } }
    return {
      /** The columns of a batch's geometry. */
      describe: (batch: PathBatch): Promise<Float32Array<ArrayBuffer>> => {
        const thread = this.#idlest()
        if (!informed.has(thread)) thread.send({ id, job: shared })
        informed.add(thread)
        return thread.columnsOf(id, batch)
      },
      end: (): void => {
        for (const thread of informed) thread.send({ id })
      },
    }
  }

  #idlest(): Thread {
    const [idlest] = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length)
    if (idlest !== undefined && (idlest.waiting.length === 0 || this.#threads.length === this.count))
      return idlest
    const thread: Thread = new Thread(() => {
      this.#threads = this.#threads.filter((other) => other !== thread)
    })
    this.#threads.push(thread)
    return thread
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end()))
  }
}

/** Memory that all threads read: the array's own, if it is of that kind, else a copy. */
function sharedView(values: Float32Array): Float32Array {
  if (values.buffer instanceof SharedArrayBuffer) return values
  const view = new Float32Array(new SharedArrayBuffer(values.byteLength))
  view.set(values)
  return view
}
