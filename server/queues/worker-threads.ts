import { Thread, type ThreadOptions } from '../../storage/files/thread.ts'

export type WorkerThreadsOptions = Pick<ThreadOptions, 'module' | 'workerData' | 'idleMs'> &
  Required<Pick<ThreadOptions, 'resourceLimits'>>

/**
 * Threads that each work on one task, as many as there are tasks. Not Tinypool: there a thread that fails to start
 * ends the process and leaves the task waiting.
 */
export class WorkerThreads<Task, Result> {
  readonly #options: WorkerThreadsOptions
  readonly #all: Thread<Task, Result>[] = []
  /** Most recently used last; taken from the end. */
  readonly #free: Thread<Task, Result>[] = []

  constructor(options: WorkerThreadsOptions) {
    this.#options = options
  }

  /** Rejects with the signal's reason on abort; the thread is ended. */
  async run(task: Task, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted()
    const thread = this.#free.pop() ?? this.#add()
    const end = () => void thread.close(signal.reason)
    signal.addEventListener('abort', end)
    try {
      return await thread.call(task)
    } finally {
      signal.removeEventListener('abort', end)
      this.#free.push(thread)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.close()))
  }

  #add(): Thread<Task, Result> {
    const thread = new Thread<Task, Result>(this.#options)
    this.#all.push(thread)
    return thread
  }
}
