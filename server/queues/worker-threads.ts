import { Thread, type ThreadOptions } from '../../storage/files/thread.ts'

export type WorkerThreadsOptions = Pick<ThreadOptions, 'module' | 'workerData' | 'idleMs'> &
  Required<Pick<ThreadOptions, 'resourceLimits'>>

/**
 * Pool with one thread per concurrent task. Tinypool is not used: when a thread fails to start, Tinypool ends
 * the process and the task never settles.
 */
export class WorkerThreads<Task, Result> {
  readonly #options: WorkerThreadsOptions
  readonly #all: Thread<Task, Result>[] = []
  /** Idle threads; the most recently used is last and is taken first. */
  readonly #free: Thread<Task, Result>[] = []

  constructor(options: WorkerThreadsOptions) {
    this.#options = options
  }

  /** Runs a task. On abort the thread is ended, and the promise rejects with the signal's reason. */
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
