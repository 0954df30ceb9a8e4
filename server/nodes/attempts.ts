/** Job attempts on compute nodes: added to node queues, followed, canceled and removed. */

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { pause } from '../../storage/network/deadline.ts'
import type { Logger } from '../config/logger.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeJob } from '../jobs/protocol.ts'
import { NodeQueue, type NodeQueueEvent } from './node-queue.ts'
import { isTaking, type NodeRegistry } from './node-registry.ts'
import { OrphanedJobs } from './orphaned-jobs.ts'
import { freestQueue } from './place.ts'
import {
  cancelChannel,
  cancelKey,
  jobId,
  jobLifetimeMs,
  type NodeOutcome,
  type NodeProgress,
  queuesKey,
  simulationOf,
} from './protocol.ts'
import { type JobGrounds, type Run, sealedJob } from './run.ts'
import { seal, unseal } from './sealed.ts'
import { signedOutcome, verdictOf } from './verdict.ts'

export interface AttemptsOptions {
  redis: Redis
  registry: NodeRegistry
  openRedis(): Redis
  secret: string
  /** True if the simulation is pending; jobs of other simulations are removed from the queues. */
  isPending(simulationId: string): boolean
  /** Lists the terrain files of a job. */
  groundOf(job: Job): Promise<JobGrounds>
  logger: Logger | undefined
  complain(error: unknown): void
  lookMs: number
  deadMs: number
  cancelGraceMs: number
}

const closeMs = 1000
const retryMs = 1000
const nameBytes = 9

export type AttemptOutcome = NodeOutcome | { kind: 'unplaced' }

export class Attempts {
  readonly #options: AttemptsOptions
  readonly #nodeQueues = new Map<string, NodeQueue>()
  /** Attempts in node queues, keyed by job id in the queue. */
  readonly #runs = new Map<string, Run>()
  /** Attempts that wait for a free slot on a node. */
  #unplaced: Run[] = []
  readonly #left: OrphanedJobs
  /** Finished jobs, kept in Redis until the outcome of the simulation is stored. */
  readonly #ended = new Map<string, { nodeQueue: NodeQueue; id: string }[]>()
  readonly #stopping = new AbortController()
  #lostJobs = 0

  constructor(options: AttemptsOptions) {
    this.#options = options
    this.#left = new OrphanedJobs(options.isPending)
  }

  /** Number of jobs whose nodes died, froze or disconnected. */
  get lostJobs(): number {
    return this.#lostJobs
  }

  get nodeQueues(): Iterable<NodeQueue> {
    return this.#nodeQueues.values()
  }

  /** Opens the known queues and finds jobs that an earlier process of the API node left behind. */
  async start(): Promise<void> {
    const { redis, registry } = this.#options
    const used = await redis.smembers(queuesKey)
    registry.remember(used)
    await this.#openQueues(used)
    await this.#openQueues(registry.nodes.map(({ queue }) => queue))
    await this.#left.find(this.nodeQueues, this.#options.complain)
    await this.sweep()
  }

  /** Runs one attempt of a job, or continues an orphaned job of the simulation. Never rejects. */
  run(job: ComputeJob, onProgress: Run['onProgress'], signal: AbortSignal): Promise<AttemptOutcome> {
    const left = this.#left.take(job.id)
    return new Promise((resolve) => {
      const attempt = left?.attempt ?? randomBytes(nameBytes).toString('hex')
      const id = jobId(job.id, attempt)
      const cancel = () => void this.#cancel(run)
      const run: Run = {
        job,
        attempt,
        onProgress,
        nodeQueue: left?.nodeQueue,
        isPut: left !== undefined,
        isCancelled: false,
        receivedMs: 0,
        deadSinceMs: undefined,
        settle: (outcome) => {
          const wasRunning = this.#runs.delete(id)
          this.#unplaced = this.#unplaced.filter((other) => other !== run)
          signal.removeEventListener('abort', cancel)
          if (wasRunning && run.nodeQueue) this.#leave(run.nodeQueue, job.id, id, outcome)
          resolve(outcome)
          this.place()
        },
      }
      signal.addEventListener('abort', cancel, { once: true })
      if (left) {
        this.#runs.set(id, run)
        left.nodeQueue.running++
        void this.#ask(run).catch(this.#options.complain)
      } else {
        this.#unplaced.push(run)
        this.place()
      }
    })
  }

