import { WorkerQueue, type WorkerQueueOptions } from './worker-queue.ts'

export interface Requester {
  accountId: string
  /** Authorised by a share or a signed URL, which strangers may hold. */
  isVisitor: boolean
}

export interface RequestQueueOptions extends WorkerQueueOptions {
  /** Places for visitors, in addition to the others. */
  visitorPlaces: number
}

/** Queue for requests: visitors have separate places and a separate queue, so that they delay no account's keys. */
export class RequestQueue {
  readonly #accounts: WorkerQueue
  readonly #visitors: WorkerQueue

  constructor({ visitorPlaces, ...options }: RequestQueueOptions) {
    this.#accounts = new WorkerQueue(options)
    this.#visitors = new WorkerQueue({ ...options, places: visitorPlaces })
  }

  /** Like {@link WorkerQueue.run}; all visitors of an account share one turn. */
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
