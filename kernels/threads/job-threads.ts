/** Worker threads for jobs, up to the number of CPUs, started on demand. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { sharedIn } from './collector.ts'
import type { FromThread, ToThread } from './serve.ts'

/** Maximum number of threads: more would idle while the next work is prepared. */
const MAXIMUM_THREADS = 8
/** Number of threads for each kind of work. */
export const THREADS = Math.min(availableParallelism(), MAXIMUM_THREADS)

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

class Thread<Job, Work, Answer> {
  readonly #worker: Worker
  readonly waiting: Waiting<Answer>[] = []
  /** Shared memory that the thread has already received. */
  readonly #known = new WeakSet<SharedArrayBuffer>()

  constructor(script: URL, onFailure: () => void) {
    this.#worker = new Worker(script)
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread<Answer>) => {
      const asked = this.waiting.shift()
      if ('failed' in message) asked?.reject(message.failed)
      else asked?.resolve(message.answer)
    })
    const fail = (reason: unknown) => {
      onFailure()
      for (const { reject } of this.waiting.splice(0)) reject(reason)
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new Error('The thread ended.')))
  }

  begin(id: number, job: Job): void {
    let newBytes = 0
    for (const buffer of sharedIn(job)) {
      if (!this.#known.has(buffer)) newBytes += buffer.byteLength
      this.#known.add(buffer)
    }
    this.#send({ id, job, newBytes })
  }

  finish(id: number): void {
    this.#send({ id })
  }

  #send(message: ToThread<Job, Work>): void {
    this.#worker.postMessage(message)
  }

  ask(id: number, work: Work): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // `#send` throws for work that cannot be serialized, which rejects the promise.
      this.#send({ id, work })
      this.waiting.push({ resolve, reject })
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
    for (const { reject } of this.waiting.splice(0)) reject(new Error('The threads have ended.'))
  }
}

/** Handle of one job; `end` frees the job's memory in the threads. */
export interface StartedJob<Work, Answer> {
  ask(work: Work): Promise<Answer>
  end(): void
}

/** Threads that run one script. Jobs are plain data, with large arrays in shared memory. */
export class JobThreads<Job, Work, Answer> {
  /** Maximum number of threads started on demand. */
  readonly count: number
  readonly #script: URL
  #threads: Thread<Job, Work, Answer>[] = []
  #lastId = 0

  constructor(script: URL, count = THREADS) {
    this.#script = script
    this.count = count
  }

  get running(): number {
    return this.#threads.length
  }

  /** Starts another thread, which gets jobs after completing this first work. */
  async add(job: Job, work: Work): Promise<void> {
    const thread = this.#newThread()
    const id = ++this.#lastId
    thread.begin(id, job)
    await thread.ask(id, work)
    thread.finish(id)
    this.#threads.push(thread)
  }

  /** Starts a job whose work any thread may do. */
  start(job: Job): StartedJob<Work, Answer> {
    return this.#started(job, () => this.#idlest())
  }

  /** Starts a job with accumulated state: one thread does all of its work, in order. */
  startOnOne(job: Job): StartedJob<Work, Answer> {
    let own: Thread<Job, Work, Answer> | undefined
    return this.#started(job, () => {
      own ??= this.#idlest()
      return own
    })
  }

  #started(job: Job, choose: () => Thread<Job, Work, Answer>): StartedJob<Work, Answer> {
    const id = ++this.#lastId
    const informed = new Set<Thread<Job, Work, Answer>>()
    return {
      ask: (work) => {
        const thread = choose()
        if (!informed.has(thread)) thread.begin(id, job)
        informed.add(thread)
        return thread.ask(id, work)
      },
      end: () => {
        for (const thread of informed) thread.finish(id)
      },
    }
  }

  #idlest(): Thread<Job, Work, Answer> {
    const [idlest] = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length)
    if (idlest !== undefined && (idlest.waiting.length === 0 || this.#threads.length >= this.count))
      return idlest
    const thread = this.#newThread()
    this.#threads.push(thread)
    return thread
  }

  #newThread(): Thread<Job, Work, Answer> {
    const thread: Thread<Job, Work, Answer> = new Thread(this.#script, () => {
      this.#threads = this.#threads.filter((other) => other !== thread)
    })
    return thread
  }

  /** Ends all threads except `kept`; the next job starts new threads. */
  async destroy(kept = 0): Promise<void> {
    await Promise.all(this.#threads.splice(kept).map((thread) => thread.end()))
  }
}

/** Shared memory that all threads can read: the array itself if shared, else a copy. */
export function sharedFloats(values: Float32Array): Float32Array<SharedArrayBuffer> {
  if (values.buffer instanceof SharedArrayBuffer) return values as Float32Array<SharedArrayBuffer>
  const view = new Float32Array(new SharedArrayBuffer(values.byteLength))
  view.set(values)
  return view
}
