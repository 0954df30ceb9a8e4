/**
 * A compute node: takes jobs of its queue, computes them in a process of its own, and stores their rasters under the name of
 * the try. It decides nothing and deletes nothing: what became of a simulation is for the API node to say.
 */

import { mkdir, rm } from 'node:fs/promises'
import { type Job, UnrecoverableError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Compute, ComputeOutcome } from '../compute/protocol.ts'
import type { Logger } from '../config/logger.ts'
import type { HeldGround, TerrainCache } from './ground/cache.ts'
import { GroundUnavailableError } from './ground/download.ts'
import { MemoryBudget } from './memory-budget.ts'
import {
  type Cancellation,
  cancelChannel,
  cancelKey,
  drainChannel,
  drainedKey,
  jobId,
  KEY_PREFIX,
  type NodeJob,
  type NodeOutcome,
  type NodeProgress,
  type NodeResult,
  type NodeSlots,
  queueName,
  workerName,
} from './protocol.ts'
import { checkRedis, complaint, openRedis } from './redis.ts'
import { seal, unseal } from './sealed.ts'

export interface NodeOptions {
  name: string
  url: string
  secret: string
  engineVersion: string
  compute: Compute
  slots: NodeSlots
  memoryBytes: number
  /** Has the terrain files of jobs on this machine. */
  ground: Pick<TerrainCache, 'acquire' | 'checkAccess' | 'verify' | 'close'>
  /** Where rasters are written before they are stored. */
  workDir: string
  logger?: Logger
  /** How long a node that is dead or cut off keeps its jobs. */
  lockMs?: number
  /** Called when the API node no longer takes its token: it can do nothing, and would spoil each job that it takes. */
  onRefused?: (error: GroundUnavailableError) => void
}

const mebibyte = 2 ** 20
/** Progress is reported no more often. */
const progressMs = 250

/** One job that it runs. */
interface Running {
  readonly controller: AbortController
  /** The node stops: the job is for another one. */
  isHandedBack: boolean
  reportedMs: number
}

export class ComputeNode {
  readonly #options: Required<Omit<NodeOptions, 'logger'>> & Pick<NodeOptions, 'logger'>
  readonly #starting = new AbortController()
  readonly #redis: Redis
  readonly #listener: Redis
  readonly #budget: MemoryBudget
  /** By attempt. */
  readonly #running = new Map<string, Running>()
  #worker: Worker | undefined
  #stopping: Promise<void> | undefined

  constructor(options: NodeOptions) {
    this.#options = { lockMs: 10_000, onRefused: () => {}, ...options }
    this.#redis = openRedis(options.url, options.logger)
    this.#listener = openRedis(options.url, options.logger)
    this.#budget = new MemoryBudget(options.slots, options.memoryBytes)
  }

