import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Answer } from './thread.ts'

export interface WorkerThreadsOptions {
  /** Module that a thread runs; it calls `answerTasks`. */
  module: URL
  workerData?: object
  resourceLimits: ResourceLimits
  /** How long a thread waits for another task; then its memory is given back. */
  idleMs: number
}

/**
 * Threads that work on one task at a time, as many as there are tasks. Not Tinypool: a thread that it can't start ends the
 * process, and leaves the task waiting.
 */
export class WorkerThreads<Task, Result> {
  readonly #options: WorkerThreadsOptions
  /** Each with the timer that ends it. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>()
  readonly #all = new Set<Worker>()

  constructor(options: WorkerThreadsOptions) {
    this.#options = options
  }

  /** Rejects with the signal's reason when that fires: the thread is ended. */
  run(task: Task, signal: AbortSignal): Promise<Result> {
    if (signal.aborted) return Promise.reject(signal.reason)
    const worker = this.#takeIdle() ?? this.#start()
    return new Promise<Result>((resolve, reject) => {
      const settle = () => {
        worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
        signal.removeEventListener('abort', onAbort)
      }
      const onMessage = (answer: Answer<Result>) => {
        settle()
        this.#keep(worker)
        if ('result' in answer) resolve(answer.result)
        else reject(Object.assign(new Error(answer.failed), answer.code && { code: answer.code }))
      }
      const onEnd = (cause: unknown) => {
        settle()
        reject(cause instanceof Error ? cause : new Error('The thread ended.'))
      }
      const onAbort = () => {
        settle()
        void worker.terminate()
        reject(signal.reason)
      }
      worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
      signal.addEventListener('abort', onAbort)
      worker.ref()
      worker.postMessage(task)
    })
  }

  async close(): Promise<void> {
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #start(): Worker {
    const { module, workerData, resourceLimits } = this.#options
    const worker = new Worker(module, { workerData, resourceLimits })
    this.#all.add(worker)
    // Also when it has no task.
    worker.on('error', () => {})
    worker.on('exit', () => {
      clearTimeout(this.#idle.get(worker))
      this.#idle.delete(worker)
      this.#all.delete(worker)
    })
    return worker
  }

  #takeIdle(): Worker | undefined {
    const [worker] = this.#idle.keys()
    if (worker === undefined) return undefined
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
    return worker
  }

  #keep(worker: Worker): void {
    worker.unref()
    const end = () => {
      this.#idle.delete(worker)
      void worker.terminate()
    }
    this.#idle.set(worker, setTimeout(end, this.#options.idleMs).unref())
  }
}
