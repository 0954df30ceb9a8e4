import { WorkerQueue, type WorkerQueueOptions } from './worker-queue.ts'

/** For whom a task runs. */
export interface Requester {
  accountId: string
  /** Came by a share or a signed URL, which strangers may hold. */
  isVisitor: boolean
}

export interface RequestQueueOptions extends WorkerQueueOptions {
  /** Places of visitors, in addition to the others. */
  visitorPlaces: number
}

/** Work for requests: visitors wait in a queue of their own for places of their own, so that they delay no account's keys. */
export class RequestQueue {
  readonly #accounts: WorkerQueue
  readonly #visitors: WorkerQueue

  constructor({ visitorPlaces, ...options }: RequestQueueOptions) {
    this.#accounts = new WorkerQueue(options)
    this.#visitors = new WorkerQueue({ ...options, places: visitorPlaces })
  }

  /** As {@link WorkerQueue.run}; all visitors of an account take one turn. */
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
