/**
 * Compute node: takes jobs from a queue, computes them in a child process, and stores rasters under the name of
 * the attempt. A node decides and deletes nothing: the API node determines the result of a simulation.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { type Job, UnrecoverableError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { messageOf } from '../../storage/files/system-errors.ts'
import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Logger } from '../config/logger.ts'
import type { Compute, ComputeOutcome, OpenedDevice } from '../jobs/protocol.ts'
import { BegunAttempts } from './begun.ts'
import type { HeldGround, TerrainCache } from './ground/cache.ts'
import { GroundUnavailableError } from './ground/download.ts'
import { checkSetup, type Marks } from './handshake.ts'
import { MemoryBudget } from './memory-budget.ts'
import { Pauses } from './pauses.ts'
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
  pausedKey,
  queueName,
  workerName,
} from './protocol.ts'
import { answers, checkRedis, complaint, openRedis } from './redis.ts'
import { seal, unseal } from './sealed.ts'

export interface NodeOptions {
  name: string
  url: string
  secret: string
  engineVersion: string
  compute: Compute
  slots: NodeSlots
  memoryBytes: number
  /** Provides the terrain files of jobs. */
  ground: Pick<TerrainCache, 'acquire' | 'checkAccess' | 'verify' | 'close'>
  /** Folder in which rasters are written before upload to the store. */
  workDir: string
  /** Access to the marks (unique texts) that identify the result store. */
  marks: Marks
  logger?: Logger
  /** Time in ms until the lock of a job on a dead or disconnected node expires. */
  lockMs?: number
  /** Interval in ms for checking that the API node is unchanged and accepts the token. */
  accessMs?: number
  /** Pause in ms after a fault of this node; doubles with every consecutive fault. */
  pauseMs?: number
  /** Called when the token is refused or the API node was replaced: every further job would fail. */
  onUseless?: (error: unknown) => void
}

const mebibyte = 2 ** 20
/** Minimum interval in ms between progress reports. */
const progressMs = 250
/** Interval in ms for renewing the pause key in Redis. */
const announceMs = 5000
/** Maximum time in ms to wait for Redis during a shutdown. */
const silentMs = 1000
/** BullMQ's error code for a job that no longer exists. */
const jobIsGone = -1
/** Number of random bytes that distinguish processes of the same node. */
const instanceBytes = 6

interface Running {
  readonly controller: AbortController
  /** True if the node is stopping and another node should run the job. */
  isHandedBack: boolean
  reportedMs: number
}

export class ComputeNode {
  readonly #options: Required<Omit<NodeOptions, 'logger'>> & Pick<NodeOptions, 'logger'>
  readonly #ending = new AbortController()
  readonly #redis: Redis
  readonly #listener: Redis
  readonly #workerName: string
  readonly #budget: MemoryBudget
  readonly #pauses: Pauses
  readonly #complain: (error: unknown) => void
  readonly #begun = new BegunAttempts()
  /** Running jobs, keyed by attempt. */
  readonly #running = new Map<string, Running>()
  #worker: Worker | undefined
  #isDrained = false
  #timers: NodeJS.Timeout[] = []
  #isChecking = false
  #stopping: Promise<void> | undefined

