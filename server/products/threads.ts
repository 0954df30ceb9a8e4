/**
 * Products are made in threads: drawing and packing must not delay the loop that answers clients. A lane has some threads,
 * works on one product of an account at a time, and takes what waits in order of arrival.
 */

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { KeyedSemaphore } from '../access/keyed-semaphore.ts'
import type { FromThread, ProductTask, ThreadData, ToThread } from './make/protocol.ts'

export interface LaneOptions {
  threads: number
  /** A product that takes longer is given up. */
  taskTimeoutMs: number
  /** Of its threads, on Linux; that of computation is 10. */
  niceness: number
  /** With the rasters that products are made of. */
  store: StoreLocation
  /** How long a thread waits for more; then its memory is given back. */
  idleMs?: number
  /** Products of an account that may wait. */
  maximumWaiting?: number
}

/** Of JavaScript objects in a thread; cells lie outside, and are bounded by the makers. */
const HEAP_MIB = 512

/** More of an account's products wait than may. */
export class LaneFullError extends Error {}

/** A task, or what makes it when its turn has come. */
export type LaneTask = ProductTask | (() => Promise<ProductTask>)

interface Task {
  accountId: string
  task: LaneTask
  resolve: () => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  running: Task | undefined
  release: () => void
  timer: NodeJS.Timeout | undefined
}

export class Lane {
  readonly #options: Required<LaneOptions>
  readonly #accounts = new KeyedSemaphore(1)
  readonly #threads = new Set<Thread>()
  #waiting: Task[] = []

  constructor(options: LaneOptions) {
    this.#options = { idleMs: 10_000, maximumWaiting: 200, ...options }
  }

  /** Settles when the product is at the task's path. */
  run(accountId: string, task: LaneTask): Promise<void> {
    const ofAccount = this.#waiting.filter((one) => one.accountId === accountId).length
    if (ofAccount >= this.#options.maximumWaiting) return Promise.reject(new LaneFullError())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountId, task, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    const stopped = new Error('The service is stopping.')
    for (const { reject } of this.#waiting.splice(0)) reject(stopped)
    const threads = [...this.#threads]
    for (const thread of threads) this.#end(thread, stopped)
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #next(): void {
    for (const task of this.#waiting) {
      if (!this.#hasRoom()) return
      const release = this.#accounts.tryAcquire(task.accountId)
      if (release === undefined) continue
      const thread = this.#idleThread()
      this.#waiting = this.#waiting.filter((other) => other !== task)
      clearTimeout(thread.timer)
      thread.running = task
      thread.release = release
      thread.timer = setTimeout(() => {
        this.#end(thread, new Error('The product took too long.'))
        void thread.worker.terminate()
      }, this.#options.taskTimeoutMs)
      thread.worker.ref()
      void this.#give(thread, task)
    }
  }

  async #give(thread: Thread, { task }: Task): Promise<void> {
    try {
      const given = typeof task === 'function' ? await task() : task
      thread.worker.postMessage({ task: given } satisfies ToThread)
    } catch (error) {
      thread.running?.reject(error as Error)
      this.#free(thread)
      this.#next()
    }
  }

  #hasRoom(): boolean {
    if (this.#threads.size < this.#options.threads) return true
    return [...this.#threads].some(({ running }) => running === undefined)
  }

  /** A new one where none is idle. */
  #idleThread(): Thread {
    for (const thread of this.#threads) if (thread.running === undefined) return thread
    return this.#start()
  }

  #start(): Thread {
    const { niceness, store } = this.#options
    const worker = new Worker(new URL(`./make/thread${extname(import.meta.filename)}`, import.meta.url), {
      // A package that geotiff imports, web-worker, fails in a thread without any.
      workerData: { niceness, store } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    })
    const thread: Thread = { worker, running: undefined, release: () => {}, timer: undefined }
    this.#threads.add(thread)
    worker.on('message', (answer: FromThread) => {
      const { running } = thread
      this.#free(thread)
      if ('made' in answer) running?.resolve()
      else running?.reject(Object.assign(new Error(answer.failed), answer.code && { code: answer.code }))
      this.#next()
    })
    worker.on('error', (error) => this.#end(thread, error))
    worker.on('exit', () => this.#end(thread, new Error('The thread ended.')))
    return thread
  }

  /** Ready for the next task; ended if none comes. */
  #free(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.running = undefined
    thread.release()
    thread.worker.unref()
    thread.timer = setTimeout(() => {
      this.#threads.delete(thread)
      thread.worker.postMessage({ stop: true } satisfies ToThread)
    }, this.#options.idleMs).unref()
  }

  /** It takes no more tasks; the running one fails. */
  #end(thread: Thread, error: Error): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.release()
    thread.running?.reject(error)
    thread.running = undefined
    this.#next()
  }
}