  /** Settles when it takes jobs. */
  async start(): Promise<{ backend: string; device: string }> {
    const { compute, engineVersion, lockMs, logger, memoryBytes, name, slots, workDir } = this.#options
    await checkRedis(this.#redis)
    // What a crash left.
    await rm(workDir, { recursive: true, force: true })
    await mkdir(workDir, { recursive: true, mode: 0o700 })
    const device = await compute.start()
    const onWait = complaint(logger, 'the API node can not be asked for terrain')
    await this.#options.ground.checkAccess(onWait, this.#starting.signal)
    await this.#listen()
    const memoryMib = Math.floor(memoryBytes / mebibyte)
    const queue = queueName({ engineVersion, backend: device.backend, memoryMib })
    this.#worker = new Worker(queue, (job) => this.#process(job), {
      connection: this.#redis,
      prefix: KEY_PREFIX,
      name: workerName(name, slots),
      autorun: false,
      concurrency: slots.slots + slots.smallSlots + slots.tinySlots,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      // The dispatcher decides whether it is tried again, and under another name.
      maxStalledCount: 0,
    })
    this.#worker.on('error', complaint(logger, 'the queue can not be used'))
    // Others have them by now, or soon.
    this.#worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) this.#running.get(id.split('-')[1] ?? '')?.controller.abort()
    })
    await this.#worker.waitUntilReady()
    await this.#followDrain()
    void this.#worker
      .run()
      .catch((error: unknown) => logger?.error({ reason: String(error) }, 'no jobs are taken'))
    return device
  }

  /** Hands back what it runs. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    this.#starting.abort()
    await this.#worker?.pause(true)
    for (const running of this.#running.values()) {
      running.isHandedBack = true
      running.controller.abort()
    }
    await this.#worker?.close()
    await this.#options.compute.stop()
    await this.#options.ground.close()
    this.#listener.disconnect()
    this.#redis.disconnect()
  }

  async #listen(): Promise<void> {
    this.#listener.on('message', (channel: string, message: string) => {
      if (channel === drainChannel) void this.#followDrain().catch(() => {})
      else {
        const cancelled = unseal(this.#options.secret, 'cancel', message) as Cancellation | undefined
        if (cancelled) this.#running.get(cancelled.attempt)?.controller.abort()
      }
    })
    await this.#listener.subscribe(cancelChannel, drainChannel)
  }

  async #followDrain(): Promise<void> {
    const isDrained = (await this.#redis.sismember(drainedKey, this.#options.name)) === 1
    const worker = this.#worker
    if (worker === undefined || worker.isPaused() === isDrained) return
    if (isDrained) await worker.pause(true)
    else await worker.resume()
    this.#options.logger?.info({}, isDrained ? 'drained: no more jobs are taken' : 'resumed')
  }

  async #process(job: Job): Promise<string> {
    const { logger, name, secret } = this.#options
    const asked = unseal(secret, 'job', job.data) as NodeJob | undefined
    // Any name could be put into Redis: the job has to be the one that was signed, and no old one.
    if (
      asked === undefined ||
      jobId(asked.simulationId, asked.attempt) !== job.id ||
      asked.expiresMs < Date.now()
    ) {
      logger?.error({ job: job.id }, 'a job was refused: it was not made with QUEUE_SECRET, or is too old')
      throw new UnrecoverableError(
        'It was not made with the QUEUE_SECRET of the compute node, or is too old.',
      )
    }
    const { simulationId, attempt } = asked
    const running = { controller: new AbortController(), isHandedBack: false, reportedMs: 0 }
    this.#running.set(attempt, running)
    try {
      const outcome = await this.#run(job, asked, running)
      const result: NodeResult = { simulationId, attempt, node: name, outcome }
      return seal(secret, 'outcome', result)
    } finally {
      this.#running.delete(attempt)
    }
  }

  async #run(job: Job, asked: NodeJob, running: Running): Promise<NodeOutcome> {
    const { ground } = this.#options
    const { signal } = running.controller
    if (await this.#redis.exists(cancelKey(asked.attempt))) return { kind: 'cancelled' }
    const release = await this.#budget.take(asked.memoryBytes, signal)
    if (release === undefined) return this.#abortedOutcome(running)
    let held: HeldGround | undefined
    try {
      void this.#report(job, running, { attempt: asked.attempt, stage: 'reading_terrain', progress: 0 })
      held = await ground.acquire(asked.ground, signal)
      const outcome = await this.#compute(job, asked, running, held)
      return outcome.kind === 'cancelled' || this.#stopping ? this.#abortedOutcome(running, outcome) : outcome
    } catch (error) {
      if (signal.aborted) return this.#abortedOutcome(running)
      if (!(error instanceof GroundUnavailableError)) throw error
      if (error.reason === 'unauthorized') {
        this.#options.onRefused(error)
        return { kind: 'handed_back' }
      }
      // Another node may have it.
      return { kind: 'died', detail: `The terrain could not be had: ${error.message}` }
    } finally {
      await held?.release()
      release()
    }
  }

  async #compute(
    job: Job,
    asked: NodeJob,
    running: Running,
    { terrain }: HeldGround,
  ): Promise<ComputeOutcome> {
    const { compute, workDir } = this.#options
    const outcome = await compute.run(
      {
        id: jobId(asked.simulationId, asked.attempt),
        accountId: asked.accountId,
        params: asked.params,
        memoryBytes: asked.memoryBytes,
        terrain,
        rasterDirectory: workDir,
        rasterStem: `${asked.simulationId}/${asked.attempt}`,
      },
      (stage, progress) => void this.#report(job, running, { attempt: asked.attempt, stage, progress }),
      running.controller.signal,
    )
    if (outcome.kind !== 'failed' || outcome.code !== 'ground_differs') return outcome
    // Nobody's request is to blame for it; a file that was damaged here is fetched again.
    await this.#options.ground.verify(asked.ground)
    return { kind: 'died', detail: outcome.detail }
  }

  #abortedOutcome(running: Running, outcome: ComputeOutcome = { kind: 'cancelled' }): NodeOutcome {
    const isEnded = outcome.kind === 'completed' || outcome.kind === 'failed'
    return running.isHandedBack && !isEnded ? { kind: 'handed_back' } : outcome
  }

  /** A cancellation that was not heard is found now; so is one by the removal of the job. */
  async #report(job: Job, running: Running, progress: NodeProgress): Promise<void> {
    const now = performance.now()
    if (now - running.reportedMs < progressMs) return
    running.reportedMs = now
    try {
      await job.updateProgress(seal(this.#options.secret, 'progress', progress))
      if (await this.#redis.exists(cancelKey(progress.attempt))) running.controller.abort()
    } catch {
      running.controller.abort()
    }
  }
}
