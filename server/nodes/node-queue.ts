import { setTimeout as delay } from 'node:timers/promises'
import { type Job, Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { jobId, KEY_PREFIX } from './protocol.ts'

/** Queue event about a job. Events can be forged with write access to Redis, so ended jobs are read again. */
export type NodeQueueEvent = { kind: 'progress'; content: unknown } | { kind: 'ended'; content?: unknown }

/** Current state of a job in Redis. */
export type NodeQueueJob =
  | { kind: 'missing' }
  | { kind: 'waiting' }
  /** A node has taken the job; if `isLocked` is false, that node is dead, frozen or disconnected. */
  | { kind: 'active'; isLocked: boolean; worker: string | undefined }
  | { kind: 'returned'; content: unknown }
  /** The job's node lost the lock, or refused the job. */
  | { kind: 'failed'; reason: string; worker: string | undefined }

const states = ['waiting', 'active', 'completed', 'failed'] as const
const reopenMs = 1000

interface NodeQueueOptions {
  redis: Redis
  openEvents(): Redis
  onEvent(id: string, event: NodeQueueEvent): void
  onError(error: unknown): void
}

export class NodeQueue {
  readonly name: string
  /** Number of unfinished jobs of this process in the queue. */
  running = 0
  readonly #queue: Queue
  readonly #options: NodeQueueOptions
  #eventRedis: Redis | undefined
  #events: QueueEvents | undefined
  #isClosed = false

  private constructor(name: string, options: NodeQueueOptions) {
    this.name = name
    this.#options = options
    this.#queue = new Queue(name, { connection: options.redis, prefix: KEY_PREFIX })
    this.#queue.on('error', options.onError)
  }

  static async open(name: string, options: NodeQueueOptions): Promise<NodeQueue> {
    // Reads events from the current time of the Redis clock, to miss none before the first read.
    const [seconds, microseconds] = await options.redis.time()
    const nowMs = 1000 * Number(seconds) + Math.floor(Number(microseconds) / 1000)
    const nodeQueue = new NodeQueue(name, options)
    void nodeQueue.#follow(`${nowMs - 1}-0`)
    return nodeQueue
  }

  /** Follows events. After a malformed event the stream is reopened; polling makes up for missed events. */
  async #follow(from: string): Promise<void> {
    const { openEvents, onEvent, onError } = this.#options
    for (let lastEventId = from; !this.#isClosed; lastEventId = '$') {
      this.#eventRedis = openEvents()
      const events = new QueueEvents(this.name, {
        connection: this.#eventRedis,
        prefix: KEY_PREFIX,
        lastEventId,
        autorun: false,
      })
      this.#events = events
      events.on('error', onError)
      events.on('progress', ({ jobId: id, data }) => onEvent(id, { kind: 'progress', content: data }))
      events.on('completed', ({ jobId: id, returnvalue }) =>
        onEvent(id, { kind: 'ended', content: returnvalue }),
      )
      events.on('failed', ({ jobId: id }) => onEvent(id, { kind: 'ended' }))
      await events.run().catch(onError)
      if (this.#isClosed) return
      // A failed close is ignored, because the connection is closed next.
      void events.close().catch(() => {})
      this.#eventRedis.disconnect()
      await delay(reopenMs, undefined, { ref: false })
    }
  }

  /** Adds a job unless already present; the job stays in Redis until removed, even when finished. */
  async put(simulationId: string, attempt: string, sealed: string): Promise<void> {
    await this.#queue.add('simulation', sealed, {
      jobId: jobId(simulationId, attempt),
      attempts: 1,
      removeOnComplete: false,
      removeOnFail: false,
    })
  }

  async find(id: string): Promise<NodeQueueJob> {
    let job: Job | undefined
    try {
      job = await this.#queue.getJob(id)
    } catch (error) {
      if (!isWrongType(error)) throw error
      return {
        kind: 'failed',
        reason: `its entry in Redis is not a job: ${error.message}`,
        worker: undefined,
      }
    }
    if (job === undefined) return { kind: 'missing' }
    const { failedReason: reason, processedBy: worker } = job
    if (job.finishedOn !== undefined) {
      if (reason) return { kind: 'failed', reason, worker }
      return { kind: 'returned', content: job.returnvalue }
    }
    if ((await job.getState()) !== 'active') return { kind: 'waiting' }
    const isLocked = (await this.#options.redis.exists(`${this.#queue.toKey(id)}:lock`)) === 1
    return { kind: 'active', isLocked, worker }
  }

  /** Removes a job; false if a node is working on the job. */
  async remove(id: string): Promise<boolean> {
    return (await this.#queue.remove(id)) === 1
  }

  /** Ids of all jobs in the queue, including jobs with invalid content. */
  async ids(): Promise<string[]> {
    return this.#queue.getRanges([...states], 0, -1)
  }

  /** Queue metrics: waiting and running jobs, age of the oldest waiting job, and running jobs per worker. */
  async load(): Promise<{
    waiting: number
    active: number
    oldestWaitMs: number
    byWorker: Map<string, number>
  }> {
    const [[oldest], active, waiting] = await Promise.all([
      this.#queue.getRanges(['waiting'], 0, 0, true),
      this.#queue.getRanges(['active'], 0, -1),
      this.#queue.getWaitingCount(),
    ])
    const byWorker = new Map<string, number>()
    for (const id of active) {
      const found = await this.find(id)
      const worker = found.kind === 'active' ? found.worker : undefined
      if (worker !== undefined) byWorker.set(worker, (byWorker.get(worker) ?? 0) + 1)
    }
    // An unreadable job has no age.
    const first = oldest === undefined ? undefined : await this.#queue.getJob(oldest).catch(() => undefined)
    return {
      waiting,
      active: active.length,
      oldestWaitMs: first ? Date.now() - first.timestamp : 0,
      byWorker,
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#queue.close(), this.#events?.close()])
  }

  /** Disconnects at once; `close` would wait while Redis is unreachable. */
  disconnect(): void {
    this.#isClosed = true
    this.#eventRedis?.disconnect()
  }
}

/** True if a key of BullMQ holds a value of a type that BullMQ never writes. */
export function isWrongType(error: unknown): error is Error {
  return error instanceof SyntaxError || (error instanceof Error && /^(ERR .*)?WRONGTYPE/.test(error.message))
}
