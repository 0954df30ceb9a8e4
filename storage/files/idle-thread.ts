import { Worker } from 'node:worker_threads'

export interface IdleThreadOptions {
  module: URL
  workerData?: object
  /** How long the thread waits for more. */
  idleMs: number
  /** The error of calls that the thread ended over. */
  lost(reason: string | undefined): Error
}

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * Tasks for a thread that starts with the first and ends when there has been none for a while; what it holds goes with it. It
 * posts one answer with the `id` of each.
 */
export class IdleThread<Task extends { id: number }, Answer extends { id: number }> {
  readonly #options: IdleThreadOptions
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor(options: IdleThreadOptions) {
    this.#options = options
  }

  call(task: Omit<Task, 'id'>): Promise<Answer> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // While someone waits for it, the process does not end.
      worker.ref()
      worker.postMessage({ ...task, id })
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    // Before the thread has ended: a call that comes meanwhile is one of the next thread's.
    this.#fail('it was closed')
    await worker?.terminate()
  }

  #start(): Worker {
    const { module, workerData } = this.#options
    const worker = new Worker(module, { workerData })
    let reason: string | undefined
    worker.on('message', (answer: Answer) => this.#settle(answer))
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#fail(reason)
    })
    return worker
  }

  #fail(reason: string | undefined): void {
    for (const { reject } of this.#waiting.values()) reject(this.#options.lost(reason))
    this.#waiting.clear()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) {
      this.#worker?.unref()
      this.#idle = setTimeout(() => void this.close(), this.#options.idleMs).unref()
    }
    waiting?.resolve(answer)
  }
}