  /** Removes the finished jobs of a simulation that is stored or deleted. */
  forget(simulationId: string): void {
    const ended = this.#ended.get(simulationId) ?? []
    this.#ended.delete(simulationId)
    for (const { nodeQueue, id } of ended) void nodeQueue.remove(id).catch(this.#options.complain)
  }

  /** Stops watching the jobs in the queues; the next process of the API node continues these jobs. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const run of [...this.#runs.values(), ...this.#unplaced]) {
      run.settle({ kind: 'died', detail: 'The service is stopping.' })
    }
    const nodeQueues = [...this.nodeQueues]
    // If the close takes too long, `disconnect` below ends all connections at once.
    const closing = Promise.all(nodeQueues.map((nodeQueue) => nodeQueue.close())).catch(() => {})
    await Promise.race([closing, delay(closeMs, undefined, { ref: false })])
    for (const nodeQueue of nodeQueues) nodeQueue.disconnect()
  }

  /** Keeps a finished job until the outcome is stored, but removes a job that the node handed back. */
  #leave(nodeQueue: NodeQueue, simulationId: string, id: string, outcome: AttemptOutcome): void {
    nodeQueue.running--
    if (this.#stopping.signal.aborted) return
    if (outcome.kind === 'handed_back') void nodeQueue.remove(id).catch(this.#options.complain)
    else this.#ended.set(simulationId, [...(this.#ended.get(simulationId) ?? []), { nodeQueue, id }])
  }

  /** Adds waiting attempts to queues whose nodes have free slots. */
  place(): void {
    if (this.#stopping.signal.aborted) return
    const { registry } = this.#options
    const largestBytes = registry.capacity?.largestNowBytes
    for (const run of [...this.#unplaced]) {
      const { memoryBytes } = run.job
      // No connected node has enough memory, so the dispatcher frees the job's slot for jobs that fit.
      if (largestBytes !== undefined && memoryBytes > largestBytes) {
        run.settle({ kind: 'unplaced' })
        continue
      }
      const nodeQueue = freestQueue(registry.nodes, this.#nodeQueues, memoryBytes)
      if (nodeQueue === undefined) continue
      this.#unplaced = this.#unplaced.filter((other) => other !== run)
      run.nodeQueue = nodeQueue
      run.receivedMs = performance.now()
      nodeQueue.running++
      this.#runs.set(jobId(run.job.id, run.attempt), run)
      void this.#put(nodeQueue, run)
    }
  }

  async #put(nodeQueue: NodeQueue, run: Run): Promise<void> {
    const { job, attempt } = run
    let sealed: string
    try {
      sealed = await sealedJob(run, this.#options)
    } catch (error) {
      return run.settle({ kind: 'died', detail: `Its terrain files could not be listed: ${String(error)}` })
    }
    const { signal } = this.#stopping
    while (this.#isRunning(run) && !run.isCancelled) {
      try {
        await nodeQueue.put(job.id, attempt, sealed)
        run.isPut = true
        run.receivedMs = performance.now()
        if (!this.#isRunning(run)) await this.#withdraw(nodeQueue, jobId(job.id, attempt))
        return
      } catch (error) {
        // Redis is full or being replaced: retry, as the record of the simulation is safe.
        this.#options.complain(error)
        await pause(retryMs, signal)
      }
    }
  }

  #isRunning(run: Run): boolean {
    return this.#runs.get(jobId(run.job.id, run.attempt)) === run
  }

  async #cancel(run: Run): Promise<void> {
    run.isCancelled = true
    const { nodeQueue, attempt } = run
    if (nodeQueue === undefined || !run.isPut) return run.settle({ kind: 'cancelled' })
    const timer = setTimeout(() => run.settle({ kind: 'cancelled' }), this.#options.cancelGraceMs)
    timer.unref()
    try {
      if (await this.#withdraw(nodeQueue, jobId(run.job.id, attempt))) run.settle({ kind: 'cancelled' })
    } catch (error) {
      this.#options.complain(error)
    }
  }

  /** Removes a job from its queue. False if a node is working on the job: the node is then asked to stop. */
  async #withdraw(nodeQueue: NodeQueue, id: string): Promise<boolean> {
    if (await nodeQueue.remove(id)) return true
    const { redis, secret } = this.#options
    const { attempt } = simulationOf(id)
    const sealed = seal(secret, 'cancel', { attempt })
    await redis.set(cancelKey(attempt), sealed, 'PX', jobLifetimeMs)
    await redis.publish(cancelChannel, sealed)
    return false
  }

  async #openQueues(names: readonly string[]): Promise<void> {
    const { redis, openRedis, complain } = this.#options
    for (const name of new Set(names)) {
      if (this.#nodeQueues.has(name)) continue
      const nodeQueue = await NodeQueue.open(name, {
        redis,
        openEvents: openRedis,
        onEvent: (id, event) => this.#hear(id, event),
        onError: complain,
      })
      this.#nodeQueues.set(name, nodeQueue)
      await redis.sadd(queuesKey, name)
    }
  }

  #hear(id: string, event: NodeQueueEvent): void {
    const run = this.#runs.get(id)
    if (run === undefined) return
    const { secret, complain } = this.#options
    run.receivedMs = performance.now()
    run.deadSinceMs = undefined
    if (event.kind === 'ended') {
      const outcome = signedOutcome(run, event.content, secret)
      if (outcome) run.settle(outcome)
      else void this.#ask(run).catch(complain)
      return
    }
    const content = unseal(secret, 'progress', event.content) as NodeProgress | undefined
    if (content?.attempt === run.attempt) run.onProgress(content.stage, content.progress)
  }

  /** Runs after each update of the node registry: opens new queues and checks attempts without events. */
  async look(): Promise<void> {
    const { registry, lookMs } = this.#options
    await this.#openQueues(registry.nodes.map(({ queue }) => queue))
    const nowMs = performance.now()
    const silent = [...this.#runs.values()].filter((run) => run.isPut && nowMs - run.receivedMs > 2 * lookMs)
    for (const run of silent) await this.#ask(run)
    this.place()
  }

  /** Checks an attempt in Redis, as events may be missed, nodes may die, and Redis may lose data. */
  async #ask(run: Run): Promise<void> {
    const { nodeQueue, job, attempt } = run
    if (nodeQueue === undefined) return
    const { registry, secret, deadMs, lookMs, logger } = this.#options
    const id = jobId(job.id, attempt)
    const found = await nodeQueue.find(id)
    if (found.kind === 'failed') await registry.look()
    if (!this.#isRunning(run)) return
    const verdict = verdictOf(run, found, {
      secret,
      nowMs: performance.now(),
      isServed: registry.nodes.some((node) => node.queue === nodeQueue.name && isTaking(node)),
      isConnected: (worker) => registry.nodes.some((node) => node.worker === worker),
      unservedMs: 2 * lookMs,
      deadMs,
    })
    if (verdict.kind === 'alive') run.deadSinceMs = undefined
    if (verdict.kind === 'doubtful') run.deadSinceMs ??= performance.now()
    if (verdict.kind === 'alive' || verdict.kind === 'doubtful') return
    if (verdict.kind === 'given_up') {
      const isRemoved = await nodeQueue.remove(id)
      // A node has taken the job in the meantime, so the attempt continues.
      if (!isRemoved && found.kind === 'waiting') return
      if (!this.#isRunning(run)) return
    }
    if (verdict.detail)
      logger?.warn({ simulation: job.id, reason: verdict.detail }, 'simulation attempt failed')
    if (verdict.isLost) this.#lostJobs++
    run.settle(verdict.outcome)
  }

  /** Removes orphaned jobs that no simulation needs, and stops those that run. */
  async sweep(): Promise<void> {
    this.#left.tidy()
    const isWanted = (id: string) => {
      const { simulationId, attempt } = simulationOf(id)
      return (
        this.#runs.has(id) ||
        this.#left.has(simulationId, attempt) ||
        this.#ended.get(simulationId)?.some((ended) => ended.id === id) === true
      )
    }
    for (const nodeQueue of this.#nodeQueues.values()) {
      try {
        for (const id of await nodeQueue.ids()) {
          if (!isWanted(id)) await this.#withdraw(nodeQueue, id)
        }
      } catch (error) {
        this.#options.complain(error)
      }
    }
  }
}
