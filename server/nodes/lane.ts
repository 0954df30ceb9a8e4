import { Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { jobId, KEY_PREFIX } from './protocol.ts'

/** What became of a job of a queue. */
export type LaneEvent =
  | { kind: 'progress'; content: unknown }
  | { kind: 'returned'; content: unknown }
  | { kind: 'failed'; reason: string }

/** What is known of a job now. */
export type LaneJob =
  | { kind: 'missing' }
  | { kind: 'waiting' }
  /** A node has it; without its lock that node is dead, frozen or cut off. */
  | { kind: 'active'; isLocked: boolean; node: string | undefined }
  | Exclude<LaneEvent, { kind: 'progress' }>

const states = ['waiting', 'active', 'completed', 'failed'] as const

/** One queue of nodes that can do the same. */
export class Lane {
  readonly name: string
  /** Jobs that it was given and that have not ended. */
  running = 0
  readonly #queue: Queue
  readonly #events: QueueEvents
  readonly #redis: Redis
  readonly #eventRedis: Redis

  private constructor(name: string, redis: Redis, eventRedis: Redis, lastEventId: string) {
    this.name = name
    this.#redis = redis
    this.#eventRedis = eventRedis
    this.#queue = new Queue(name, { connection: redis, prefix: KEY_PREFIX })
    this.#events = new QueueEvents(name, { connection: eventRedis, prefix: KEY_PREFIX, lastEventId })
  }

  /** It alone uses `eventRedis`, where it waits for events, until `disconnect`. */
  static async open(
    name: string,
    redis: Redis,
    eventRedis: Redis,
    {
      onEvent,
      onError,
    }: { onEvent: (id: string, event: LaneEvent) => void; onError: (error: Error) => void },
  ): Promise<Lane> {
    // From now on, by the clock of Redis: what happens before the first read is not missed.
    const [seconds, microseconds] = await redis.time()
    const nowMs = 1000 * Number(seconds) + Math.floor(Number(microseconds) / 1000)
    const lane = new Lane(name, redis, eventRedis, `${nowMs - 1}-0`)
    lane.#queue.on('error', onError)
    lane.#events.on('error', onError)
    lane.#events.on('progress', ({ jobId: id, data }) => onEvent(id, { kind: 'progress', content: data }))
    lane.#events.on('completed', ({ jobId: id, returnvalue }) =>
      onEvent(id, { kind: 'returned', content: returnvalue }),
    )
    lane.#events.on('failed', ({ jobId: id, failedReason: reason }) =>
      onEvent(id, { kind: 'failed', reason }),
    )
    return lane
  }

  /** Puts a job that is there already no second time. It is kept, ended or not, until it is removed. */
  async put(simulationId: string, attempt: string, sealed: string): Promise<void> {
    await this.#queue.add('simulation', sealed, {
      jobId: jobId(simulationId, attempt),
      attempts: 1,
      removeOnComplete: false,
      removeOnFail: false,
    })
  }

  async find(id: string): Promise<LaneJob> {
    const job = await this.#queue.getJob(id)
    if (job === undefined) return { kind: 'missing' }
    if (job.finishedOn !== undefined) {
      if (job.failedReason !== undefined && job.failedReason !== '') {
        return { kind: 'failed', reason: job.failedReason }
      }
      return { kind: 'returned', content: job.returnvalue }
    }
    if ((await job.getState()) !== 'active') return { kind: 'waiting' }
    const isLocked = (await this.#redis.exists(`${this.#queue.toKey(id)}:lock`)) === 1
    return { kind: 'active', isLocked, node: job.processedBy }
  }

  /** False: a node is at work on it. */
  async remove(id: string): Promise<boolean> {
    return (await this.#queue.remove(id)) === 1
  }

  /** Names of all its jobs. */
  async ids(): Promise<string[]> {
    const jobs = await this.#queue.getJobs([...states])
    // One may be removed while they are listed.
    return jobs.flatMap((job) => (job?.id === undefined ? [] : [job.id]))
  }

  /** For metrics: jobs that wait and run, the age of the oldest that waits, and by name of the worker those that run. */
  async load(): Promise<{
    waiting: number
    active: number
    oldestWaitMs: number
    byWorker: Map<string, number>
  }> {
    const [[first], active, waiting] = await Promise.all([
      this.#queue.getJobs(['waiting'], 0, 0, true),
      this.#queue.getJobs(['active']),
      this.#queue.getWaitingCount(),
    ])
    const byWorker = new Map<string, number>()
    for (const job of active) {
      const worker = job?.processedBy
      if (worker !== undefined) byWorker.set(worker, (byWorker.get(worker) ?? 0) + 1)
    }
    return {
      waiting,
      active: active.length,
      oldestWaitMs: first ? Date.now() - first.timestamp : 0,
      byWorker,
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#queue.close(), this.#events.close()])
  }

  /** Also where Redis is away, and `close` waits for it. */
  disconnect(): void {
    this.#eventRedis.disconnect()
  }
}