  constructor(options: NodeOptions) {
    this.#options = { lockMs: 10_000, accessMs: 60_000, pauseMs: 5000, onUseless: () => {}, ...options }
    this.#redis = openRedis(options.url, options.logger)
    this.#listener = openRedis(options.url, options.logger)
    const complain = complaint(options.logger, 'queue unavailable')
    this.#complain = (error) => {
      if (!this.#ending.signal.aborted) complain(error)
    }
    const instance = randomBytes(instanceBytes).toString('hex')
    this.#workerName = workerName(options.name, options.slots, instance)
    this.#budget = new MemoryBudget(options.slots, options.memoryBytes)
    this.#pauses = new Pauses({
      firstMs: this.#options.pauseMs,
      check: () => this.#checkSetup(),
      onChange: () => {
        void this.#apply().catch(this.#complain)
        void this.#announcePause().catch(this.#complain)
      },
      onUseless: (error) => this.#options.onUseless(error),
      logger: options.logger,
      signal: this.#ending.signal,
    })
  }

  /** Connects and checks the setup; resolves when the node takes jobs. */
  async start(): Promise<OpenedDevice> {
    const { compute, engineVersion, lockMs, logger, memoryBytes, slots, workDir } = this.#options
    await checkRedis(this.#redis)
    // Removes files left by a crash.
    await rm(workDir, { recursive: true, force: true })
    await mkdir(workDir, { recursive: true, mode: 0o700 })
    const device = await compute.start()
    await this.#checkAccess()
    await this.#checkSetup()
    await this.#listen()
    const memoryMib = Math.floor(memoryBytes / mebibyte)
    const queue = queueName({ engineVersion, backend: device.backend, memoryMib })
    this.#worker = new Worker(queue, (job) => this.#process(job), {
      connection: this.#redis,
      prefix: KEY_PREFIX,
      name: this.#workerName,
      autorun: false,
      concurrency: slots.slots + slots.smallSlots + slots.tinySlots,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      // The dispatcher decides about further attempts, under new names.
      maxStalledCount: 0,
    })
    this.#worker.on('error', this.#complain)
    // Stops jobs whose locks are lost, because other nodes have these jobs or will soon get them.
    this.#worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) this.#running.get(id.split('-')[1] ?? '')?.controller.abort()
    })
    await this.#worker.waitUntilReady()
    await this.#followDrain()
    void this.#worker
      .run()
      .catch((err: unknown) => logger?.error({ err }, 'queue worker stopped unexpectedly'))
    this.#timers = [
      setInterval(() => void this.#checkAgain(), this.#options.accessMs).unref(),
      setInterval(() => {
        if (this.#pauses.isPaused) void this.#announcePause().catch(this.#complain)
        // Reads the drained nodes regularly, because a message about a change may be lost in an outage.
        void this.#followDrain().catch(this.#complain)
      }, announceMs).unref(),
    ]
    return device
  }

  /** Sets or deletes the pause key, which makes the API node place jobs on other nodes. */
  async #announcePause(): Promise<void> {
    const key = pausedKey(this.#workerName)
    if (this.#pauses.isPaused) await this.#redis.set(key, '1', 'PX', 3 * announceMs)
    else await this.#redis.del(key)
  }

  /** Waits until the API node accepts the token. */
  #checkAccess(): Promise<void> {
    const onWait = complaint(this.#options.logger, 'terrain of the API node unavailable')
    return this.#options.ground.checkAccess(onWait, this.#ending.signal)
  }

  async #checkAgain(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      await this.#checkAccess()
      await this.#checkSetup()
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#options.onUseless(error)
    } finally {
      this.#isChecking = false
    }
  }

  /** Waits until API node and store are available, and checks that this node uses the API node's store. */
  #checkSetup(): Promise<void> {
    const { logger, marks, name, secret } = this.#options
    const onWait = complaint(logger, 'API node or object store unavailable')
    return checkSetup(this.#redis, { name, secret, marks, onWait, signal: this.#ending.signal })
  }

  /** Stops the node; running jobs are handed back to the queue. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    this.#ending.abort()
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    await this.#worker?.pause(true)
    for (const running of this.#running.values()) {
      running.isHandedBack = true
      running.controller.abort()
    }
    // If Redis is unreachable, jobs cannot be handed back; other nodes get them when the locks expire.
    await this.#worker?.close(!(await answers(this.#redis, silentMs)))
    await this.#options.compute.stop()
    await this.#options.ground.close()
    this.#listener.disconnect()
    this.#redis.disconnect()
  }

  async #listen(): Promise<void> {
    this.#listener.on('message', (channel: string, message: string) => {
      if (channel === drainChannel) void this.#followDrain().catch(this.#complain)
      else {
        const cancelled = unseal(this.#options.secret, 'cancel', message) as Cancellation | undefined
        if (cancelled) this.#running.get(cancelled.attempt)?.controller.abort()
      }
    })
    await this.#listener.subscribe(cancelChannel, drainChannel)
  }

  async #followDrain(): Promise<void> {
    const isDrained = (await this.#redis.sismember(drainedKey, this.#options.name)) === 1
    const isChanged = isDrained !== this.#isDrained
    this.#isDrained = isDrained
    await this.#apply()
    if (isChanged) this.#options.logger?.info({}, isDrained ? 'compute node drained' : 'compute node resumed')
  }

  /** Starts or stops taking jobs, depending on drain and pause. */
  async #apply(): Promise<void> {
    const worker = this.#worker
    const takesNone = this.#isDrained || this.#pauses.isPaused
    if (worker === undefined || this.#stopping || worker.isPaused() === takesNone) return
    if (takesNone) await worker.pause(true)
    else await worker.resume()
  }

  async #process(job: Job): Promise<string> {
    const { logger, name, secret } = this.#options
    const asked = unseal(secret, 'job', job.data) as NodeJob | undefined
    // Anyone may add jobs to Redis: the id must match the signed content, and the job must not be expired.
    if (
      asked === undefined ||
      jobId(asked.simulationId, asked.attempt) !== job.id ||
      asked.expiresMs < Date.now()
    ) {
      logger?.error(
        { job: job.id, reason: 'message not signed with QUEUE_SECRET, or too old' },
        'queue message rejected',
      )
      // Pauses the node; the check after the pause detects whether the API node has a new secret.
      this.#pauses.fault('a job was not signed with QUEUE_SECRET')
      throw new UnrecoverableError(
        'The job was not signed with the QUEUE_SECRET of the compute node, or is too old.',
      )
    }
    const { simulationId, attempt } = asked
    const sealed = (outcome: NodeOutcome) =>
      seal(secret, 'outcome', { simulationId, attempt, node: name, outcome } satisfies NodeResult)
    if (!this.#begun.add(attempt, asked.expiresMs)) {
      logger?.warn({ job: job.id }, 'duplicate job ignored')
      // After a loss of data in Redis, the API node may wait for this job: hand-back triggers a new attempt.
      return sealed({ kind: 'handed_back' })
    }
    const running = { controller: new AbortController(), isHandedBack: false, reportedMs: 0 }
    this.#running.set(attempt, running)
    try {
      return sealed(await this.#run(job, asked, running))
    } finally {
      this.#running.delete(attempt)
    }
  }

  async #run(job: Job, asked: NodeJob, running: Running): Promise<NodeOutcome> {
    const { ground } = this.#options
    const { signal } = running.controller
    // A job taken just before the pause began is handed back.
    if (this.#pauses.isPaused) return { kind: 'handed_back' }
    if (await this.#isCancelled(asked.attempt)) return { kind: 'cancelled' }
    const release = await this.#budget.take(asked.memoryBytes, signal)
    if (release === undefined) return this.#abortedOutcome(running)
    const held: HeldGround[] = []
    try {
      void this.#report(job, running, { attempt: asked.attempt, stage: 'reading_terrain', progress: 0 })
      for (const list of listsOf(asked)) held.push(await ground.acquire(list, signal))
      const outcome = this.#judged(await this.#compute(job, asked, running, held))
      return outcome.kind === 'cancelled' || this.#stopping ? this.#abortedOutcome(running, outcome) : outcome
    } catch (error) {
      return signal.aborted ? this.#abortedOutcome(running) : this.#withoutGround(error)
    } finally {
      for (const { release } of held) await release()
      release()
    }
  }

  async #compute(
    job: Job,
    asked: NodeJob,
    running: Running,
    held: readonly HeldGround[],
  ): Promise<ComputeOutcome> {
    const [terrain, ...layers] = held.map((each) => each.terrain)
    const { compute, workDir } = this.#options
    const outcome = await compute.run(
      {
        id: jobId(asked.simulationId, asked.attempt),
        accountId: asked.accountId,
        job: asked.job,
        memoryBytes: asked.memoryBytes,
        ...(terrain && { terrain }),
        ...(layers.length > 0 && { layers }),
        rasterDirectory: workDir,
        rasterStem: `${asked.simulationId}/${asked.attempt}`,
      },
      (stage, progress) => {
        if (stage !== 'queued') void this.#report(job, running, { attempt: asked.attempt, stage, progress })
      },
      running.controller.signal,
    )
    if (outcome.kind !== 'failed' || outcome.code !== 'ground_differs') return outcome
    // The request is not at fault; damaged files are removed here and downloaded again.
    for (const list of listsOf(asked)) await this.#options.ground.verify(list)
    return { kind: 'died', detail: outcome.detail }
  }

  /** Converts faults of this node to outcomes that let another node run the job. */
  #judged(outcome: ComputeOutcome): NodeOutcome {
    if (outcome.kind === 'failed' && outcome.code === 'storage_unavailable') {
      this.#pauses.fault(outcome.detail)
      return { kind: 'handed_back' }
    }
    if (outcome.kind === 'failed' && outcome.code === 'internal_error') {
      this.#pauses.fault(outcome.detail)
      return { kind: 'died', detail: outcome.detail }
    }
    if (outcome.kind !== 'died') this.#pauses.clear()
    return outcome
  }

  #withoutGround(error: unknown): NodeOutcome {
    const reason = error instanceof GroundUnavailableError ? error.reason : undefined
    const detail = `The terrain could not be fetched: ${messageOf(error)}`
    // Files on the API node have changed since the job was added; a new attempt lists them again.
    if (reason === 'missing' || reason === 'wrong_bytes') return { kind: 'died', detail }
    if (reason === 'unauthorized') this.#options.onUseless(error)
    else this.#pauses.fault(detail)
    // Another node may have enough space for the files; the job fails after two such attempts.
    return reason === 'too_large' ? { kind: 'died', detail } : { kind: 'handed_back' }
  }

  #abortedOutcome(running: Running, outcome: NodeOutcome = { kind: 'cancelled' }): NodeOutcome {
    const isEnded = outcome.kind === 'completed' || outcome.kind === 'failed'
    return running.isHandedBack && !isEnded ? { kind: 'handed_back' } : outcome
  }

  /** Reports progress; detects a cancellation that was missed, and the removal of the job. */
  async #report(job: Job, running: Running, progress: NodeProgress): Promise<void> {
    const now = performance.now()
    if (now - running.reportedMs < progressMs) return
    running.reportedMs = now
    try {
      await job.updateProgress(seal(this.#options.secret, 'progress', progress))
      if (await this.#isCancelled(progress.attempt)) running.controller.abort()
    } catch (error) {
      // A full Redis may refuse progress, but the result of the job is still needed.
      if ((error as { code?: unknown }).code === jobIsGone) running.controller.abort()
    }
  }

  async #isCancelled(attempt: string): Promise<boolean> {
    const sealed = await this.#redis.get(cancelKey(attempt))
    return (unseal(this.#options.secret, 'cancel', sealed) as Cancellation | undefined)?.attempt === attempt
  }
}

/** File lists of a job: terrain first, then land-cover layers. */
function listsOf({ ground, layers = [] }: NodeJob): GroundList[] {
  return [ground, ...layers]
}
