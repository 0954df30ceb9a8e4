import { WorkerQueue, type WorkerQueueOptions } from './worker-queue.ts'

export interface Requester {
  accountId: string
  /** True if authorized by a share link or a signed URL, which anyone may hold. */
  isVisitor: boolean
}

export interface RequestQueueOptions extends WorkerQueueOptions {
  /** Tasks of visitors that run at the same time, in addition to those of accounts. */
  visitorPlaces: number
}

/** Queue for requests; visitors' tasks wait and run separately, so API keys never wait for visitors. */
export class RequestQueue {
  readonly #accounts: WorkerQueue
  readonly #visitors: WorkerQueue

  constructor({ visitorPlaces, ...options }: RequestQueueOptions) {
    this.#accounts = new WorkerQueue(options)
    this.#visitors = new WorkerQueue({ ...options, places: visitorPlaces })
  }

  /** Runs work like {@link WorkerQueue.run}; all visitors of an account share the account's turn. */
  run<T>(
    { accountId, isVisitor }: Requester,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return (isVisitor ? this.#visitors : this.#accounts).run(accountId, work, signal)
  }

  close(): void {
    this.#accounts.close()
    this.#visitors.close()
  }
}
