import { type Requester, RequestQueue, type RequestQueueOptions } from './request-queue.ts'
import { WorkerThreads, type WorkerThreadsOptions } from './worker-threads.ts'

/** Threads shared by all accounts, with a queue in front of them. */
export class ThreadQueue<Task, Result> {
  readonly #queue: RequestQueue
  readonly #threads: WorkerThreads<Task, Result>

  constructor(options: RequestQueueOptions & WorkerThreadsOptions) {
    this.#queue = new RequestQueue(options)
    this.#threads = new WorkerThreads(options)
  }

  /** Resolves with the result of a thread; `task` prepares its task in its turn. */
  run(
    requester: Requester,
    task: (signal: AbortSignal) => Promise<Task>,
    signal: AbortSignal,
  ): Promise<Result> {
    return this.#queue.run(requester, async (given) => this.#threads.run(await task(given), given), signal)
  }

  async close(): Promise<void> {
    this.#queue.close()
    await this.#threads.close()
  }
}
