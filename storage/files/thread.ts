import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads'
import type { Answer } from './answer-tasks.ts'

export interface ThreadOptions {
  /** Script of the worker thread; must call `answerTasks`. */
  module: URL
  workerData?: object | undefined
  resourceLimits?: ResourceLimits
  /** Idle time after which the thread ends, in milliseconds. */
  idleMs: number
  /** Error for tasks lost when the thread ends; default: the cause. */
  lost?(cause: Error | undefined, hadStarted: boolean): Error
  /** Called when the thread has loaded its module. */
  onReady?(): void
}

interface Waiting<Result> {
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * A worker thread that starts with the first task, accepts tasks at any time, and ends after an idle time to
 * release its memory. The thread keeps the process alive only while a task is pending.
 */
export class Thread<Task, Result> {
  readonly #options: ThreadOptions
  readonly #waiting = new Map<number, Waiting<Result>>()
  #worker: Worker | undefined
  #isReady = false
  #staysReady = false
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Keeps a thread running from now on; after an idle time a new thread replaces the running thread. */
  stayReady(): void {
    this.#staysReady = true
    this.#worker ??= this.#start()
  }

  /** Posts a task and transfers `memory` with it; rejects with the error of the task or of the thread. */
  call(task: Task, memory: readonly TransferListItem[] = []): Promise<Result> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      worker.postMessage({ id, task }, memory)
      clearTimeout(this.#idle)
      worker.ref()
      this.#waiting.set(id, { resolve, reject })
    })
  }

  /** Ends the thread and rejects its tasks at once. Later calls start a new thread. */
  async close(cause: unknown = new Error('it was closed')): Promise<void> {
    const worker = this.#leave(cause)
    await worker?.terminate()
  }

  #start(): Worker {
    const {
      lost = (cause) => cause ?? new Error('The thread ended.'),
      module,
      onReady,
      ...rest
    } = this.#options
    const { resourceLimits, workerData } = rest
    const worker = new Worker(module, { workerData, ...(resourceLimits && { resourceLimits }) })
    let cause: Error | undefined
    worker.on('message', (answer: Answer<Result>) => {
      if (this.#worker !== worker) return
      if (!('isReady' in answer)) return this.#settle(answer)
      this.#isReady = true
      onReady?.()
    })
    worker.on('error', (error: Error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#leave(lost(cause, this.#isReady))
    })
    // `unref` comes after the listeners, as adding a message listener keeps the process alive.
    worker.unref()
    return worker
  }

  #settle(answer: Exclude<Answer<Result>, { isReady: true }>): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) {
      this.#worker?.unref()
      this.#idle = setTimeout(() => this.#rest(), this.#options.idleMs).unref()
    }
    if ('result' in answer) waiting?.resolve(answer.result)
    else waiting?.reject(Object.assign(answer.error, answer.code && { code: answer.code }))
  }

  #rest(): void {
    void this.close()
    if (this.#staysReady) this.stayReady()
  }

  #leave(cause: unknown): Worker | undefined {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    this.#isReady = false
    for (const { reject } of this.#waiting.values()) reject(cause)
    this.#waiting.clear()
    return worker
  }
}
