import { type Requester, RequestQueue, type RequestQueueOptions } from './request-queue.ts'
import { WorkerThreads, type WorkerThreadsOptions } from './worker-threads.ts'

/** Worker threads shared by all accounts, behind a queue. */
export class ThreadQueue<Task, Result> {
  readonly #queue: RequestQueue
  readonly #threads: WorkerThreads<Task, Result>

  constructor(options: RequestQueueOptions & WorkerThreadsOptions) {
    this.#queue = new RequestQueue(options)
    this.#threads = new WorkerThreads(options)
  }

  /** Resolves with the thread's result; `task` prepares the thread's input once the account's turn comes. */
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
