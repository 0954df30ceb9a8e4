/**
 * A compute node: takes jobs from its queue, computes them in a separate process, and stores their rasters under the
 * name of the attempt. It decides and deletes nothing: the API node determines the result of a simulation.
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
  /** Supplies the terrain files of jobs. */
  ground: Pick<TerrainCache, 'acquire' | 'checkAccess' | 'verify' | 'close'>
  /** Folder in which rasters are written before they are stored. */
  workDir: string
  /** Marks of the store of results. */
  marks: Marks
  logger?: Logger
  /** Time for which a dead or disconnected node keeps its jobs. */
  lockMs?: number
  /** Interval of checks that the API node is the same and accepts the token. */
  accessMs?: number
  /** Pause after a first fault on this node; doubled with each further one in a row. */
  pauseMs?: number
  /** Called when the API node refuses the token, or is another one: jobs could only fail. */
  onUseless?: (error: unknown) => void
}

const mebibyte = 2 ** 20
/** Minimum interval of progress reports. */
const progressMs = 250
/** Interval at which a pause is announced. */
const announceMs = 5000
/** Maximum wait for Redis during a stop. */
const silentMs = 1000
/** Error code of BullMQ. */
const jobIsGone = -1
/** Random bytes that make processes of nodes unique. */
const instanceBytes = 6

interface Running {
  readonly controller: AbortController
  /** The node stops: the job is for another one. */
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
  /** By attempt. */
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

  /** Resolves when it takes jobs. */
  async start(): Promise<OpenedDevice> {
    const { compute, engineVersion, lockMs, logger, memoryBytes, slots, workDir } = this.#options
    await checkRedis(this.#redis)
    // Leftovers of a crash.
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
      // The dispatcher decides about further attempts, under other names.
      maxStalledCount: 0,
    })
    this.#worker.on('error', this.#complain)
    // Other nodes have the jobs by now, or soon.
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
        // The message of a drain is lost during a disconnection.
        void this.#followDrain().catch(this.#complain)
      }, announceMs).unref(),
    ]
    return device
  }

  /** The API node gives waiting jobs to others. */
  async #announcePause(): Promise<void> {
    const key = pausedKey(this.#workerName)
    if (this.#pauses.isPaused) await this.#redis.set(key, '1', 'PX', 3 * announceMs)
    else await this.#redis.del(key)
  }

  /** Waits for the API node. */
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

  /** Waits for the API node and the store. */
  #checkSetup(): Promise<void> {
    const { logger, marks, name, secret } = this.#options
    const onWait = complaint(logger, 'API node or object store unavailable')
    return checkSetup(this.#redis, { name, secret, marks, onWait, signal: this.#ending.signal })
  }

  /** Returns running jobs. */
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
    // If Redis is unreachable, jobs cannot be returned: other nodes take them when their locks end.
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

  /** Starts or stops taking jobs. */
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
    // Any name could be put into Redis: the job has to match the signed one, and must not be old.
    if (
      asked === undefined ||
      jobId(asked.simulationId, asked.attempt) !== job.id ||
      asked.expiresMs < Date.now()
    ) {
      logger?.error(
        { job: job.id, reason: 'message not signed with QUEUE_SECRET, or too old' },
        'queue message rejected',
      )
      // The check after the pause finds out whether the API node has another secret now.
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
      // If Redis lost its last writes, the API node still waits, and adds another attempt.
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
    // It was requested before the pause.
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
    // Not the fault of a request; a file damaged here is fetched again.
    for (const list of listsOf(asked)) await this.#options.ground.verify(list)
    return { kind: 'died', detail: outcome.detail }
  }

  /** Faults of this node leave the job to another one. */
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
    // The API node's files changed since the job was added: they are listed again.
    if (reason === 'missing' || reason === 'wrong_bytes') return { kind: 'died', detail }
    if (reason === 'unauthorized') this.#options.onUseless(error)
    else this.#pauses.fault(detail)
    // Another node may have the space for them; otherwise at most two attempts.
    return reason === 'too_large' ? { kind: 'died', detail } : { kind: 'handed_back' }
  }

  #abortedOutcome(running: Running, outcome: NodeOutcome = { kind: 'cancelled' }): NodeOutcome {
    const isEnded = outcome.kind === 'completed' || outcome.kind === 'failed'
    return running.isHandedBack && !isEnded ? { kind: 'handed_back' } : outcome
  }

  /** Finds missed cancellations, also by removal of the job. */
  async #report(job: Job, running: Running, progress: NodeProgress): Promise<void> {
    const now = performance.now()
    if (now - running.reportedMs < progressMs) return
    running.reportedMs = now
    try {
      await job.updateProgress(seal(this.#options.secret, 'progress', progress))
      if (await this.#isCancelled(progress.attempt)) running.controller.abort()
    } catch (error) {
      // A full Redis refuses progress, but the result is still needed.
      if ((error as { code?: unknown }).code === jobIsGone) running.controller.abort()
    }
  }

  async #isCancelled(attempt: string): Promise<boolean> {
    const sealed = await this.#redis.get(cancelKey(attempt))
    return (unseal(this.#options.secret, 'cancel', sealed) as Cancellation | undefined)?.attempt === attempt
  }
}

/** The ground first, then the layers. */
function listsOf({ ground, layers = [] }: NodeJob): GroundList[] {
  return [ground, ...layers]
}
