/** Attempts of jobs in the queues of nodes, each with its own name: added, followed, cancelled and removed. */

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { pause } from '../../storage/network/deadline.ts'
import type { Logger } from '../config/logger.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeJob } from '../jobs/protocol.ts'
import { NodeQueue, type NodeQueueEvent } from './lane.ts'
import { OrphanedJobs } from './leftovers.ts'
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
import { isTaking, type NodeRegistry } from './roster.ts'
import { type JobGrounds, type Run, sealedJob } from './run.ts'
import { seal, unseal } from './sealed.ts'
import { signedOutcome, verdictOf } from './verdict.ts'

export interface AttemptsOptions {
  redis: Redis
  registry: NodeRegistry
  openRedis(): Redis
  secret: string
  /** True if a simulation waits for its end: jobs of others are removed from the queue. */
  isPending(simulationId: string): boolean
  /** The terrain files of a job. */
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
  /** By id of the job in the queue. */
  readonly #runs = new Map<string, Run>()
  /** Runs waiting for a free slot of a node. */
  #unplaced: Run[] = []
  readonly #left: OrphanedJobs
  /** Ended jobs kept until their simulation is stored. */
  readonly #ended = new Map<string, { nodeQueue: NodeQueue; id: string }[]>()
  readonly #stopping = new AbortController()
  #lostJobs = 0

  constructor(options: AttemptsOptions) {
    this.#options = options
    this.#left = new OrphanedJobs(options.isPending)
  }

  /** Jobs whose nodes died, froze or were disconnected. */
  get lostJobs(): number {
    return this.#lostJobs
  }

  get nodeQueues(): Iterable<NodeQueue> {
    return this.#nodeQueues.values()
  }

  /** Finds jobs of an earlier process. */
  async start(): Promise<void> {
    const { redis, registry } = this.#options
    const used = await redis.smembers(queuesKey)
    registry.remember(used)
    await this.#openQueues(used)
    await this.#openQueues(registry.nodes.map(({ queue }) => queue))
    await this.#left.find(this.nodeQueues, this.#options.complain)
    await this.sweep()
  }

  /** Never rejects. */
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

  /** Removes jobs of a simulation that is stored or deleted. */
  forget(simulationId: string): void {
    const ended = this.#ended.get(simulationId) ?? []
    this.#ended.delete(simulationId)
    for (const { nodeQueue, id } of ended) void nodeQueue.remove(id).catch(this.#options.complain)
  }

  /** Jobs stay in the queue: the next process continues them. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const run of [...this.#runs.values(), ...this.#unplaced]) {
      run.settle({ kind: 'died', detail: 'The service is stopping.' })
    }
    const nodeQueues = [...this.nodeQueues]
    // Aborted below in any case.
    const closing = Promise.all(nodeQueues.map((nodeQueue) => nodeQueue.close())).catch(() => {})
    await Promise.race([closing, delay(closeMs, undefined, { ref: false })])
    for (const nodeQueue of nodeQueues) nodeQueue.disconnect()
  }

  /** A completed job is kept until stored; one to be tried again is removed. */
  #leave(nodeQueue: NodeQueue, simulationId: string, id: string, outcome: AttemptOutcome): void {
    nodeQueue.running--
    if (this.#stopping.signal.aborted) return
    if (outcome.kind === 'handed_back') void nodeQueue.remove(id).catch(this.#options.complain)
    else this.#ended.set(simulationId, [...(this.#ended.get(simulationId) ?? []), { nodeQueue, id }])
  }

  /** Puts runs on queues whose nodes have free slots. */
  place(): void {
    if (this.#stopping.signal.aborted) return
    const { registry } = this.#options
    const largestBytes = registry.capacity?.largestNowBytes
    for (const run of [...this.#unplaced]) {
      const { memoryBytes } = run.job
      // It would keep others from the slots that it holds.
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
        // Redis is full, or being replaced: the record waits.
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

  /** False: a node is working on it, and was requested to stop. */
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

  /** After a query of the nodes: opens their queues, and queries runs without events. */
  async look(): Promise<void> {
    const { registry, lookMs } = this.#options
    await this.#openQueues(registry.nodes.map(({ queue }) => queue))
    const nowMs = performance.now()
    const silent = [...this.#runs.values()].filter((run) => run.isPut && nowMs - run.receivedMs > 2 * lookMs)
    for (const run of silent) await this.#ask(run)
    this.place()
  }

  /** Events may be missed, nodes may die, and Redis may have been emptied. */
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
      // A node took it at this moment.
      if (!isRemoved && found.kind === 'waiting') return
      if (!this.#isRunning(run)) return
    }
    if (verdict.detail)
      logger?.warn({ simulation: job.id, reason: verdict.detail }, 'simulation attempt failed')
    if (verdict.isLost) this.#lostJobs++
    run.settle(verdict.outcome)
  }

  /** Removes orphaned jobs, and stops running ones. */
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
